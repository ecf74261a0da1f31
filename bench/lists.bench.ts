import { performance } from 'node:perf_hooks'
import pg from 'pg'
import { inTenant, openDatabase } from '#server/platform/tenancy.ts'
import { touchClub } from '#server/tenants/changes/change-counters.ts'
import { call, logIn, startBenchServer } from './bench-server.ts'
import { nameOf, SYLLABLES } from '#server/testing/fill/names.ts'
import { CLUBS, fillLargeClub } from './large-club.ts'
import { percentile, type Row } from './table.ts'

const CLIENTS = 16
/** How often each client reads each list. */
const ROUNDS = 6
/** A slow list is read less often: nobody begins another round after this time. */
const MOST_MS = 6_000
/** How often a figure is counted anew, after a write at the club. */
const COLD_ROUNDS = 5

/** What is measured: the label, whether it is counted (so that it may be kept), and the path of round `n`. */
type List = [label: string, portal: 'club' | 'scheme' | 'coach', path: (n: number) => string]

/** The lists, which are read anew each time. `member` and `group` are ids of the large club. */
const lists = (member: string, group: string): List[] => {
  const members = (query: (n: number) => string): List[2] => {
    return (n) => `members?per_page=25&status=active&with_groups=1&with_scores=1&${query(n)}`
  }
  const page = (path: string): List[2] => {
    return (n) => `${path}page=${n % 10}&per_page=25`
  }
  return [
    ['members, first pages', 'club', members((n) => `page=${n % 10}`)],
    ['members, any page by age', 'club', members((n) => `sort=ddob&page=${(n * 37) % 1_800}`)],
    ['members, two letters searched', 'club', members((n) => `search=${SYLLABLES[n % 20]?.slice(0, 2)}&page=${n % 3}`)],
    ['members, a name searched', 'club', members((n) => `search=${nameOf(n * 131)}&sort=adob`)],
    ['members, two words and an age', 'club', members((n) => `search=${SYLLABLES[n % 20]}%20ca&age_from=8&age_to=12`)],
    ['members of a group', 'club', members(() => `group=${group}`)],
    ['members without a group', 'club', members((n) => `group=none&page=${n % 10}`)],
    ['members whose level waits', 'club', members((n) => `ready=1&page=${n % 10}`)],
    ['members at a level', 'club', members((n) => `level=swim/stage-3&page=${n % 10}`)],
    ['groups, any page', 'club', (n) => `groups?per_page=25&status=current&page=${(n * 7) % 80}`],
    ['groups, the fullest', 'club', () => 'groups?per_page=25&status=current&sort=dmembers'],
    ['groups, a name searched', 'club', (n) => `groups?per_page=25&status=current&search=group%20${n * 7}`],
    ['users, any page', 'club', (n) => `users?per_page=25&status=current&with_clubs=1&page=${n % 16}`],
    ['attendance of a member', 'club', page(`members/${member}/attendance?`)],
    ['log of a member', 'club', page(`members/${member}/log?`)],
    ['audit log of the club', 'club', page('audit?')],
    ['audit log, a name searched', 'club', (n) => `audit?per_page=25&search=${nameOf(n * 131)}`],
    ['today', 'club', () => 'today'],
    ['levels that wait', 'club', () => 'level-lists/waiting'],
    ['badges to hand out', 'club', () => 'level-lists/badges'],
    [`members of ${CLUBS} clubs`, 'scheme', page('client-members?')],
    [`clubs of ${CLUBS}`, 'scheme', page('clubs?')],
    ['audit log of all clubs', 'scheme', page('audit?')],
    ['a tablet’s load, first page', 'coach', () => 'sync/changes'],
  ]
}

const clubReports = ['attendance', 'percentage', 'levels', 'awards', 'unassessed', 'ready', 'coaches']
const clientReports = ['levels', 'attendance', 'awards', 'adoption']

/** The counts and reports: counted anew after each write at the club, and else kept. */
const counted: List[] = [
  ['counts of the views', 'club', () => 'members/counts'],
  ...clubReports.map((kind): List => [`report ${kind}`, 'club', () => `reports/${kind}?per_page=100`]),
  ...clientReports.map((kind): List => {
    return [`report ${kind}, ${CLUBS} clubs`, 'scheme', () => `client-reports/${kind}?per_page=100`]
  }),
]
/** The members behind reports, which are counted with each request. */
const behindReports = clubReports.map((kind): List => {
  return [`members of report ${kind}`, 'club', () => `reports/${kind}/members?per_page=25`]
})

/**
 * Measures each list, count and report of a client with a club of 50,000 members and two million marks and 10,000
 * ordinary clubs, through HTTP: the 95th percentile of one client and of 16 at once. What is kept is measured anew after
 * a write at the club (cold), and without (warm). The limit, for one client and for 16, is a bare statement that reads a
 * page of 25 members by one index.
 */
export async function bench(): Promise<Row[]> {
  const benchServer = await startBenchServer()
  const { port } = benchServer
  const owner = new pg.Client({ connectionString: benchServer.database.url })
  const db = openDatabase(benchServer.appUrl, /* connections */ CLIENTS)
  try {
    await owner.connect()
    const club = await logIn(port, 'club')
    const users = { club, scheme: await logIn(port, 'scheme'), coach: await logIn(port, 'coach') }
    await fillLargeClub(benchServer.database.url, db, club.clubId)
    const { rows: ids } = await owner.query<{ member: string; group: string }>(
      `SELECT members.id AS member, group_members.group_id AS group FROM members
       JOIN group_members ON group_members.client_id = members.client_id AND group_members.member_id = members.id
       WHERE members.client_id = 'aquila' AND members.ngo_id = 'F-200'`,
    )
    const [{ member, group } = { member: '', group: '' }] = ids
    const readMs = async ([label, portal, pathOf]: List, n: number) => {
      const began = performance.now()
      const { token } = users[portal]
      for (;;) {
        const { status, text } = await call(port, `${portal}.aquila.localhost`, `/v1/${pathOf(n)}`, { token })
        if (status === 200) return performance.now() - began
        // the server has too much to do: waiting counts
        if (status !== 503) throw new Error(`${label}: ${status} ${text}`)
        await new Promise((done) => setTimeout(done, 200))
      }
    }
    const bareMs = async (n: number) => {
      const began = performance.now()
      await inTenant(db, 'aquila', 'read', (tx) =>
        tx.query(
          `SELECT member.* FROM club_members membership
           JOIN members member ON member.client_id = membership.client_id AND member.id = membership.member_id
           WHERE membership.club_id = $1 AND membership.status = 'active'
           ORDER BY membership.sort_name, membership.member_id LIMIT 25 OFFSET $2`,
          [club.clubId, (n % 10) * 25],
        ),
      )
      return performance.now() - began
    }
    /** The 95th percentile of this many clients that each read again and again. */
    const p95 = async (clients: number, ms: (n: number) => Promise<number>) => {
      const times: number[] = []
      const rounds = clients === 1 ? 3 * ROUNDS : ROUNDS
      const end = performance.now() + MOST_MS
      await Promise.all(
        Array.from({ length: clients }, async (_, client) => {
          for (let round = 0; round < rounds && performance.now() < end; round++)
            times.push(await ms(client * rounds + round))
        }),
      )
      return percentile(times, 0.95)
    }
    for (let n = 0; n < CLIENTS; n++) await bareMs(n)
    const limits: Record<number, number> = { 1: await p95(1, bareMs), [CLIENTS]: await p95(CLIENTS, bareMs) }
    const rows: Row[] = []
    const addRow = (label: string, ours: number, clients: number) =>
      rows.push({ label, unit: 'ms', ours, limit: limits[clients] ?? null, moreIsBetter: false })
    for (const list of [...lists(member, group), ...counted, ...behindReports]) {
      const [label] = list
      if (counted.includes(list)) {
        const times: number[] = []
        for (let n = 0; n < COLD_ROUNDS; n++) {
          await inTenant(db, 'aquila', 'write', (tx) => touchClub(tx, club.clubId))
          times.push(await readMs(list, n))
        }
        addRow(`${label}, cold`, percentile(times, 0.95), 1)
      }
      const read = (n: number) => readMs(list, n)
      await read(0)
      addRow(label, await p95(1, read), 1)
      addRow(`${label}, ${CLIENTS} clients`, await p95(CLIENTS, read), CLIENTS)
    }
    return rows
  } finally {
    await owner.end()
    await db.pool.end()
    await benchServer.close()
  }
}
