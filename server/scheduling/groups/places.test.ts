import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import type { ChangesReply } from '#contract/assessment/sync.ts'
import type { ChangeSet } from '#contract/flows/change-sets.ts'
import type { GroupDetail, MovedGroup } from '#contract/scheduling/groups.ts'
import { addDays } from '#domain/platform/club-time.ts'
import { createWorld, Device, type Tenant, type World } from '#server/testing/world.ts'

let database: TestDatabase
let world: World
let one: Tenant
let adminToken = ''
let coachToken = ''
let today = ''

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  one = world.tenants[0]
  adminToken = (await world.logIn(one, 'club')).token
  coachToken = (await world.logIn(one, 'coach')).token
  today = world.today()
})
afterAll(async () => {
  await world.close()
  await database.drop()
})

const asAdmin = (options: Parameters<World['request']>[0]) =>
  world.request({ host: one.host('club'), token: adminToken, ...options })
const createGroup = async (fields: object) =>
  (
    await asAdmin({
      method: 'POST',
      url: '/v1/groups',
      payload: {
        name: 'Seals',
        weekdays: [1],
        first_date: '2020-01-01',
        coaches: [{ uuid: one.coach, from: '2020-01-01', to: null }],
        ...fields,
      },
    })
  ).json<GroupDetail>()
const readGroup = async (id: string) => (await asAdmin({ url: `/v1/groups/${id}` })).json<GroupDetail>()
const placesIn = async (id: string) =>
  (await readGroup(id)).members.map(({ uuid, from, to }) => ({ uuid, from, to: to ?? null }))
const addMembers = (id: string, member_uuids: string[]) =>
  asAdmin({ method: 'POST', url: `/v1/groups/${id}/members`, payload: { member_uuids } })
const changeFirstDate = async (id: string, first_date: string) => {
  const { revision } = await readGroup(id)
  const headers = { 'if-match': `"${revision}"` }
  const reply = await asAdmin({ method: 'PATCH', url: `/v1/groups/${id}`, payload: { first_date }, headers })
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json<GroupDetail>()
}
const pull = async (cursor = '') =>
  (
    await world.request({ url: `/v1/sync/changes${cursor && `?cursor=${cursor}`}`, token: coachToken })
  ).json<ChangesReply>()

test('members of a group that is to begin are in it from its first day, also when that day becomes an earlier one', async () => {
  const { id } = await createGroup({ first_date: addDays(today, 14) })
  const [child] = one.members
  await addMembers(id, [child])
  const { cursor } = await pull()
  const place = (days: number) => [{ uuid: child, from: addDays(today, days), to: null }]
  expect((await changeFirstDate(id, addDays(today, 7))).members).toMatchObject(place(7))
  expect((await pull(cursor)).changes.map(({ kind, key }) => [kind, key])).toContainEqual([
    'group_member',
    `${id}/${child}`,
  ])
  // a later first day leaves no session without its members either
  await changeFirstDate(id, addDays(today, 10))
  await changeFirstDate(id, addDays(today, 3))
  expect(await placesIn(id)).toEqual(place(3))
  // nobody was in a group on a day that is past
  await changeFirstDate(id, addDays(today, -7))
  expect(await placesIn(id)).toEqual(place(0))
})

test('a member whose group begins earlier since is taken out of it again by the undo of the entering', async () => {
  const { id } = await createGroup({ first_date: addDays(today, 14) })
  const [child] = one.members
  const added = (await addMembers(id, [child])).json<MovedGroup>()
  await changeFirstDate(id, addDays(today, 7))
  const undone = await asAdmin({ method: 'POST', url: `/v1/change-sets/${added.undo}/undo` })
  expect(undone.statusCode, undone.body).toBe(200)
  expect(await placesIn(id)).toEqual([])
})

test('a member who was to enter a group later and is moved there now is in it from today, until that is undone', async () => {
  const [{ id: from }, { id: to }] = [await createGroup({}), await createGroup({ max_size: 1 })]
  const [child] = one.members
  await addMembers(from, [child])
  await addMembers(to, [child])
  // as the board of the end of term does
  const begins = addDays(today, 20)
  await world.owner.query('UPDATE group_members SET to_date = $2 WHERE group_id = $1', [from, addDays(begins, -1)])
  await world.owner.query('UPDATE group_members SET from_date = $2 WHERE group_id = $1', [to, begins])
  const moved = await asAdmin({
    method: 'POST',
    url: `/v1/groups/${from}/members/${child}/move`,
    payload: { group_id: to },
  })
  expect(moved.statusCode, moved.body).toBe(200)
  expect(await placesIn(from)).toEqual([])
  expect(await placesIn(to)).toEqual([{ uuid: child, from: today, to: null }])
  const factsOf = async (reply: { json: <T>() => T }) =>
    (await asAdmin({ url: '/v1/change-sets?per_page=100' }))
      .json<ChangeSet[]>()
      .find(({ id }) => id === reply.json<MovedGroup>().undo)?.facts
  expect(await factsOf(moved)).toMatchObject({ did: 'move', left: ['Seals'], entered: ['Seals'] })
  const undone = await asAdmin({ method: 'POST', url: `/v1/change-sets/${moved.json<MovedGroup>().undo}/undo` })
  expect(undone.statusCode, undone.body).toBe(200)
  expect(await placesIn(from)).toEqual([{ uuid: child, from: today, to: addDays(begins, -1) }])
  expect(await placesIn(to)).toEqual([{ uuid: child, from: begins, to: null }])

  // added, the child has left no group
  const added = await addMembers(to, [child])
  expect(await placesIn(to)).toEqual([{ uuid: child, from: today, to: null }])
  expect(await factsOf(added)).toMatchObject({ did: 'enter', left: [], entered: ['Seals'] })
})

test('a member who is to leave a group and is added to it stays in it, until that is undone', async () => {
  const { id } = await createGroup({ max_size: 1 })
  const [child, other] = one.members
  await addMembers(id, [child])
  const lastDay = addDays(today, 5)
  await world.owner.query('UPDATE group_members SET to_date = $2 WHERE group_id = $1', [id, lastDay])
  const added = await addMembers(id, [child])
  expect(added.statusCode, added.body).toBe(200)
  expect(added.json<MovedGroup>().members).toMatchObject([{ uuid: child, to: null }])
  // what a coach enters until the last day stands in no undo's way
  const device = new Device(world, one, coachToken)
  const { outcomes } = await device.push(
    device.registerEntry({ kind: 'attendance', groupId: id, date: today, memberUuid: child }, 'present'),
  )
  expect(outcomes).toMatchObject([{ outcome: 'applied' }])
  const url = `/v1/change-sets/${added.json<MovedGroup>().undo}/undo`
  expect((await asAdmin({ method: 'POST', url })).statusCode).toBe(200)
  expect(await placesIn(id)).toMatchObject([{ uuid: child, to: lastDay }])
  // unless another child has the place by then
  await world.owner.query(
    `INSERT INTO group_members (client_id, group_id, member_id, from_date) VALUES ('one', $1, $2, $3)`,
    [id, other, addDays(lastDay, 1)],
  )
  expect((await addMembers(id, [child])).json()).toMatchObject({ error: 'GROUP_FULL', field: 'member_uuids' })
  const many = await asAdmin({
    method: 'POST',
    url: '/v1/members/bulk',
    payload: { action: 'enter', group_id: id, member_uuids: [child] },
  })
  expect(many.json()).toMatchObject({ error: 'GROUP_FULL', field: 'member_uuids' })
})
