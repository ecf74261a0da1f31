import { afterAll, beforeAll, expect, test } from 'vitest'
import type { LevelList } from '#contract/reports/level-lists.ts'
import type { Report } from '#contract/reports/reports.ts'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import { createWorld, Device, SKILLS, type Tenant, type World } from '#server/testing/world.ts'
import { MOST_SHOWN, shownLevelList } from './level-lists.ts'

let database: TestDatabase
let world: World
let one: Tenant
let two: Tenant
let token = ''
let device: Device

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  ;[one, two] = world.tenants
  token = (await world.logIn(one, 'club')).token
  device = new Device(world, one, (await world.logIn(one, 'coach')).token)
  // Siân passes stage 1, and Beca completes stage 2, which only a coach passes
  await device.push(
    ...SKILLS.map((skill) => device.mark(one.members[0], `/stage-1/${skill}`, 3)),
    device.mark(one.members[1], '/stage-2/turn', 3),
  )
})
afterAll(async () => {
  await world.close()
  await database.drop()
})

const get = (path: string, as = { host: one.host('club'), token }) =>
  world.request({ url: `/v1/level-lists/${path}`, ...as })
const list = async (path: string) => (await get(path)).json<LevelList>()

test('children whose level waits for a pass are listed by level and group', async () => {
  expect(await list('waiting')).toEqual({
    total: 1,
    levels: [{ level: 'swim/stage-2', title: expect.any(String), scheme: 'Swim', count: 1 }],
    rows: [
      {
        level: 'swim/stage-2',
        title: expect.any(String),
        scheme: 'Swim',
        group_id: one.group,
        group: 'Dolphins',
        count: 1,
        members: [{ uuid: one.members[1], firstname: 'Beca', lastname: "O'Connor", day: null }],
      },
    ],
  })
})

test('a badge of a level that was deleted since is still to be handed out, but nobody waits for its pass', async () => {
  const setDeleted = (table: 'scheme_nodes' | 'schemes', condition: string, at: 'now()' | 'NULL') =>
    world.owner.query(
      `WITH changed AS (UPDATE ${table} SET deleted_at = ${at} WHERE client_id = 'one' AND ${condition})
       -- so that kept lists are read anew, as after an edit
       UPDATE club_counters SET rev = rev + 1 WHERE client_id = 'one' AND '${table}' = 'scheme_nodes'`,
    )
  const figures = async () => {
    const read = (url: string) => world.request({ url, host: one.host('club'), token })
    const partOf = async (kind: string) => (await read(`/v1/reports/${kind}`)).json<Report>().part
    const members = await read('/v1/members?ready=1')
    return {
      badges: [(await list('badges')).total, await partOf('awards')],
      waiting: [(await list('waiting')).total, await partOf('ready'), members.json<unknown[]>().length],
    }
  }
  expect(await figures()).toEqual({ badges: [1, 1], waiting: [1, 1, 1] })
  await setDeleted('scheme_nodes', "id IN ('/stage-1', '/stage-2')", 'now()')
  expect(await figures()).toEqual({ badges: [1, 1], waiting: [0, 0, 0] })
  await setDeleted('scheme_nodes', "id IN ('/stage-1', '/stage-2')", 'NULL')
  await setDeleted('schemes', "slug = 'swim'", 'now()')
  expect((await figures()).waiting).toEqual([0, 0, 0])
  await setDeleted('schemes', "slug = 'swim'", 'NULL')
})

test('a badge is listed until it was handed over, and ordered from a file that the log knows of', async () => {
  expect(await list('badges')).toMatchObject({
    total: 1,
    rows: [{ level: 'swim/stage-1', group: 'Dolphins', members: [{ uuid: one.members[0] }] }],
  })
  const file = await get('badges/file?months=1')
  expect(file.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(file.body).toContain('scheme,level,group,number,firstname,lastname,passed\n')
  expect(file.body).toMatch(/Swim,.*,Dolphins,1,Siân,O'Connor,\d{4}-\d\d-\d\d/)
  const { rows } = await world.owner.query(
    `SELECT after FROM audit_log WHERE client_id = 'one' AND action = 'download' AND entity = 'report'`,
  )
  expect(rows).toEqual([{ after: { rows: 1, filters: { report: 'badges', months: '1' } } }])

  world.clock.now += 1_000
  const target = { kind: 'badge', memberUuid: one.members[0], schemeSlug: 'swim', schemeNodeId: '/stage-1' } as const
  await device.push(device.registerEntry(target, true))
  expect(await list('badges')).toEqual({ total: 0, levels: [], rows: [] })
})

test('the lists are those of the own club, for its office only', async () => {
  const foreign = { host: two.host('club'), token: (await world.logIn(two, 'club')).token }
  expect((await get('waiting', foreign)).json()).toEqual({ total: 0, levels: [], rows: [] })
  const coach = { host: one.host('coach'), token: (await world.logIn(one, 'coach')).token }
  for (const path of ['waiting', 'waiting/file']) expect((await get(path, coach)).statusCode).toBe(403)
  for (const path of ['passed', 'passed/file', 'badges?months=2', 'badges/file?months=2'])
    expect((await get(path)).statusCode).toBe(400)
  expect((await get('waiting', { host: one.host('club'), token: '' })).statusCode).toBe(401)
})

test('a page shows the first of very many, and how many there are of each level and group', () => {
  const member = { uuid: 'm', firstname: 'A', lastname: 'B', day: null }
  const row = { level: 'swim/stage-1', title: 'Stage 1', scheme: 'Swim', group_id: null, group: null }
  const last = { ...row, level: 'swim/stage-2', title: 'Stage 2' }
  const rows = [
    ...[1_500, 1_500].map((count) => ({ ...row, members: Array.from({ length: count }, () => member) })),
    { ...last, members: [member] },
  ]
  const { total, levels, rows: shown } = shownLevelList(rows)
  expect([total, shown.map(({ members }) => members.length)]).toEqual([3_001, [1_500, MOST_SHOWN - 1_500]])
  expect(shown.map(({ count }) => count)).toEqual([1_500, 1_500])
  expect(levels.map(({ title, count }) => [title, count])).toEqual([
    ['Stage 1', 3_000],
    ['Stage 2', 1],
  ])
})
