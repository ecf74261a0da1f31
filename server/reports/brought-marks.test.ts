import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MemberDetail } from '#contract/members/club-members.ts'
import type { Attention } from '#contract/tenants/attention.ts'
import type { Report, ReportMember } from '#contract/reports/reports.ts'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import { addDays } from '#domain/platform/club-time.ts'
import { createWorld, Device, type Tenant, type World } from '#server/testing/world.ts'

let database: TestDatabase
let world: World
let one: Tenant
let token = ''

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  one = world.tenants[0]
  token = (await world.logIn(one, 'club')).token
})
afterAll(async () => {
  await world.close()
  await database.drop()
})

const call = (options: Parameters<World['request']>[0]) => world.request({ host: one.host('club'), token, ...options })
const startAt = async (uuid: string) => {
  const payload = { level: 'swim/stage-2' }
  const reply = await call({ method: 'POST', url: `/v1/members/${uuid}/starts-at`, payload })
  expect(reply.statusCode, reply.body).toBe(204)
}

test('a level that was passed elsewhere is no mark of this club', async () => {
  const payload = { firstname: 'Nia', lastname: 'Pugh', dob: '2017-01-02' }
  const { uuid } = (await call({ method: 'POST', url: '/v1/members', payload })).json<MemberDetail>()
  await call({ method: 'POST', url: `/v1/groups/${one.group}/members`, payload: { member_uuids: [uuid] } })
  const unassessed = async () => {
    const url = '/v1/reports/unassessed/members?per_page=100'
    return (await call({ url })).json<ReportMember[]>().map((member) => [member.uuid, member.last])
  }
  const coaches = async () =>
    (await call({ url: '/v1/reports/coaches' })).json<Report>().rows.map(({ name, part }) => [name, part])
  // the others have been in the group since 2020, the new child since today
  const before = await unassessed()
  expect(before.map(([id]) => id)).toEqual(expect.arrayContaining([...one.members]))
  expect(before.map(([id]) => id)).not.toContain(uuid)
  const marked = await coaches()
  await startAt(uuid)
  await startAt(one.members[0])
  // as an import with the day of the level writes it
  const today = world.today()
  await world.owner.query(`UPDATE assessments SET date = $1 WHERE brought_by IS NOT NULL AND member_id = $2`, [
    addDays(today, -1),
    one.members[0],
  ])
  await world.owner.query('UPDATE results SET ts = $1 WHERE member_id = $2', [
    Math.floor(world.clock.now / 1000) - 86_400,
    one.members[0],
  ])
  await world.owner.query('UPDATE club_counters SET rev = rev + 1')
  expect(await unassessed()).toEqual(before)
  expect(await coaches()).toEqual(marked)
  const idleClubs = async () => {
    const author = (await world.logIn(one, 'scheme')).token
    const reply = await world.request({ url: '/v1/attention', host: one.host('scheme'), token: author })
    return reply.json<Attention>().idle_clubs
  }
  expect(await idleClubs()).toBe(1)
  const device = new Device(world, one, (await world.logIn(one, 'coach')).token)
  await device.push(device.mark(one.members[0], '/stage-1/float', 1))
  expect(await idleClubs()).toBe(0)
  expect((await unassessed()).map(([id]) => id)).toEqual(before.map(([id]) => id).filter((id) => id !== one.members[0]))
})
