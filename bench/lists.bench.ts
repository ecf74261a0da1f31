import { performance } from 'node:perf_hooks'
import pg from 'pg'
import type { NewMember } from '#server/members/commands.ts'
import { inTenant, openDatabase } from '#server/platform/tenancy.ts'
import { call, logIn, startBenchServer } from './bench-server.ts'
import { percentile, type Row } from './table.ts'
import { enterMembers } from '#server/testing/enter-members.ts'

const MEMBERS = 50_000
/** How many members are created in one transaction. */
const BATCH = 5_000
const GROUPS = 2_000
const GROUP_SIZE = 10
const USERS = 400
/** How often each list is read. */
const ROUNDS = 60
/** How often the limit is measured. */
const LIMIT_ROUNDS = 100

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

/** Name number `n`. There are 8,000, so names repeat as real ones do; they are the same in each run. */
function nameOf(n: number): string {
  const syllableAt = (position: number) => syllables[Math.floor(n / syllables.length ** position) % syllables.length]
  const name = `${syllableAt(0)}${syllableAt(1)}${syllableAt(2)}`
  return name.charAt(0).toUpperCase() + name.slice(1)
}

/** Member number `n`. The factors are primes, so that members with successive numbers have unrelated names. */
function newMember(n: number, clubId: string): NewMember {
  const day = String((n % 28) + 1).padStart(2, '0')
  return {
    id: crypto.randomUUID(),
    clubIds: [clubId],
    firstname: nameOf((n * 7919) % 8000),
    lastname: nameOf((n * 104_729) % 8000),
    dob: `${2008 + (n % 14)}-${String((n % 12) + 1).padStart(2, '0')}-${day}`,
    ngo_id: `LB-${n}`,
    guardians: [
      {
        guardian_firstname: nameOf((n * 31) % 8000),
        guardian_lastname: nameOf((n * 104_729) % 8000),
        guardian_email: `g${n}@example.com`,
      },
    ],
  }
}

/**
 * Adds coaches, and groups of ten members with one coach each, so that 20,000 of the members are in a group. Its own
 * rows are known by membership numbers with `LB-`, e-mail addresses with `lb` and group names with `Lists`.
 */
async function fillGroups(owner: pg.Client, clubId: string): Promise<void> {
  await owner.query(
    `INSERT INTO users (client_id, id, type, email, firstname, lastname, verified)
     SELECT 'aquila', gen_random_uuid(), 'coach', 'lb' || number || '@example.com', 'Coach', 'Lists ' || number, true
     FROM generate_series(1, ${USERS}) number`,
  )
  await owner.query(
    `INSERT INTO user_clubs (client_id, user_id, club_id)
     SELECT client_id, id, $1 FROM users WHERE email LIKE 'lb%@example.com'`,
    [clubId],
  )
  await owner.query(
    `INSERT INTO groups
       (client_id, id, club_id, name, scheme_id, levels, assessment_levels, start_at, weekdays, first_date, max_size)
     SELECT 'aquila', gen_random_uuid(), $1, 'Lists ' || number, demo_group.scheme_id, demo_group.levels, demo_group.levels,
       make_time(9 + number % 10, 0, 0), ARRAY[number % 7], '2020-01-01', 12
     FROM generate_series(1, ${GROUPS}) number,
       (SELECT scheme_id, levels FROM groups
        WHERE client_id = 'aquila' AND club_id = $1 AND scheme_id IS NOT NULL ORDER BY id LIMIT 1) demo_group`,
    [clubId],
  )
  // without statistics PostgreSQL would run the two joins below row by row
  await owner.query('ANALYZE groups, members, users')
  await owner.query(
    `WITH numbered_group AS MATERIALIZED (
       SELECT id, row_number() OVER (ORDER BY id) - 1 AS number FROM groups WHERE club_id = $1 AND name LIKE 'Lists %'),
     numbered_member AS MATERIALIZED (
       SELECT id, row_number() OVER (ORDER BY id) - 1 AS number FROM members
       WHERE client_id = 'aquila' AND ngo_id LIKE 'LB-%')
     INSERT INTO group_members (client_id, group_id, member_id, from_date)
     SELECT 'aquila', numbered_group.id, numbered_member.id, '2020-01-01'
     FROM numbered_member JOIN numbered_group ON numbered_group.number = numbered_member.number / ${GROUP_SIZE}`,
    [clubId],
  )
  await owner.query(
    `WITH numbered_group AS MATERIALIZED (
       SELECT id, row_number() OVER (ORDER BY id) AS number FROM groups WHERE club_id = $1 AND name LIKE 'Lists %'),
     numbered_coach AS MATERIALIZED (
       SELECT id, row_number() OVER (ORDER BY id) AS number FROM users WHERE email LIKE 'lb%@example.com')
     INSERT INTO group_coaches (client_id, group_id, user_id, from_date)
     SELECT 'aquila', numbered_group.id, numbered_coach.id, '2020-01-01'
     FROM numbered_group JOIN numbered_coach ON numbered_coach.number = numbered_group.number % ${USERS} + 1`,
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
  const db = openDatabase(benchServer.appUrl, /* connections */ 2)
  const owner = new pg.Client({ connectionString: benchServer.database.url })
  try {
    for (let first = 0; first < MEMBERS; first += BATCH)
      await inTenant(db, 'aquila', 'write', (tx) =>
        enterMembers(
          tx,
          'aquila',
          Array.from({ length: BATCH }, (_, index) => newMember(first + index, clubId)),
        ),
      )
    await owner.connect()
    await fillGroups(owner, clubId)
    // autovacuum would do this within minutes
    await owner.query('VACUUM ANALYZE')
    const readMs = async (path: string) => {
      const began = performance.now()
      const { status } = await call(benchServer.port, 'club.aquila.localhost', path, { token })
      if (status !== 200) throw new Error(`${path}: ${status}`)
      return performance.now() - began
    }
    const readMembers = (query: string) =>
      readMs(`/v1/members?per_page=25&status=active&with_groups=1&with_scores=1&${query}`)
    const readGroups = (query: string) => readMs(`/v1/groups?per_page=25&status=current&${query}`)
    const readUsers = (query: string) => readMs(`/v1/users?per_page=25&status=current&with_clubs=1&${query}`)
    /** The time of the limit's statement for a page that begins at row `offset`. */
    const bareStatementMs = async (offset: number) => {
      const began = performance.now()
      await inTenant(db, 'aquila', 'read', (tx) =>
        tx.query(
          `SELECT member.* FROM club_members membership
           JOIN members member ON member.client_id = membership.client_id AND member.id = membership.member_id
           WHERE membership.club_id = $1 AND membership.status = 'active'
           ORDER BY membership.sort_name, membership.member_id LIMIT 25 OFFSET $2`,
          [clubId, offset],
        ),
      )
      return performance.now() - began
    }
    /**
     * What is measured: the query of round `n`, and the function that reads the list (by default the members'). There
     * are 80 pages of groups and 16 of users; the factors of `n` spread the requests over them.
     */
    const runs: [label: string, query: (n: number) => string, readList?: (query: string) => Promise<number>][] = [
      ['the first pages', (n) => `page=${n % 10}`],
      ['any page, by age', (n) => `sort=ddob&page=${(n * 37) % (MEMBERS / 25)}`],
      ['two letters searched', (n) => `search=${syllables[n % 20]?.slice(0, 2)}&page=${n % 3}`],
      ['a name searched, by age', (n) => `search=${nameOf(n * 131)}&sort=adob`],
      [
        'two words and an age range',
        (n) => `search=${syllables[n % 20]}%20${syllables[(n * 3) % 20]}&age_from=8&age_to=12`,
      ],
      ['groups: any page, by name', (n) => `page=${(n * 7) % 80}`, readGroups],
      ['groups: the next ones, by time', (n) => `sort=astart&page=${n % 10}`, readGroups],
      ['groups: the fullest', () => 'sort=dmembers', readGroups],
      ['groups: a name searched', (n) => `search=lists%20${n}`, readGroups],
      ['users: any page, by name', (n) => `page=${n % 16}`, readUsers],
      ['users: a name searched, by last login', (n) => `search=lists%20${n}&sort=dlast_login`, readUsers],
    ]
    // warms up
    for (let n = 0; n < 20; n++) await Promise.all([readMembers(`page=${n}`), bareStatementMs(n)])
    const limits: number[] = []
    for (let n = 0; n < LIMIT_ROUNDS; n++) limits.push(await bareStatementMs((n % 10) * 25))
    const limit = percentile(limits, 0.95)
    const rows: Row[] = []
    for (const [label, query, readList = readMembers] of runs) {
      const times: number[] = []
      for (let n = 0; n < ROUNDS; n++) times.push(await readList(query(n)))
      rows.push({
        label: `${label}, p95`,
        unit: 'ms (aim ≤ 20)',
        ours: percentile(times, 0.95),
        limit,
        moreIsBetter: false,
      })
    }
    const counts: number[] = []
    for (let n = 0; n < ROUNDS; n++) counts.push(await readMs('/v1/members/counts'))
    rows.push({
      label: 'the counts of the views, p95',
      unit: 'ms',
      ours: percentile(counts, 0.95),
      limit: null,
      moreIsBetter: false,
    })
    return rows
  } finally {
    await owner.end()
    await db.pool.end()
    await benchServer.close()
  }
}
