import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import type { ChangesReply, Conflict } from '#contract/assessment/sync.ts'
import { lockAndListMemberKeys } from '#server/members/commands.ts'
import { recordChanges } from '#server/tenants/changes/change-counters.ts'
import { addSecondCoach } from '#server/testing/add-user.ts'
import { createWorld, Device, PASSWORD, type Tenant, type World } from '#server/testing/world.ts'
import { inTenant } from '#server/platform/tenancy.ts'

let database: TestDatabase
let world: World
let one: Tenant
/** Anna and Bryn coach the same group, each with a tablet. */
let anna: Coach
let bryn: Coach

interface Coach {
  device: Device
  token: string
  id: string
  /** The change counter that the tablet has reached; its later marks name it as their base revision. */
  rev: number
}

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  one = world.tenants[0]
  const brynsId = await addSecondCoach(world, one)
  const login = (email: string) =>
    world.request({
      method: 'POST',
      url: '/v1/auth/login',
      payload: { client_id: one.id, type: 'coach', email, password: PASSWORD },
    })
  const logInCoach = async (email: string, uuid: string): Promise<Coach> => {
    const { token } = (await login(email)).json<{ token: string }>()
    return { device: new Device(world, one, token, uuid), token, id: uuid, rev: 0 }
  }
  anna = await logInCoach('coach@one.example', one.coach)
  bryn = await logInCoach('bryn@one.example', brynsId)
})
afterAll(async () => {
  await world.close()
  await database.drop()
})

/** Loads everything on a coach's tablet, advances its change counter, and returns the open conflicts. */
async function pull(coach: Coach): Promise<Conflict[]> {
  const conflicts = new Map<string, Conflict>()
  for (let cursor = ''; ;) {
    const url = `/v1/sync/changes?club_id=${one.club}&cursor=${cursor}`
    const page = (await world.request({ url, token: coach.token })).json<ChangesReply>()
    for (const change of page.changes)
      if (change.kind === 'conflict' && change.data) conflicts.set(change.key, change.data)
    coach.rev = page.rev
    cursor = page.cursor
    if (!page.more) return [...conflicts.values()]
  }
}

/** Pushes a mark, by default a millisecond newer than the last one, and returns its outcome. */
async function mark(coach: Coach, member: string, node: string, grade: number, ms = ++world.clock.now) {
  const op = { ...coach.device.mark(member, node, grade, { ms }), baseRev: coach.rev }
  const { outcomes } = await coach.device.push(op)
  return outcomes[0]?.outcome
}

/** Author, grade and whether it wins, of each mark of the first conflict. */
const sidesOf = ([conflict]: Conflict[]) => conflict?.marks.map((side) => [side.authorName, side.grade, side.wins])

test('two coaches who marked a skill differently without seeing each other’s mark get a conflict, which a new mark settles', async () => {
  const [sian] = one.members
  await pull(anna)
  await pull(bryn)
  const ms = world.clock.now - 60_000
  expect(await mark(anna, sian, '/stage-1/float', 3, ms + 5_000)).toBe('applied')
  // Bryn's mark was made earlier but arrives later
  expect(await mark(bryn, sian, '/stage-1/float', 1, ms)).toBe('superseded')
  const sides = [
    ['Bryn Hughes', 1, false],
    ['Anna Pritchard', 3, true],
  ]
  expect(sidesOf(await pull(anna))).toEqual(sides)
  expect(sidesOf(await pull(bryn))).toEqual(sides)
  await mark(bryn, sian, '/stage-1/float', 3)
  expect(await pull(anna)).toEqual([])
  expect(await pull(bryn)).toEqual([])
  const { rows } = await world.owner.query(
    `SELECT user_id FROM audit_log WHERE client_id = 'one' AND entity = 'conflict' AND action = 'settle'`,
  )
  expect(rows).toEqual([{ user_id: bryn.id }])
})

test('a conflict shows the same marks whatever their order of arrival, although one clock is 15 minutes slow', async () => {
  const [sian, beca] = one.members
  await pull(anna)
  await pull(bryn)
  const ms = world.clock.now - 40 * 60_000
  /** Bryn's clock is 15 minutes slow, so Anna's mark wins, whichever arrives first. */
  const slow = ms - 15 * 60_000
  await mark(anna, sian, '/stage-1/glide', 2, ms)
  await mark(bryn, sian, '/stage-1/glide', 3, slow)
  await mark(bryn, beca, '/stage-1/glide', 3, slow)
  await mark(anna, beca, '/stage-1/glide', 2, ms)
  const open = await pull(anna)
  expect(open).toHaveLength(2)
  for (const conflict of open)
    expect(sidesOf([conflict])).toEqual([
      ['Bryn Hughes', 3, false],
      ['Anna Pritchard', 2, true],
    ])
  // Anna has pulled both conflicts, so her next marks settle them
  for (const member of one.members) await mark(anna, member, '/stage-1/glide', 2)
  expect(await pull(bryn)).toEqual([])
})

test('no conflict arises from the same grade, from the coach’s own mark, from a mark that the coach has seen, or without a base revision', async () => {
  const [sian, beca] = one.members
  await pull(anna)
  await pull(bryn)
  // the same grade
  await mark(anna, sian, '/stage-1/kick', 2)
  await mark(bryn, sian, '/stage-1/kick', 2)
  // Anna's own earlier mark
  await mark(anna, beca, '/stage-1/kick', 1)
  await mark(anna, beca, '/stage-1/kick', 2)
  // a mark that Bryn has seen
  await pull(bryn)
  await mark(bryn, beca, '/stage-1/kick', 3)
  // a mark that does not say what its device had seen
  const { outcomes } = await anna.device.push(anna.device.mark(beca, '/stage-1/kick', 1, { ms: ++world.clock.now }))
  expect(outcomes[0]?.outcome).toBe('applied')
  expect(await pull(anna)).toEqual([])
})

test('a new mark of a coach who has not seen the conflict replaces that coach’s mark in it, and settles the conflict if both grades are then equal', async () => {
  const [sian] = one.members
  await pull(anna)
  await pull(bryn)
  await mark(anna, sian, '/stage-1/dive', 3)
  await mark(bryn, sian, '/stage-1/dive', 1)
  await mark(bryn, sian, '/stage-1/dive', 2)
  // the test reads the conflict with Bryn's tablet, but the next mark is sent as if the tablet had not pulled it
  const revBefore = bryn.rev
  expect(sidesOf(await pull(bryn))?.map(([, grade]) => grade)).toEqual([3, 2])
  bryn.rev = revBefore
  await mark(bryn, sian, '/stage-1/dive', 3)
  expect(await pull(anna)).toEqual([])
})

test('a mark that the coach has seen makes no conflict, even when tablets receive it again because its member entered a group', async () => {
  const [, beca] = one.members
  await mark(bryn, beca, '/stage-1/dive', 1)
  await pull(anna)
  // as when the member enters a group: the tablets get the same mark again, with a newer change counter
  await inTenant(world.db, one.id, 'write', async (tx) => {
    await recordChanges(tx, await lockAndListMemberKeys(tx, one.club, [beca]))
  })
  await mark(anna, beca, '/stage-1/dive', 3)
  expect(await pull(anna)).toEqual([])
})
