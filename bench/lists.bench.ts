import { performance } from 'node:perf_hooks'
import pg from 'pg'
import { createMembers, type NewMember } from '#server/members/commands.ts'
import { inTenant, openDatabase } from '#server/tenancy.ts'
import { call, logIn, openStand } from './stand.ts'
import { percentile, type Row } from './table.ts'

const MEMBERS = 50_000
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

/** Names that repeat as real ones do, the same in each run. */
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

/**
 * The members list of a club of 50,000: searched, sorted, a page of 25 with groups and scores, through HTTP, one after
 * the other. The limit in the same run: the plainest statement that answers a page of the same rows by one index.
 */
export async function bench(): Promise<Row[]> {
  const stand = await openStand()
  const { token, clubId } = await logIn(stand.port, 'club')
  const db = openDatabase(stand.appUrl, 2)
  const owner = new pg.Client({ connectionString: stand.database.url })
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
    // as autovacuum does within minutes
    await owner.query('VACUUM ANALYZE')
    const ask = async (path: string) => {
      const began = performance.now()
      const { status } = await call(stand.port, 'club.aquila.localhost', path, token)
      if (status !== 200) throw new Error(`${path}: ${status}`)
      return performance.now() - began
    }
    const page = (query: string) => ask(`/v1/members?per_page=25&status=active&with_groups=1&with_scores=1&${query}`)
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
    const runs: [what: string, query: (n: number) => string][] = [
      ['the first pages', (n) => `page=${n % 10}`],
      ['any page, by age', (n) => `sort=ddob&page=${(n * 37) % (MEMBERS / 25)}`],
      ['two letters searched', (n) => `search=${syllables[n % 20]?.slice(0, 2)}&page=${n % 3}`],
      ['a name searched, by age', (n) => `search=${nameOf(n * 131)}&sort=adob`],
      [
        'two words and an age range',
        (n) => `search=${syllables[n % 20]}%20${syllables[(n * 3) % 20]}&age_from=8&age_to=12`,
      ],
    ]
    for (let n = 0; n < 20; n++) await Promise.all([page(`page=${n}`), bare(n)])
    const limits: number[] = []
    for (let n = 0; n < PAGES; n++) limits.push(await bare((n % 10) * 25))
    const limit = percentile(limits, 0.95)
    const rows: Row[] = []
    for (const [what, query] of runs) {
      const times: number[] = []
      for (let n = 0; n < ROUNDS; n++) times.push(await page(query(n)))
      rows.push({ what: `${what}, p95`, unit: 'ms (aim ≤ 20)', ours: percentile(times, 0.95), limit, more: false })
    }
    const counts: number[] = []
    for (let n = 0; n < ROUNDS; n++) counts.push(await ask('/v1/members/counts'))
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
    await stand.close()
  }
}
