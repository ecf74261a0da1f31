import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import type { MemberDetail } from '#contract/members/club-members.ts'
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
