import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import type { MemberDetail } from '#contract/members/club-members.ts'
import { createWorld, type Tenant, type World } from '#server/testing/world.ts'

let database: TestDatabase
let world: World
let one: Tenant
let token = ''
/** Two records of one child. */
let kept = ''
let merged = ''
/** Each test has a family of its own. */
let family = ''

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  one = world.tenants[0]
  token = (await world.logIn(one, 'club')).token
})
afterAll(async () => {
  await world.close()
  await database.drop()
})
beforeEach(async () => {
  family += 'Griffiths'
  kept = await enterMember('Samuel')
  merged = await enterMember('Sam')
})

const call = async (options: InjectOptions) => {
  const reply = await world.request({ host: one.host('club'), token, ...options })
  expect(reply.statusCode, reply.body).toBeLessThan(300)
  return reply
}
async function enterMember(firstname: string): Promise<string> {
  const payload = { firstname, lastname: family, dob: '2017-01-02' }
  return (await call({ method: 'POST', url: '/v1/members', payload })).json<MemberDetail>().uuid
}
/** Waits until so many statements of this database wait for a lock. */
const untilWaiting = (statements: number) =>
  vi.waitFor(
    async () => {
      const { rowCount } = await world.owner.query(
        `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
      )
      expect(rowCount).toBe(statements)
    },
    { timeout: 20_000 },
  )

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
  await untilWaiting(1)
  const merging = call({ method: 'POST', url: `/v1/members/${kept}/merge`, payload: { merged_uuid: merged } })
  await untilWaiting(2)
  await world.owner.query('COMMIT')
  await Promise.all([changing, merging])
  const member = (await call({ url: `/v1/members/${kept}` })).json<MemberDetail>()
  expect([...member.groups.map(({ name }) => name), ...member.tags]).toHaveLength(1)
})
