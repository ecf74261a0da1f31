import { performance } from 'node:perf_hooks'
import pg from 'pg'
import { createMembers, type NewMember } from '#server/members/commands.ts'
import { inTenant, openDatabase } from '#server/platform/tenancy.ts'
import { call, logIn, startBenchServer } from './bench-server.ts'
import { percentile, type Row } from './table.ts'

const MEMBERS = 50_000
const GROUPS = 2_000
const GROUP_SIZE = 10
const USERS = 400
const ROUNDS = 60
const PAGES = 100

const syllables = [
  'an',
  'bre',
  'ca',
  'dwy',
  'el',
  'fi',
  'gwen',
  'ha',
  'io',
  'ka',
  'llw',
  'ma',
  'ni',
  'or',
  'pri',
  'rho',
  'sa',
  'ti',
  'un',
  'wy',
]

/** Names that repeat as real ones do and are the same in each run. */
function nameOf(n: number): string {
  const [a, b, c] = [n % 20, Math.floor(n / 20) % 20, Math.floor(n / 400) % 20]
  const name = `${syllables[a]}${syllables[b]}${syllables[c]}`
  return name.charAt(0).toUpperCase() + name.slice(1)
}

function member(n: number, clubId: string): NewMember {
  const day = String((n % 28) + 1).padStart(2, '0')
  return {
    id: crypto.randomUUID(),
    clubId,
    firstname: nameOf((n * 7919) % 8000),
    lastname: nameOf((n * 104_729) % 8000),
    dob: `${2008 + (n % 14)}-${String((n % 12) + 1).padStart(2, '0')}-${day}`,
    ngoId: `LB-${n}`,
    memberType: null,
    medical: null,
    note: null,
    guardian: {
      firstname: nameOf((n * 31) % 8000),
      lastname: nameOf((n * 104_729) % 8000),
      email: `g${n}@example.com`,
    },
  }
}

/** Adds groups of ten members, and coaches for them. */
async function fillGroups(owner: pg.Client, clubId: string): Promise<void> {
  await owner.query(
    `INSERT INTO users (client_id, id, type, email, firstname, lastname, verified)
     SELECT 'aquila', gen_random_uuid(), 'coach', 'lb' || n || '@example.com', 'Coach', 'Lists ' || n, true FROM generate_series(1, ${USERS}) n`,
  )
  await owner.query(
    `INSERT INTO user_clubs (client_id, user_id, club_id) SELECT client_id, id, $1 FROM users WHERE email LIKE 'lb%@example.com'`,
    [clubId],
  )
  await owner.query(
    `INSERT INTO groups (client_id, id, club_id, name, scheme_id, levels, assessment_levels, start_at, weekdays, first_date, max_size)
     SELECT 'aquila', gen_random_uuid(), $1, 'Lists ' || n, f.scheme_id, f.levels, f.levels, make_time(9 + n % 10, 0, 0), ARRAY[n % 7], '2020-01-01', 12
     FROM generate_series(1, ${GROUPS}) n,
       (SELECT scheme_id, levels FROM groups WHERE client_id = 'aquila' AND club_id = $1 AND scheme_id IS NOT NULL ORDER BY id LIMIT 1) f`,
    [clubId],
  )
  // without statistics PostgreSQL would join the two lists row by row
  await owner.query('ANALYZE groups, members, users')
  await owner.query(
    `WITH g AS MATERIALIZED (SELECT id, row_number() OVER (ORDER BY id) - 1 AS at FROM groups WHERE club_id = $1 AND name LIKE 'Lists %'),
       m AS MATERIALIZED (SELECT id, row_number() OVER (ORDER BY id) - 1 AS at FROM members WHERE client_id = 'aquila' AND ngo_id LIKE 'LB-%')
     INSERT INTO group_members (client_id, group_id, member_id, from_date)
     SELECT 'aquila', g.id, m.id, '2020-01-01' FROM m JOIN g ON g.at = m.at / ${GROUP_SIZE}`,
    [clubId],
  )
  await owner.query(
    `WITH g AS MATERIALIZED (SELECT id, row_number() OVER (ORDER BY id) AS at FROM groups WHERE club_id = $1 AND name LIKE 'Lists %'),
       u AS MATERIALIZED (SELECT id, row_number() OVER (ORDER BY id) AS at FROM users WHERE email LIKE 'lb%@example.com')
     INSERT INTO group_coaches (client_id, group_id, user_id, from_date)
     SELECT 'aquila', g.id, u.id, '2020-01-01' FROM g JOIN u ON u.at = g.at % ${USERS} + 1`,
    [clubId],
  )
}

/**
 * Measures the lists of a club of 50,000 members, 2,000 groups and 400 coaches through HTTP, one request after another:
 * pages of 25, sorted and searched, members with groups and scores. The limit is the simplest statement that reads a
 * page of the same rows by one index.
 */
export async function bench(): Promise<Row[]> {
  const benchServer = await startBenchServer()
  const { token, clubId } = await logIn(benchServer.port, 'club')
  const db = openDatabase(benchServer.appUrl, 2)
  const owner = new pg.Client({ connectionString: benchServer.database.url })
  try {
    for (let n = 0; n < MEMBERS; n += 5_000)
      await inTenant(db, 'aquila', 'write', (tx) =>
        createMembers(
          tx,
          'aquila',
          null,
          Array.from({ length: 5_000 }, (_, k) => member(n + k, clubId)),
        ),
      )
    await owner.connect()
    await fillGroups(owner, clubId)
    // autovacuum would do this within minutes
    await owner.query('VACUUM ANALYZE')
    const timeOf = async (path: string) => {
      const began = performance.now()
      const { status } = await call(benchServer.port, 'club.aquila.localhost', path, token)
      if (status !== 200) throw new Error(`${path}: ${status}`)
      return performance.now() - began
    }
    const page = (query: string) => timeOf(`/v1/members?per_page=25&status=active&with_groups=1&with_scores=1&${query}`)
    const groups = (query: string) => timeOf(`/v1/groups?per_page=25&status=current&${query}`)
    const users = (query: string) => timeOf(`/v1/users?per_page=25&status=current&with_clubs=1&${query}`)
    const bare = async (n: number) => {
      const began = performance.now()
      await inTenant(db, 'aquila', 'read', (tx) =>
        tx.query(
          `SELECT m.* FROM club_members cm JOIN members m ON m.client_id = cm.client_id AND m.id = cm.member_id
           WHERE cm.club_id = $1 AND cm.status = 'active' ORDER BY cm.sort_name, cm.member_id LIMIT 25 OFFSET $2`,
          [clubId, n],
        ),
      )
      return performance.now() - began
    }
    const runs: [what: string, query: (n: number) => string, list?: (query: string) => Promise<number>][] = [
      ['the first pages', (n) => `page=${n % 10}`],
      ['any page, by age', (n) => `sort=ddob&page=${(n * 37) % (MEMBERS / 25)}`],
      ['two letters searched', (n) => `search=${syllables[n % 20]?.slice(0, 2)}&page=${n % 3}`],
      ['a name searched, by age', (n) => `search=${nameOf(n * 131)}&sort=adob`],
      [
        'two words and an age range',
        (n) => `search=${syllables[n % 20]}%20${syllables[(n * 3) % 20]}&age_from=8&age_to=12`,
      ],
      ['groups: any page, by name', (n) => `page=${(n * 7) % 80}`, groups],
      ['groups: the next ones, by time', (n) => `sort=astart&page=${n % 10}`, groups],
      ['groups: the fullest', () => 'sort=dmembers', groups],
      ['groups: a name searched', (n) => `search=lists%20${n}`, groups],
      ['users: any page, by name', (n) => `page=${n % 16}`, users],
      ['users: a name searched, by last login', (n) => `search=lists%20${n}&sort=dlast_login`, users],
    ]
    for (let n = 0; n < 20; n++) await Promise.all([page(`page=${n}`), bare(n)])
    const limits: number[] = []
    for (let n = 0; n < PAGES; n++) limits.push(await bare((n % 10) * 25))
    const limit = percentile(limits, 0.95)
    const rows: Row[] = []
    for (const [what, query, list = page] of runs) {
      const times: number[] = []
      for (let n = 0; n < ROUNDS; n++) times.push(await list(query(n)))
      rows.push({ what: `${what}, p95`, unit: 'ms (aim ≤ 20)', ours: percentile(times, 0.95), limit, more: false })
    }
    const counts: number[] = []
    for (let n = 0; n < ROUNDS; n++) counts.push(await timeOf('/v1/members/counts'))
    rows.push({
      what: 'the counts of the views, p95',
      unit: 'ms',
      ours: percentile(counts, 0.95),
      limit: null,
      more: false,
    })
    return rows
  } finally {
    await owner.end()
    await db.pool.end()
    await benchServer.close()
  }
}
