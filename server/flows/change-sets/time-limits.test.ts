import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import type { MemberLogEntry } from '#contract/members/club-members.ts'
import { createWorld, type Tenant, type World } from '#server/testing/world.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Two weeks before the clocks are put back in London, so that the days until the end of the undo have an hour more. */
const CHANGED_AT = Date.parse('2026-10-11T12:00Z')

let database: TestDatabase
let world: World
let one: Tenant

beforeAll(async () => {
  database = await createTestDatabase()
  const owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  await owner.query(`ALTER DATABASE ${new URL(database.ownerUrl).pathname.slice(1)} SET TimeZone = 'Europe/London'`)
  await owner.end()
  world = await createWorld(database)
  ;[one] = world.tenants
})
afterAll(async () => {
  await world.close()
  await database.drop()
})

test('an undo ends after 30 days of 24 hours in every list, also where the database has a zone whose clocks change', async () => {
  world.clock.now = CHANGED_AT
  const call = async (options: Parameters<World['request']>[0]) =>
    world.request({ host: one.host('club'), token: (await world.logIn(one, 'club')).token, ...options })
  const [member] = one.members
  const change = await call({
    method: 'POST',
    url: '/v1/members/bulk',
    payload: { action: 'status', status: 'inactive', member_uuids: [member] },
  })
  const { undo: id } = change.json<{ undo: string }>()
  await world.owner.query('UPDATE change_sets SET at = $2 WHERE id = $1', [id, new Date(CHANGED_AT)])
  /** Whether the undo is offered at this time by the list and by the member's log. */
  const offersAt = async (now: number) => {
    world.clock.now = now
    const listed = (await call({ url: '/v1/change-sets' })).json<{ id: string }[]>()
    const log = (await call({ url: `/v1/members/${member}/log` })).json<MemberLogEntry[]>()
    return { inList: listed.some((set) => set.id === id), inLog: log.some(({ undo }) => undo === id) }
  }
  const end = CHANGED_AT + 30 * DAY_MS
  expect(await offersAt(end - HOUR_MS / 2)).toEqual({ inList: true, inLog: true })
  expect(await offersAt(end + HOUR_MS / 2)).toEqual({ inList: false, inLog: false })
})
