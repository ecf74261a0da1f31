import { afterAll, beforeAll, expect, test } from 'vitest'
import type { LoginReply } from '#contract/identity/auth.ts'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import { setProvider } from '#server/identity/providers/settings.ts'
import { inTenant } from '#server/platform/tenancy.ts'
import { createWorld, type Tenant, type World } from '#server/testing/world.ts'

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

const settings = {
  issuer: 'https://provider.example',
  oauthClientId: 'rungs',
  oauthClientSecret: 'secret',
  scope: 'account',
  clubClaim: null,
  typeClaim: null,
  rosterUrl: null,
}
const configure = (features: object, provider = 'local') =>
  world.owner.query(`UPDATE clients SET features = features || $1::jsonb, auth_provider = $2 WHERE client_id = 'one'`, [
    features,
    provider,
  ])
const requestEditUrl = ({ token }: { token: string }, host = one.host('coach')) =>
  world.request({ url: '/v1/auth/edit-url', host, token })

test('the edit URL is the one from the provider’s settings, and null without one', async () => {
  await configure({ CAN_EDIT_SELF: true }, 'coursepro')
  const coach = await world.logIn(one, 'coach')
  expect((await requestEditUrl(coach)).json()).toEqual({ url: null })
  const configureProvider = (editUrl: string | null) =>
    inTenant(world.db, 'one', 'write', (tx) => setProvider(tx, world.secrets, 'one', { ...settings, editUrl }))
  await configureProvider(null)
  expect((await requestEditUrl(coach)).json()).toEqual({ url: null })
  await configureProvider('https://provider.example/account')
  expect((await requestEditUrl(coach)).json()).toEqual({ url: 'https://provider.example/account' })
  const coachOfTwo = await world.logIn(world.tenants[1], 'coach')
  expect((await requestEditUrl(coachOfTwo, world.tenants[1].host('coach'))).statusCode).toBe(403)
})

test('the edit URL is refused where the client’s flag is off, at a federated client, and to a user who was switched to by PIN', async () => {
  await configure({ CAN_EDIT_SELF: false })
  expect((await requestEditUrl(await world.logIn(one, 'parent'), one.host('parent'))).statusCode).toBe(403)
  await configure({ CAN_EDIT_SELF: true }, 'bg')
  expect((await requestEditUrl(await world.logIn(one, 'coach'))).statusCode).toBe(403)
  await configure({ CAN_EDIT_SELF: true, SWITCH_USER: true })
  // Anna logs in and sets a PIN; Dewi, a coach of the same club, gets the same PIN and takes over the session by it.
  const anna = await world.logIn(one, 'coach')
  const set = await world.request({ method: 'POST', url: '/v1/auth/pin', token: anna.token, payload: { pin: '2468' } })
  expect(set.statusCode).toBe(204)
  const dewi = crypto.randomUUID()
  await world.owner.query(
    `INSERT INTO users (client_id, id, type, firstname, lastname, status, verified) VALUES ('one', $1, 'coach', 'Dewi', 'Lloyd', 'current', true)`,
    [dewi],
  )
  await world.owner.query(
    `INSERT INTO user_clubs (client_id, user_id, club_id, from_date) VALUES ('one', $1, $2, '2020-01-01')`,
    [dewi, one.club],
  )
  await world.owner.query(
    `INSERT INTO user_pins (client_id, user_id, pin_hash) SELECT client_id, $1, pin_hash FROM user_pins WHERE user_id = $2`,
    [dewi, one.coach],
  )
  const reply = await world.request({
    method: 'POST',
    url: '/v1/auth/switch-user',
    payload: { refresh_token: anna.refresh_token, user_uuid: dewi, pin: '2468' },
  })
  expect(reply.statusCode, reply.body).toBe(200)
  expect((await requestEditUrl(reply.json<LoginReply>())).statusCode).toBe(403)
  expect((await requestEditUrl({ token: 'nothing' })).statusCode).toBe(401)
})
