import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { EnrolReply, LoginReply } from '#contract/identity/auth.ts'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import { inTenant } from '#server/platform/tenancy.ts'
import { untilWaiting } from '#server/testing/until-waiting.ts'
import { createWorld, PASSWORD, type Tenant, type World } from '#server/testing/world.ts'
import { hashPassword } from './passwords.ts'
import { storePassword } from './set-password.ts'

const OTHER_PASSWORD = 'Other-horse-1'

let database: TestDatabase
let world: World
let one: Tenant

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  ;[one] = world.tenants
})
afterAll(async () => {
  await world.close()
  await database.drop()
})
beforeEach(async () => {
  for (const user of [one.admin])
    await inTenant(world.db, one.id, 'write', async (tx) => setPassword(tx, user, PASSWORD))
})

async function setPassword(tx: Parameters<typeof storePassword>[0], userId: string, password: string): Promise<void> {
  const changedAt = new Date(world.clock.now)
  await storePassword(tx, { userId, actorId: userId, hash: await hashPassword(password), changedAt })
}

/**
 * Sends a request with the former password while the user's other one is set, but not committed: the request has read
 * the former one by then, and ends after the commit.
 */
async function whilePasswordIsSet<T>(userId: string, request: () => Promise<T>): Promise<T> {
  let requesting: Promise<T> | undefined
  await inTenant(world.db, one.id, 'write', async (tx) => {
    await setPassword(tx, userId, OTHER_PASSWORD)
    requesting = request()
    await untilWaiting(world, 1)
  })
  return requesting ?? request()
}

const post = (path: string, payload: object, token?: string) =>
  world.request({
    method: 'POST',
    url: `/v1/auth/${path}`,
    host: one.host('club'),
    ...(token === undefined ? {} : { token }),
    payload,
  })
const logIn = (password: string) =>
  post('login', { client_id: 'one', type: 'admin', email: 'admin@one.example', password })

test('a login with the former password, which is still being checked when another one is set, opens no session', async () => {
  const reply = await whilePasswordIsSet(one.admin, () => logIn(PASSWORD))
  expect(reply.json()).toMatchObject({ status: 401, error: 'AUTH_INVALID_CREDENTIALS' })
  expect((await logIn(OTHER_PASSWORD)).statusCode).toBe(200)
})

test('a change of the password by the former one, when another one is set meanwhile, does not replace that', async () => {
  const { token } = (await logIn(PASSWORD)).json<LoginReply>()
  const payload = { password: 'Thief-horse-1', current_password: PASSWORD }
  const change = { method: 'PATCH', url: `/v1/users/${one.admin}/password`, host: one.host('club'), payload } as const
  const reply = await whilePasswordIsSet(one.admin, () => world.request({ ...change, token }))
  expect(reply.json()).toMatchObject({ error: 'PASSWORD_WRONG', field: 'current_password' })
  expect((await logIn(OTHER_PASSWORD)).statusCode).toBe(200)
})

test('the second step of a login that began with the former password opens no session when another one is set meanwhile', async () => {
  const codeOf = (secret: string) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: world.clock.now })
  const { token } = (await logIn(PASSWORD)).json<LoginReply>()
  const { secret } = (await post('second-factor/enrol', {}, token)).json<EnrolReply>()
  expect((await post('second-factor/confirm', { code: codeOf(secret) }, token)).statusCode).toBe(200)
  // the code is used up; a minute later the app shows another one
  world.clock.now += 60_000
  const { challenge } = (await logIn(PASSWORD)).json<{ challenge: string }>()
  const reply = await whilePasswordIsSet(one.admin, () => post('second-factor', { challenge, code: codeOf(secret) }))
  expect(reply.json()).toMatchObject({ status: 401, error: 'AUTH_INVALID_TOKEN' })
})
