import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import type { MemberProgress } from '#contract/assessment/member-record.ts'
import { enterTwoRecords, type TwoRecords } from '#server/testing/two-records.ts'
import { createWorld, Device, SKILLS, type Tenant, type World } from '#server/testing/world.ts'

let database: TestDatabase
let world: World
let one: Tenant
/** Two records of one child. */
let kept = ''
let merged = ''
let call: TwoRecords['call']
let mergeRecords: TwoRecords['mergeRecords']
let undoMerge: TwoRecords['undoMerge']

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
  ;({ kept, merged, call, mergeRecords, undoMerge } = await enterTwoRecords(world, one))
})

const startAtStage2 = (uuid: string) =>
  call({ method: 'POST', url: `/v1/members/${uuid}/starts-at`, payload: { level: 'swim/stage-2' } })
async function passSkills(uuid: string): Promise<void> {
  const device = new Device(world, one, (await world.logIn(one, 'coach')).token)
  await device.push(...SKILLS.map((skill) => device.mark(uuid, `/stage-1/${skill}`, 3, { ms: ++world.clock.now })))
}
/** For each level that a member has passed: was it elsewhere? */
async function passedElsewhere(uuid: string): Promise<[string, boolean][]> {
  const { awards } = (await call({ url: `/v1/members/${uuid}/progress` })).json<MemberProgress>()
  return awards.filter(({ ended_ts }) => ended_ts === null).map(({ node_id, brought }) => [node_id, brought])
}

test('a level that was passed elsewhere is so after a merge and after its undo', async () => {
  await startAtStage2(merged)
  await mergeRecords()
  expect(await passedElsewhere(kept)).toEqual([['/stage-1', true]])
  await undoMerge()
  expect([await passedElsewhere(kept), await passedElsewhere(merged)]).toEqual([[], [['/stage-1', true]]])
})

test('a level that was passed here stays so when a record with the level from elsewhere is merged into it', async () => {
  await passSkills(kept)
  await startAtStage2(merged)
  await mergeRecords()
  expect(await passedElsewhere(kept)).toEqual([['/stage-1', false]])
  await undoMerge()
  expect([await passedElsewhere(kept), await passedElsewhere(merged)]).toEqual([
    [['/stage-1', false]],
    [['/stage-1', true]],
  ])
})

test('a level that an author has deleted since stays with the child through a merge and its undo', async () => {
  await passSkills(merged)
  const setDeleted = async (deletedAt: string | null) => {
    await world.owner.query(`UPDATE scheme_nodes SET deleted_at = $1 WHERE client_id = 'one' AND id LIKE '/stage-1%'`, [
      deletedAt,
    ])
    await world.owner.query(`UPDATE schemes SET revision = revision + 1 WHERE client_id = 'one'`)
  }
  await setDeleted('2026-01-02')
  for (const isBack of [false, true]) {
    await mergeRecords()
    expect(await passedElsewhere(kept)).toEqual([['/stage-1', false]])
    // the author brings the level back
    if (isBack) await setDeleted(null)
    await undoMerge()
    expect([await passedElsewhere(kept), await passedElsewhere(merged)]).toEqual([[], [['/stage-1', false]]])
  }
  const { rows } = await world.owner.query('SELECT FROM awards WHERE member_id = ANY($1)', [[kept, merged]])
  expect(rows).toHaveLength(1)
})
