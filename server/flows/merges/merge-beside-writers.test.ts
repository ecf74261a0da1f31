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
  ;({ kept, merged, call, mergeRecords } = await enterTwoRecords(world, one, { inGroup: false }))
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
