import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import type { Operation } from '#contract/assessment/sync.ts'
import { enterTwoRecords, type TwoRecords } from '#server/testing/two-records.ts'
import { untilWaiting } from '#server/testing/until-waiting.ts'
import { createWorld, Device, type Tenant, type World } from '#server/testing/world.ts'

let database: TestDatabase
let world: World
let one: Tenant
let token = ''
/** Two records of one child, who is in the group with both. */
let kept = ''
let merged = ''
let mergeRecords: TwoRecords['mergeRecords']

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  one = world.tenants[0]
  await world.owner.query('UPDATE groups SET max_size = NULL')
  token = (await world.logIn(one, 'coach')).token
})
afterAll(async () => {
  await world.close()
  await database.drop()
})
beforeEach(async () => {
  world.clock.now += 1000
  ;({ kept, merged, mergeRecords } = await enterTwoRecords(world, one))
})

const entries: [string, (device: Device, memberUuid: string) => Operation][] = [
  ['a mark', (device, memberUuid) => device.mark(memberUuid, '/stage-1/float', 3)],
  [
    'the attendance',
    (device, memberUuid) => {
      const date = world.today()
      return device.registerEntry({ kind: 'attendance', memberUuid, date }, 'present')
    },
  ],
  ['a note', (device, memberUuid) => device.registerEntry({ kind: 'note', memberUuid }, 'Afraid of deep water')],
]

test.each(entries)('%s that a tablet sends while the record is merged is refused as after it', async (_name, enter) => {
  // the merge is written, and waits with its commit
  await world.owner.query('BEGIN')
  await world.owner.query('SELECT FROM club_counters WHERE club_id = $1 FOR UPDATE', [one.club])
  const merging = mergeRecords()
  await untilWaiting(world, 1)
  const device = new Device(world, one, token)
  const pushing = device.push(enter(device, merged))
  await untilWaiting(world, 2)
  await world.owner.query('COMMIT')
  await merging
  const { outcomes } = await pushing
  expect(outcomes).toMatchObject([{ outcome: 'rejected', code: 'MEMBER_MERGED' }])
})

// notes stay with the merged record
test.each(entries.slice(0, 2))(
  '%s that a tablet has sent just before the record is merged is the child’s',
  async (_name, enter) => {
    await world.owner.query('BEGIN')
    await world.owner.query('SELECT FROM club_counters WHERE club_id = $1 FOR UPDATE', [one.club])
    const device = new Device(world, one, token)
    const operation = enter(device, merged)
    const pushing = device.push(operation)
    await untilWaiting(world, 1)
    const merging = mergeRecords()
    await untilWaiting(world, 2)
    await world.owner.query('COMMIT')
    await merging
    expect((await pushing).outcomes).toMatchObject([{ outcome: 'applied' }])
    const { rows } = await world.owner.query<{ found: boolean }>(
      `SELECT EXISTS (SELECT FROM results WHERE member_id = $1)
       OR EXISTS (SELECT FROM registers WHERE member_id = $1 AND kind = 'attendance') AS found`,
      [kept],
    )
    expect(rows).toEqual([{ found: true }])
  },
)
