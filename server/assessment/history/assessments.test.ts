import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { localDate } from '#domain/platform/club-time.ts'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import type { Assessment } from '#contract/assessment/assessments.ts'
import { createWorld, Device, type Tenant, type World } from '#server/testing/world.ts'

let database: TestDatabase
let world: World
let one: Tenant
let token: string
let tablet: Device
let otherTablet: Device

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  one = world.tenants[0]
  token = (await world.logIn(one, 'coach')).token
  tablet = new Device(world, one, token)
  otherTablet = new Device(world, one, token)
})
afterAll(async () => {
  await world.close()
  await database.drop()
})

const requestHistory = (uuid: string, query = '', callerToken = token, host = one.host('coach')) =>
  world.request({ url: `/v1/members/${uuid}/assessments${query}`, token: callerToken, host })

async function history(uuid: string, query = ''): Promise<{ marks: Assessment[]; total: number }> {
  const reply = await requestHistory(uuid, query)
  expect(reply.statusCode, reply.body).toBe(200)
  return { marks: reply.json<Assessment[]>(), total: Number(reply.headers['x-total-count']) }
}

describe('the history of a member', () => {
  test('is empty before the first mark', async () => {
    expect(await history(one.members[0])).toEqual({ marks: [], total: 0 })
  })

  test('lists every mark, newest first, with author, time, day and the mark that counted before', async () => {
    const [sian] = one.members
    const startMs = world.clock.now
    const first = tablet.mark(sian, '/stage-1/float', 2, { ms: startMs })
    const second = tablet.mark(sian, '/stage-1/float', 3, { ms: startMs + 1 })
    const manualPass = tablet.mark(sian, '/stage-2/manual', 1, { ms: startMs + 2 })
    // later than all three marks, because the server sets back stamps that are ahead of its clock
    world.clock.now += 10
    await tablet.push(first, second, manualPass)
    const { marks, total } = await history(sian)
    expect(total).toBe(3)
    expect(marks.map(({ node_id, grade, counts, before }) => [node_id, grade, counts, before])).toEqual([
      ['/stage-2/manual', 1, true, null],
      ['/stage-1/float', 3, true, { grade: 2, pass: 3 }],
      ['/stage-1/float', 2, false, null],
    ])
    expect(marks[1]).toMatchObject({
      op_id: second.opId,
      scheme_slug: 'swim',
      title: 'float',
      grade_kind: 3,
      author: 'Anna Pritchard',
      author_uuid: one.coach,
      date: localDate(startMs + 1, 'Europe/London'),
      entered_ts: Math.floor((startMs + 1) / 1000),
    })
    expect(marks[0]?.title).toBe('stage-2')
  })

  test('lists a mark that its own device had already superseded, but never as the mark that counted before', async () => {
    const [, beca] = one.members
    const startMs = world.clock.now
    const older = tablet.mark(beca, '/stage-1/kick', 1, { ms: startMs })
    const newer = tablet.mark(beca, '/stage-1/kick', 3, { ms: startMs + 1 })
    // later than all three marks, as above
    world.clock.now += 10
    // the older mark arrives after the newer one
    await tablet.push(newer)
    await tablet.push(older)
    await otherTablet.push(otherTablet.mark(beca, '/stage-1/kick', 2, { ms: startMs + 5 }))
    const { marks } = await history(beca)
    expect(marks.map(({ grade, counts, before }) => [grade, counts, before?.grade ?? null])).toEqual([
      [2, true, 3],
      [3, false, null],
      [1, false, null],
    ])
  })

  test('is that of a guest, too, for as long as the guest’s marks are on the coach’s tablet', async () => {
    const guest = crypto.randomUUID()
    const mark = tablet.mark(guest, '/stage-1/float', 3)
    const { outcomes } = await tablet.push(tablet.guest(guest, { firstname: 'Lily' }), mark)
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['applied', 'applied'])
    const { marks } = await history(guest)
    expect(marks.map(({ op_id, counts, before }) => [op_id, counts, before])).toEqual([[mark.opId, true, null]])
    const leave = (day: string) =>
      world.owner.query('UPDATE guests SET from_date = $2, to_date = $2 WHERE member_id = $1', [guest, day])
    await leave(world.today(-30))
    expect((await requestHistory(guest)).statusCode).toBe(200)
    await leave(world.today(-31))
    expect((await requestHistory(guest)).statusCode).toBe(404)
  })

  test('is read in pages, with each mark once', async () => {
    // has three marks from the test above
    const [sian] = one.members
    const pages = await Promise.all([0, 1, 2].map((page) => history(sian, `?page=${page}&per_page=2`)))
    expect(pages.map(({ marks, total }) => [marks.length, total])).toEqual([
      [2, 3],
      [1, 3],
      [0, 3],
    ])
    expect(new Set(pages.flatMap(({ marks }) => marks.map((mark) => mark.op_id))).size).toBe(3)
  })
})

describe('a history that the caller may not read', () => {
  test('is answered like that of a member who does not exist', async () => {
    const missing = await requestHistory(crypto.randomUUID())
    const foreign = await requestHistory(world.tenants[1].members[0])
    expect([missing.statusCode, foreign.statusCode]).toEqual([404, 404])
    expect(foreign.json<object>()).toEqual(missing.json<object>())
  })

  test('cannot be read from 31 days after the coach or the child has left the group', async () => {
    const [sian] = one.members
    const setLastDay = (table: string, date: string | null) =>
      world.owner.query(`UPDATE ${table} SET to_date = $2 WHERE group_id = $1`, [one.group, date])
    for (const table of ['group_coaches', 'group_members']) {
      await setLastDay(table, world.today(-30))
      expect((await requestHistory(sian)).statusCode, table).toBe(200)
      await setLastDay(table, world.today(-31))
      expect((await requestHistory(sian)).statusCode, table).toBe(404)
      await setLastDay(table, null)
    }
  })

  test('cannot be read from 31 days after the group has ended, or from when no register may be taken any more', async () => {
    const [sian] = one.members
    const statusWhenEnded = async (daysAgo: number) => {
      await world.owner.query('UPDATE groups SET last_date = $2 WHERE id = $1', [one.group, world.today(-daysAgo)])
      return (await requestHistory(sian)).statusCode
    }
    expect(await statusWhenEnded(30)).toBe(200)
    expect(await statusWhenEnded(31)).toBe(404)
    await world.owner.query('UPDATE groups SET last_date = NULL WHERE id = $1', [one.group])
  })

  test('is refused to other portals, without a token, and for a wrong query', async () => {
    const [sian] = one.members
    const parent = await world.logIn(one, 'parent')
    expect((await requestHistory(sian, '', parent.token, one.host('parent'))).statusCode).toBe(403)
    expect((await world.request({ url: `/v1/members/${sian}/assessments` })).statusCode).toBe(401)
    for (const query of ['?page=x', '?per_page=0', '?per_page=1001', '?sort=x'])
      expect((await requestHistory(sian, query)).statusCode, query).toBe(400)
    expect((await requestHistory('nobody')).statusCode).toBe(400)
  })
})
