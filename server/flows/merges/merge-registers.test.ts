import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import type { AttendanceEntry } from '#contract/members/club-members.ts'
import { enterTwoRecords, type TwoRecords } from '#server/testing/two-records.ts'
import { createWorld, Device, type Tenant, type World } from '#server/testing/world.ts'

let database: TestDatabase
let world: World
let one: Tenant
let device: Device
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
  device = new Device(world, one, (await world.logIn(one, 'coach')).token)
})
afterAll(async () => {
  await world.close()
  await database.drop()
})
beforeEach(async () => {
  ;({ kept, merged, call, mergeRecords, undoMerge } = await enterTwoRecords(world, one))
})

async function enter(...operations: Parameters<Device['push']>): Promise<void> {
  world.clock.now += 1_000
  const { outcomes } = await device.push(...operations)
  expect(outcomes.map(({ outcome }) => outcome)).toEqual(operations.map(() => 'applied'))
}
const attends = (memberUuid: string, value: 'present' | 'absent' | null) =>
  enter(device.registerEntry({ kind: 'attendance', groupId: one.group, date: world.today(), memberUuid }, value))
const getsBadge = (memberUuid: string, value: boolean) =>
  enter(device.registerEntry({ kind: 'badge', memberUuid, schemeSlug: 'swim', schemeNodeId: '/stage-1' }, value))
async function attendanceOf(uuid: string): Promise<(string | null)[]> {
  const entries = (await call({ url: `/v1/members/${uuid}/attendance` })).json<AttendanceEntry[]>()
  return entries.map(({ value }) => value)
}
async function badgeOf(uuid: string): Promise<unknown> {
  const sql = `SELECT value, author_id,
      (SELECT count(*)::int FROM register_edits edit WHERE edit.lane = registers.lane) AS edits
    FROM registers WHERE member_id = $1 AND kind = 'badge'`
  return (await world.owner.query(sql, [uuid])).rows
}

test('of two entries about one session, a merge keeps the one that says most, and its undo gives both back', async () => {
  for (const [ofKept, ofMerged, together] of [
    [null, 'present', 'present'],
    [null, 'absent', 'absent'],
    ['absent', 'present', 'present'],
    ['present', 'absent', 'present'],
    ['absent', null, 'absent'],
  ] as const) {
    // an entry that was taken back is one that says nothing
    await attends(kept, ofKept ?? 'present')
    await attends(kept, ofKept)
    await attends(merged, ofMerged ?? 'present')
    await attends(merged, ofMerged)
    const before = [await attendanceOf(kept), await attendanceOf(merged)]
    await mergeRecords()
    expect(await attendanceOf(kept), `${ofKept} and ${ofMerged}`).toEqual([together])
    await undoMerge()
    expect([await attendanceOf(kept), await attendanceOf(merged)]).toEqual(before)
  }
})

test('a badge that was handed over to the merged record is the child’s, also when the kept one had it taken back', async () => {
  await getsBadge(kept, true)
  await getsBadge(kept, false)
  await getsBadge(merged, true)
  const before = [await badgeOf(kept), await badgeOf(merged)]
  await mergeRecords()
  expect(await badgeOf(kept)).toEqual([{ value: true, author_id: one.coach, edits: 1 }])
  await undoMerge()
  expect([await badgeOf(kept), await badgeOf(merged)]).toEqual(before)
})
