import { strToU8, zipSync } from 'fflate'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ChangeSet } from '#contract/flows/change-sets.ts'
import type { ChangesReply, Operation, PushReply } from '#contract/assessment/sync.ts'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import { attendanceLane } from '#domain/assessment/commands/attendance.ts'
import { countDue, dueIds } from '#server/flows/retention/due.ts'
import { newMark, newOperation } from '#server/assessment/sync/new-operation.ts'
import { declaredStatements, fullName } from '#server/platform/sql/statement.ts'
import { inTenant, openDatabase, type Database } from '#server/platform/tenancy.ts'
import { fill } from '#server/testing/fill/fill.ts'
import { filledClubs, tokenOf, type FilledClub, type FilledPortal } from '#server/testing/fill/filled-club.ts'
import { createWorld, SKILLS, type World } from '#server/testing/world.ts'

const YEAR_MS = 365 * 24 * 3_600_000
const CLUB_MEMBERS = 60
/** Clubs of different sizes, 3,600 members in all. */
const CLUBS = Array.from({ length: 90 }, (_, index) => [20, 40, CLUB_MEMBERS][index % 3] ?? 0)
const HISTORY = { weeks: 20, marks: 20, registerWeeks: 20 }
/** Whoever reads a table of so few pages may read all of it. Tables that grow with members or time have more here. */
const SMALL_TABLE_PAGES = 20

let database: TestDatabase
let world: World
let filled: FilledClub
/** The application's connections, which tell the plans of what they run. */
let db: Database

interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  Plans?: PlanNode[]
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
}

/** A statement that the application has run, with the plan as PostgreSQL ran it. */
interface RunStatement {
  name: string
  plan: PlanNode
}

let ran: RunStatement[] = []

/** Notes the plan in a notice of auto_explain. */
function notePlan(notice: string): void {
  const [, json] = /plan:\n(\{[\s\S]*\})/.exec(notice) ?? []
  if (json === undefined) return
  const { 'Query Text': text, Plan: plan } = JSON.parse(json) as { 'Query Text': string; Plan: PlanNode }
  const statement = declaredStatements().find((declared) => declared.text === text)
  ran.push({ name: statement ? fullName(statement) : text, plan })
}

beforeAll(async () => {
  database = await createTestDatabase()
  const owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  // each statement tells its plan to the connection that ran it
  for (const setting of [
    `session_preload_libraries = 'auto_explain'`,
    `auto_explain.log_min_duration = 0`,
    `auto_explain.log_analyze = on`,
    `auto_explain.log_buffers = on`,
    `auto_explain.log_timing = off`,
    `auto_explain.log_format = json`,
    `auto_explain.log_level = notice`,
    `random_page_cost = 1.1`,
  ])
    await owner.query(`ALTER DATABASE ${new URL(database.ownerUrl).pathname.slice(1)} SET ${setting}`)
  await owner.end()
  db = openDatabase(database.appUrl, /* connections */ 4, /* waitMs */ 20_000)
  db.pool.on('connect', (connection) => connection.on('notice', ({ message = '' }) => notePlan(message)))
  world = await createWorld(database, { db })
  const client = { schemeSlug: 'swim', clubs: CLUBS, history: HISTORY }
  await fill(database.ownerUrl, world.db, [
    { ...client, clientId: 'one' },
    { ...client, clientId: 'two', clubs: CLUBS.slice(0, 30) },
  ])
  await world.owner.query('VACUUM ANALYZE')
  const [club] = await filledClubs(world.owner, 'one', CLUB_MEMBERS, 1)
  if (!club) throw new Error('there is no filled club')
  filled = club
}, 180_000)
afterAll(async () => {
  await world.close()
  await db.pool.end()
  await database.drop()
})

/** A call of a user of the filled club, which must succeed. */
async function call<T>(portal: FilledPortal, url: string, payload?: object): Promise<T> {
  const reply = await world.request({
    method: payload ? 'POST' : 'GET',
    url,
    host: world.tenants[0].host(portal),
    token: await tokenOf(world.tokens, filled, portal),
    ...(payload ? { payload } : {}),
  })
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json<T>()
}

/**
 * Does the work twice and looks at the plans of the second time, when connections have prepared their statements and
 * caches are filled. Finds the statements that scan a whole table of a tenant, or that read more pages than `most`,
 * and those of `own`, which must be among them, more than their own number.
 */
async function faultsOf(work: () => Promise<unknown>, most: number, own: Record<string, number>): Promise<string[]> {
  await work()
  ran = []
  await work()
  // a plan comes with the end of its transaction, which a reply need not wait for
  await expect.poll(() => db.pool.idleCount).toBe(db.pool.totalCount)
  const { rows } = await world.owner.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid AND attname = 'client_id'
     WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relpages > ${SMALL_TABLE_PAGES}`,
  )
  const large = rows.map(({ name }) => name)
  expect(large).toEqual(expect.arrayContaining(['assessments', 'registers', 'results', 'changes', 'members']))
  const scanned = (node: PlanNode): string[] => {
    const table = node['Relation Name'] ?? ''
    const isScan = node['Node Type'] === 'Seq Scan' && large.includes(table)
    return [...(isScan ? [table] : []), ...(node.Plans ?? []).flatMap(scanned)]
  }
  expect(ran.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(own)))
  return ran.flatMap(({ name, plan }) => {
    const pages = plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
    return [
      ...scanned(plan).map((table) => `${name} scans ${table}`),
      ...(pages > (own[name] ?? most) ? [`${name} reads ${pages} pages`] : []),
    ]
  })
}

/** How many members a push marks and registers. */
const PUSHED = 10

test('a push reads some pages for each of its operations, whatever the database holds', async () => {
  const deviceId = crypto.randomUUID()
  let seq = 0
  const date = world.today()
  const operations = (): Operation[] =>
    filled.members.slice(0, PUSHED).flatMap(({ member: memberUuid, group: groupId }, index) => {
      const origin = () => ({ club: filled.club, author: filled.coach, deviceId, seq: ++seq, ms: world.clock.now })
      const place = { memberUuid, groupId }
      const node = { schemeSlug: 'swim', schemeNodeId: `/stage-1/${SKILLS[index % SKILLS.length]}` }
      const grade = { assessmentGrade: seq % 4, assessmentPassGrade: 3, assessmentDate: date }
      const attendance = { ...place, date, value: 'present' as const, timestamp: Math.floor(world.clock.now / 1_000) }
      return [
        newMark(origin(), { ...place, ...node, ...grade }),
        newOperation(origin(), { kind: 'attendance', lane: attendanceLane(attendance), payload: attendance }),
      ]
    })
  const push = async () => {
    const { outcomes } = await call<PushReply>('coach', '/v1/sync/push', { deviceId, operations: operations() })
    expect(new Set(outcomes.map(({ outcome }) => outcome))).toEqual(new Set(['applied']))
  }
  const faults = await faultsOf(push, 12 * PUSHED, {
    'assessment/read-history-of-lanes': 12 * PUSHED,
    'assessment/list-results-of-pairs': 12 * PUSHED,
    'assessment/list-register-edits': 12 * PUSHED,
    // two operations of each member, in three tables
    'assessment/list-delivered-operations': 20 * PUSHED,
    // into seven indexes
    'assessment/insert-assessments': 30 * PUSHED,
    'assessment/write-registers': 25 * PUSHED,
    'assessment/insert-register-edits': 25 * PUSHED,
    'tenants/record-changes': 25 * PUSHED,
  })
  expect(faults).toEqual([])
})

test("a family's overview reads the pages of its children", async () => {
  const query = 'with_groups=1&with_progress=1&with_awards=1&with_links=1&with_owners=1'
  // another number of rows, so that the second is not answered from the cache
  let rows = 900
  const read = () => call('parent', `/v1/users/${filled.parent}/members?page=0&per_page=${rows++}&${query}`)
  const faults = await faultsOf(read, 100, {
    'assessment/list-overview-versions': 100,
    'assessment/list-children/groups-progress-awards-links-owners': 2 * 200,
  })
  expect(faults).toEqual([])
})

test("each page of a tablet's whole load reads a few pages for each of its changes", async () => {
  const load = async () => {
    for (let cursor = '', more = true; more;)
      ({ cursor, more } = await call<ChangesReply>('coach', `/v1/sync/changes?cursor=${encodeURIComponent(cursor)}`))
  }
  // a reply has 500 changes at most
  const faults = await faultsOf(load, 400, {
    'assessment/list-changes-of-club': 3 * 500,
    'assessment/list-changed-results': 4 * 500,
    'assessment/list-changed-registers': 6 * 500,
    'assessment/list-changed-group-members': 400,
  })
  expect(faults).toEqual([])
})

test("a page of a club's members, and one member, read the pages of these members", async () => {
  const faults = await faultsOf(
    async () => {
      await call('club', '/v1/members?per_page=25&status=active&with_groups=1&with_scores=1&sort=ddob&page=1')
      const member = filled.members[0]?.member
      await call('club', `/v1/members/${member}`)
      await call('club', `/v1/members/${member}/log?per_page=25`)
      await call('club', `/v1/members/${member}/attendance?per_page=25`)
    },
    100,
    // 25 rows each, with what their members have; the log counts all entries
    { 'members/list-members/ddob': 25 * 25, 'members/list-log': 25 * 25, 'members/list-attendance': 10 * 25 },
  )
  expect(faults).toEqual([])
})

test('a report of a club reads the pages of the club', async () => {
  // of another period, so that the second is not answered with the figures that are kept
  const periods = [6, 12]
  const read = async () => {
    const months = periods.shift()
    for (const kind of ['attendance', 'percentage', 'levels', 'awards', 'unassessed', 'ready', 'coaches'])
      await call('club', `/v1/reports/${kind}?per_page=100&months=${months}`)
  }
  // four pages for each of the members, of whom some reports read what they have
  const faults = await faultsOf(read, 4 * CLUB_MEMBERS, {})
  expect(faults).toEqual([])
})

test('what an author sees of the whole client reads some pages of each club, and of those that a search finds', async () => {
  const { token } = await world.logIn(world.tenants[0], 'scheme')
  const read = async (path: string) => {
    const reply = await world.request({ url: `/v1/${path}`, host: world.tenants[0].host('scheme'), token })
    expect(reply.statusCode, reply.body).toBe(200)
    return reply.json<unknown>()
  }
  // many parents, of whom none has marked anybody
  await world.owner.query(
    `UPDATE users SET firstname = 'Quillon' WHERE client_id = 'one' AND type = 'parent'
       AND id IN (SELECT id FROM users WHERE client_id = 'one' AND type = 'parent' ORDER BY id LIMIT 100)`,
  )
  const faults = await faultsOf(
    async () => {
      await read('attention')
      await read('audit?per_page=25&search=quillon')
    },
    100,
    // of a hundred parents, nothing was entered by any
    { 'tenants/count-what-needs-attention': 10 * CLUBS.length, 'tenants/search-log/dat-users': 3 * 100 },
  )
  // it compares the names and addresses of all users
  expect(faults.filter((fault) => !fault.startsWith('tenants/find-people-of-log'))).toEqual([])
})

test('a night of retention reads the members who left and the mails that it may delete, and no others', async () => {
  const gone = filled.members.slice(0, 5).map(({ member }) => member)
  await world.owner.query(
    `UPDATE club_members SET status = 'inactive', inactive_since = now() - interval '3 years'
     WHERE client_id = 'one' AND member_id = ANY($1)`,
    [gone],
  )
  await world.owner.query(
    `INSERT INTO mails (client_id, user_id, kind, data, created_at, due_at, state, ended_at)
     SELECT 'one', $1, CASE WHEN n < 5 THEN 'invitation' ELSE 'award' END,
       jsonb_build_object('member', gen_random_uuid()), now(), now(), 'sent', now() - interval '3 years'
     FROM generate_series(0, 9999) n`,
    [filled.parent],
  )
  await world.owner.query('ANALYZE club_members, mails')
  const before = new Date(world.clock.now - 2 * YEAR_MS)
  const periods = { members: 24, guests: null, accounts: null, records: 24 }
  const faults = await faultsOf(
    () =>
      inTenant(db, 'one', 'write', async (tx) => {
        expect(await countDue(tx, periods, world.clock.now)).toEqual({ members: 5, records: 5 })
        expect(await dueIds(tx, 'members', before, 20)).toEqual(gone.toSorted())
      }),
    50,
    {},
  )
  expect(faults).toEqual([])
})

test('the undo of an archive of groups looks through the marks of the club once', async () => {
  const names = Array.from({ length: 10 }, (_, index) => `Returned ${index}`)
  const groups = names.map((name, index) => `${index},${name},mon,2024-01-01`)
  const payload = Buffer.from(
    zipSync({ 'groups.csv': strToU8(['group_number,name,weekdays,first_date', ...groups].join('\n')) }),
  )
  const request = { method: 'POST', host: world.tenants[0].host('club'), payload } as const
  const headers = { 'content-type': 'application/zip' }
  const returnAndUndo = async () => {
    const token = await tokenOf(world.tokens, filled, 'club')
    const returned = await world.request({ ...request, url: '/v1/club-return', token, headers })
    expect(returned.statusCode, returned.body).toBe(200)
    const [archive] = await call<ChangeSet[]>('club', '/v1/change-sets')
    await call('club', `/v1/change-sets/${archive?.id}/undo`, {})
    // the next one is newer
    world.clock.now += 1000
  }
  // a page for each mark of the club
  const own = { 'flows/read-groups-of-archive': HISTORY.marks * CLUB_MEMBERS }
  const faults = await faultsOf(returnAndUndo, 100, own)
  // what an archive brings is looked up in lists of the whole club, its accounts in one of the client
  expect(faults.filter((fault) => Object.keys(own).some((name) => fault.startsWith(name)))).toEqual([])
})
