import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OpenSession } from '#contract/identity/account.ts'
import type { LoginReply, RefreshReply } from '#contract/identity/auth.ts'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import { inTenant } from '#server/platform/tenancy.ts'
import { closeAccount } from '#server/identity/users/close-account.ts'
import { createWorld, type Tenant, type World } from '#server/testing/world.ts'
import { deleteExpiredSessions } from './delete-expired.ts'

const DAY_MS = 86_400_000

let database: TestDatabase
let world: World
let one: Tenant

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  one = world.tenants[0]
})
afterAll(async () => {
  await world.close()
  await database.drop()
})

const refresh = (refreshToken: string) =>
  world.request({
    method: 'POST',
    url: '/v1/auth/refresh',
    host: one.host('parent'),
    payload: { refresh_token: refreshToken, rotate: true },
  })
const deleteExpired = () => inTenant(world.db, one.id, 'write', (tx) => deleteExpiredSessions(tx, world.clock.now))
/** When the user's tokens expire, in days from now, from the earliest to the latest. */
async function tokensOf(userId: string): Promise<number[]> {
  const { rows } = await world.owner.query<{ expires_at: Date }>(
    'SELECT expires_at FROM refresh_sessions WHERE user_id = $1 ORDER BY expires_at',
    [userId],
  )
  return rows.map(({ expires_at }) => (expires_at.getTime() - world.clock.now) / DAY_MS)
}

test('expired tokens are deleted, and the session goes on, still opened when its user logged in', async () => {
  const login: LoginReply = await world.logIn(one, 'parent')
  let refreshToken = login.refresh_token
  // the database notes when a token was made, so the first is set to the time of the test's clock
  const openedMs = world.clock.now
  await world.owner.query('UPDATE refresh_sessions SET opened_at = $1 WHERE user_id = $2', [
    new Date(openedMs),
    one.parent,
  ])
  const used: string[] = []
  let token = login.token
  // the parent looks every ten days for 40 days; a token lives 30
  for (let look = 0; look < 4; look++) {
    world.clock.now += 10 * DAY_MS
    const reply = (await refresh(refreshToken)).json<RefreshReply>()
    used.push(refreshToken)
    ;[token, refreshToken] = [reply.token, reply.refresh_token ?? '']
  }
  expect(await tokensOf(one.parent)).toEqual([-10, 0, 10, 20, 30])
  await deleteExpired()
  expect(await tokensOf(one.parent)).toEqual([10, 20, 30])

  const [session] = (
    await world.request({ url: `/v1/users/${one.parent}/sessions`, host: one.host('parent'), token })
  ).json<OpenSession[]>()
  expect(session).toMatchObject({ opened_ts: Math.floor(openedMs / 1000), current: true })
  // a deleted token is refused as an expired one, and ends nothing
  expect((await refresh(used[0] ?? '')).statusCode).toBe(401)
  expect((await refresh(used[1] ?? '')).statusCode).toBe(401)
  const next = (await refresh(refreshToken)).json<RefreshReply>()
  expect(next.token).toBeTruthy()
  // a replaced token that has not expired still ends the session
  world.clock.now += 61_000
  expect((await refresh(used[3] ?? '')).statusCode).toBe(401)
  expect((await refresh(next.refresh_token ?? '')).statusCode).toBe(401)
})

test('the newest token of each user stays, because it says until when the account was used', async () => {
  await world.logIn(one, 'coach')
  world.clock.now += 5 * DAY_MS
  await world.logIn(one, 'coach')
  world.clock.now += 300 * DAY_MS
  await deleteExpired()
  // a coach's token lives 60 days
  expect(await tokensOf(one.coach)).toEqual([-240])
})

test('no token of an account that was closed for good stays', async () => {
  await world.logIn(one, 'parent')
  await inTenant(world.db, one.id, 'write', (tx) => closeAccount(tx, null, one.parent, new Date(world.clock.now)))
  world.clock.now += 300 * DAY_MS
  await deleteExpired()
  expect(await tokensOf(one.parent)).toEqual([])
})

test('tokens of another client stay', async () => {
  const [, two] = world.tenants
  await world.logIn(two, 'coach')
  await world.logIn(two, 'coach')
  world.clock.now += 100 * DAY_MS
  await deleteExpired()
  expect(await tokensOf(two.coach)).toEqual([-40, -40])
})
