import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import type { MemberDetail } from '#contract/members/club-members.ts'
import type { MemberMerge } from '#contract/flows/member-merges.ts'
import type { Undone } from '#contract/flows/change-sets.ts'
import type { GroupDetail } from '#contract/scheduling/groups.ts'
import { enterTwoRecords, type TwoRecords } from '#server/testing/two-records.ts'
import { untilWaiting } from '#server/testing/until-waiting.ts'
import { createWorld, type Tenant, type World } from '#server/testing/world.ts'

let database: TestDatabase
let world: World
let one: Tenant
/** Two records of one child. */
let kept = ''
let merged = ''
let lastname = ''
/** Another group of the club. */
let other = ''
let call: TwoRecords['call']
let mergeRecords: TwoRecords['mergeRecords']

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  one = world.tenants[0]
})
afterAll(async () => {
  await world.close()
  await database.drop()
})
beforeEach(async () => {
  ;({ kept, merged, lastname, call, mergeRecords } = await enterTwoRecords(world, one, { inGroup: false }))
})

test.each([
  ['a place in a group', () => ({ url: `/v1/groups/${one.group}/members`, payload: { member_uuids: [merged] } })],
  [
    'an ability group',
    () => ({ url: '/v1/members/bulk', payload: { action: 'tag', tag: 'Squad', on: 1, member_uuids: [merged] } }),
  ],
])('%s that the merged record gets while it is merged is the child’s', async (_name, change) => {
  // the change is written, and waits with its commit
  await world.owner.query('BEGIN')
  await world.owner.query('SELECT FROM club_counters WHERE club_id = $1 FOR UPDATE', [one.club])
  const changing = call({ method: 'POST', ...change() })
  await untilWaiting(world, 1)
  const merging = mergeRecords()
  await untilWaiting(world, 2)
  await world.owner.query('COMMIT')
  await Promise.all([changing, merging])
  const member = (await call({ url: `/v1/members/${kept}` })).json<MemberDetail>()
  expect([...member.groups.map(({ name }) => name), ...member.tags]).toHaveLength(1)
})

/** Erases a record as an administrator who has typed the name. */
async function erase(memberId: string, name: string): Promise<number> {
  const { token } = await world.logIn(one, 'club')
  const url = `/v1/members/${memberId}`
  const reply = await world.request({ method: 'DELETE', url, host: one.host('club'), token, payload: { name } })
  return reply.statusCode
}

test('a record that was merged, or is being merged, is not erased without the child', async () => {
  const name = `Sam ${lastname}`
  await world.owner.query('BEGIN')
  await world.owner.query('SELECT FROM club_counters WHERE club_id = $1 FOR UPDATE', [one.club])
  const merging = mergeRecords()
  await untilWaiting(world, 1)
  const erasing = erase(merged, name)
  await untilWaiting(world, 2)
  await world.owner.query('COMMIT')
  await merging
  expect(await erasing).toBe(404)
  expect(await erase(merged, name)).toBe(404)
  expect(await erase(kept, `Samuel ${lastname}`)).toBe(204)
  const { rowCount } = await world.owner.query('SELECT FROM members WHERE id = ANY($1)', [[kept, merged]])
  expect(rowCount).toBe(0)
})

test('an undo leaves the number to a member who gets it in the same moment', async () => {
  const { token } = await world.logIn(one, 'club')
  const asAdmin = (options: InjectOptions) => world.request({ host: one.host('club'), token, ...options })
  await world.owner.query(`UPDATE members SET ngo_id = 'N-1' WHERE id = $1`, [merged])
  // the kept record has a number of its own, so that the merged one's is free
  await world.owner.query(`UPDATE members SET ngo_id = 'N-2' WHERE id = $1`, [kept])
  await mergeRecords()
  const [merge] = (await call({ url: '/v1/members/merges' })).json<MemberMerge[]>()
  // the other member is written, and waits with its commit
  await world.owner.query('BEGIN')
  await world.owner.query('SELECT FROM club_counters WHERE club_id = $1 FOR UPDATE', [one.club])
  const payload = { firstname: 'Nia', lastname, dob: '2017-01-02', ngo_id: 'N-1' }
  const entering = call({ method: 'POST', url: '/v1/members', payload })
  await untilWaiting(world, 1)
  const undoing = asAdmin({ method: 'POST', url: `/v1/change-sets/${merge?.id}/undo` })
  await untilWaiting(world, 2)
  await world.owner.query('COMMIT')
  await entering
  const undone = await undoing
  expect(undone.statusCode, undone.body).toBe(200)
  expect(undone.json<Undone>().kept).toMatchObject([{ why: 'number-taken', id: merged, number: 'N-1' }])
  const { rows } = await world.owner.query(`SELECT firstname FROM members WHERE ngo_id = 'N-1'`)
  expect(rows).toEqual([{ firstname: 'Nia' }])
})

test.each([
  ['one member', () => ({ url: `/v1/groups/${one.group}/members/${merged}/move`, payload: { group_id: other } })],
  [
    'many members',
    () => ({
      url: '/v1/members/bulk',
      payload: { action: 'move', from_group_id: one.group, group_id: other, member_uuids: [merged] },
    }),
  ],
])('a move of %s waits for a merge, and is refused when the record is gone', async (_name, move) => {
  const { token } = await world.logIn(one, 'club')
  const group = { name: 'Seals', weekdays: [1], first_date: '2020-01-01' }
  other = (await call({ method: 'POST', url: '/v1/groups', payload: group })).json<GroupDetail>().id
  await call({ method: 'POST', url: `/v1/groups/${one.group}/members`, payload: { member_uuids: [kept, merged] } })
  // the merge has locked both records, and waits for their histories
  await world.owner.query('BEGIN')
  await world.owner.query('SELECT FROM member_schemes WHERE member_id = $1 FOR UPDATE', [merged])
  const merging = mergeRecords()
  await untilWaiting(world, 1)
  const moving = world.request({ method: 'POST', host: one.host('club'), token, ...move() })
  await untilWaiting(world, 2)
  await world.owner.query('COMMIT')
  await merging
  const moved = await moving
  expect(moved.statusCode, moved.body).toBe(404)
})
