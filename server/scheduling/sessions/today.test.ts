import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Today, TodaysSession } from '#contract/scheduling/today.ts'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import { addDays, noonOf, weekday } from '#domain/platform/club-time.ts'
import { createWorld, Device, type Tenant, type World } from '#server/testing/world.ts'

let database: TestDatabase
let world: World
let one: Tenant
let two: Tenant
let token = ''
let today = ''
let device: Device

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  ;[one, two] = world.tenants
  today = world.today()
  world.clock.now = noonOf(today, 'Europe/London') * 1000
  token = (await world.logIn(one, 'club')).token
  device = new Device(world, one, (await world.logIn(one, 'coach')).token)
})
afterAll(async () => {
  await world.close()
  await database.drop()
})

async function registers(): Promise<TodaysSession[]> {
  const reply = await world.request({ url: '/v1/today', host: one.host('club'), token })
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json<Today>().sessions
}
const remind = (date = today, group = one.group, as = { host: one.host('club'), token }) =>
  world.request({ method: 'POST', url: `/v1/groups/${group}/sessions/${date}/reminder`, ...as })
const attendance = (member: string) =>
  device.registerEntry({ kind: 'attendance', memberUuid: member, date: today }, 'present')
const attend = (member: string) => device.push(attendance(member))
/** Sets when the group's sessions begin; it is noon at the club, and they take half an hour. */
const startsAt = (time: string) => world.owner.query('UPDATE groups SET start_at = $2 WHERE id = $1', [one.group, time])

describe('the registers of the club’s day', () => {
  test('are to come, open and late with the time, and done when everybody is marked, with who did it', async () => {
    expect(await registers()).toMatchObject([
      { group_id: one.group, name: 'Dolphins', state: 'coming', members: 2, taken_by: [], reminded_ts: null },
    ])
    await startsAt('11:50')
    await attend(one.members[0])
    expect(await registers()).toMatchObject([{ state: 'open', present: 1, taken_by: [{ uuid: one.coach }] }])
    await startsAt('11:30')
    expect(await registers()).toMatchObject([{ state: 'late' }])
  })

  test('are not done by the attendance of a guest, who is none of the group’s members', async () => {
    await startsAt('11:50')
    const guest = crypto.randomUUID()
    await device.push(device.guest(guest, { firstname: 'Lily' }), attendance(guest))
    expect(await registers()).toMatchObject([{ state: 'open', members: 2, present: 1 }])
  })

  test('are read by no coach', async () => {
    const coach = await world.logIn(one, 'coach')
    expect((await world.request({ url: '/v1/today', token: coach.token })).statusCode).toBe(403)
    expect((await world.request({ url: '/v1/today' })).statusCode).toBe(401)
    expect((await world.request({ url: '/v1/today?day=1', host: one.host('club'), token })).statusCode).toBe(400)
  })
})

describe('a reminder of a register', () => {
  test('is refused to others, for groups of others, and for other days', async () => {
    const foreign = { host: two.host('club'), token: (await world.logIn(two, 'club')).token }
    expect((await remind(today, one.group, foreign)).statusCode).toBe(404)
    expect((await remind(today, two.group)).statusCode).toBe(404)
    expect((await remind(addDays(today, -1))).statusCode).toBe(404)
    expect((await remind('2026-13-01')).statusCode).toBe(404)
    expect((await remind('today')).statusCode).toBe(400)
    const coach = { host: one.host('coach'), token: (await world.logIn(one, 'coach')).token }
    expect((await remind(today, one.group, coach)).statusCode).toBe(403)
    expect(await world.mails(one)).toEqual([])
  })

  test('goes to the coaches once, and the log says who sent it', async () => {
    const [first, second] = [await remind(), await remind()]
    expect([first.statusCode, second.statusCode]).toEqual([200, 200])
    expect(first.json<TodaysSession>().reminded_ts).not.toBeNull()
    expect(second.json()).toEqual(first.json())
    const mails = await world.mails(one)
    expect(mails.map(({ subject }) => subject)).toEqual(['The register of Dolphins is not complete'])
    const { rows } = await world.owner.query(
      `SELECT user_id, after FROM audit_log WHERE entity_id = $1 AND action = 'remind'`,
      [`${one.group}/${today}`],
    )
    expect(rows).toEqual([{ user_id: one.admin, after: { coaches: [one.coach] } }])
  })

  test('is not sent when the session was moved to another day meanwhile', async () => {
    await world.owner.query(`DELETE FROM audit_log WHERE action = 'remind'`)
    expect((await remind()).statusCode).toBe(200)
    await world.owner.query('UPDATE groups SET weekdays = $2 WHERE id = $1', [one.group, [weekday(today)]])
    const url = `/v1/groups/${one.group}/sessions/${today}`
    const moved = { date: addDays(today, 1), start_at: '11:30' }
    const put = (payload: object) => world.request({ method: 'PUT', url, host: one.host('club'), token, payload })
    const planned = { cancelled: false, reason: null, cover_uuid: null, moved: null }
    expect((await put({ ...planned, moved })).statusCode).toBe(200)
    expect(await world.mails(one)).toEqual([])
    expect((await put(planned)).statusCode).toBe(200)
  })

  test('is not sent when the register was completed meanwhile, and refused from then on', async () => {
    await world.owner.query(`DELETE FROM audit_log WHERE action = 'remind'`)
    expect((await remind()).statusCode).toBe(200)
    await attend(one.members[1])
    expect(await world.mails(one)).toEqual([])
    await world.owner.query(`DELETE FROM audit_log WHERE action = 'remind'`)
    expect(await registers()).toMatchObject([{ state: 'done', present: 2 }])
    expect((await remind()).statusCode).toBe(400)
  })
})
