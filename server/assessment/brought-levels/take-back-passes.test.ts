import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import { inTenant } from '#server/platform/tenancy.ts'
import { createWorld, Device, type Tenant, type World } from '#server/testing/world.ts'
import { bringPasses, takeBackPasses, type BroughtPass } from './bring-passes.ts'

let database: TestDatabase
let world: World
let one: Tenant
let schemeId: string

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  one = world.tenants[0]
  const { rows } = await world.owner.query<{ id: string }>(`SELECT id FROM schemes WHERE client_id = 'one'`)
  schemeId = rows[0]?.id ?? ''
})
afterAll(async () => {
  await world.close()
  await database.drop()
})

const bringer = (run: string) => ({
  clientId: one.id,
  clubId: one.club,
  userId: one.admin,
  timeZone: 'Europe/London',
  nowMs: ++world.clock.now,
  run,
})
const bring = (run: string, marks: readonly Pick<BroughtPass, 'memberId' | 'nodeId' | 'grade' | 'place'>[]) =>
  inTenant(world.db, one.id, 'write', (tx) =>
    bringPasses(
      tx,
      bringer(run),
      world.curricula,
      marks.map((mark) => ({ ...mark, schemeId, pass: 3, on: '2026-01-02', by: null })),
    ),
  )
const takeBack = (run: string, undone: readonly string[] = []) =>
  inTenant(world.db, one.id, 'write', (tx) => takeBackPasses(tx, bringer(run), world.curricula, { keep: [], undone }))
async function gradesOf(memberId: string): Promise<Record<string, number>> {
  const { rows } = await world.owner.query<{ node_id: string; grade: number }>(
    'SELECT node_id, grade FROM results WHERE member_id = $1',
    [memberId],
  )
  return Object.fromEntries(rows.map(({ node_id, grade }) => [node_id, grade]))
}

test('what an import brought gives way to what earlier imports, archives and coaches said', async () => {
  const [memberId] = one.members
  const [first, second] = [crypto.randomUUID(), crypto.randomUUID()]
  const place = { clubId: one.club, groupId: one.group }
  const device = new Device(world, one, (await world.logIn(one, 'coach')).token)
  await device.push(device.mark(memberId, '/stage-1/kick', 2, { ms: ++world.clock.now }))
  await bring(first, [
    { memberId, nodeId: '/stage-1/float', grade: 1 },
    { memberId, nodeId: '/stage-1/glide', grade: 2, place },
  ])
  await bring(
    second,
    ['float', 'glide', 'kick', 'dive'].map((skill) => ({ memberId, nodeId: `/stage-1/${skill}`, grade: 3 })),
  )
  expect(Object.values(await gradesOf(memberId))).toEqual([3, 3, 3, 3])
  await takeBack(second)
  expect(await gradesOf(memberId)).toEqual({
    '/stage-1/float': 1,
    '/stage-1/glide': 2,
    '/stage-1/kick': 2,
    '/stage-1/dive': -1,
  })
})

test('what an import brought that was undone meanwhile does not come back', async () => {
  const [, memberId] = one.members
  const [first, second] = [crypto.randomUUID(), crypto.randomUUID()]
  await bring(first, [{ memberId, nodeId: '/stage-1/float', grade: 1 }])
  await bring(second, [{ memberId, nodeId: '/stage-1/float', grade: 3 }])
  // nothing of it counts any more
  await takeBack(first)
  expect(await gradesOf(memberId)).toEqual({ '/stage-1/float': 3 })
  await takeBack(second, [first])
  expect(await gradesOf(memberId)).toEqual({ '/stage-1/float': -1 })
})
