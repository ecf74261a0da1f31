import { afterAll, beforeAll, expect, test } from 'vitest'
import type { LoginReply } from '#contract/identity/auth.ts'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import { createClub } from '#server/tenants/clubs/commands.ts'
import { inTenant } from '#server/platform/tenancy.ts'
import { createWorld, type Tenant, type World } from '#server/testing/world.ts'

let database: TestDatabase
let world: World
let one: Tenant
/** The id of the coach's second club. */
const quay = crypto.randomUUID()

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  one = world.tenants[0]
  await inTenant(world.db, 'one', 'write', (tx) =>
    createClub(tx, null, { id: quay, name: 'Quay', ngoId: null, timeZone: 'Europe/London', memberTypes: [] }),
  )
  await world.owner.query(
    `INSERT INTO user_clubs (client_id, user_id, club_id, from_date) VALUES ('one', $1, $2, '2020-01-01')`,
    [one.coach, quay],
  )
})
afterAll(async () => {
  await world.close()
  await database.drop()
})

const post = (url: string, payload: object) => world.request({ method: 'POST', url, payload })
const clubOf = async (token: string) =>
  (await world.request({ url: '/v1/me', token })).json<{ club: { id: string } | null }>().club?.id
const removeFromClub = (club: string) =>
  world.owner.query(`UPDATE user_clubs SET to_date = '2020-02-01' WHERE user_id = $1 AND club_id = $2`, [
    one.coach,
    club,
  ])

test('a user who is removed from a club loses it at the next change of club or refresh, after at most 15 minutes', async () => {
  const { refresh_token } = await world.logIn(one, 'coach')
  const atQuay = (await post('/v1/auth/change-club', { refresh_token, club_id: quay })).json<LoginReply>()
  expect(await clubOf(atQuay.token)).toBe(quay)
  await removeFromClub(quay)
  const refused = await post('/v1/auth/change-club', { refresh_token: atQuay.refresh_token, club_id: quay })
  expect(refused.statusCode).toBe(404)
  // The access token names the old club until it expires.
  world.clock.now += 15 * 60_000 + 1_000
  expect((await world.request({ url: '/v1/me', token: atQuay.token })).json()).toMatchObject({ error: 'TOKEN_EXPIRED' })
  const refreshed = (await post('/v1/auth/refresh', { refresh_token: atQuay.refresh_token })).json<LoginReply>()
  expect(await clubOf(refreshed.token)).toBe(one.club)
  await removeFromClub(one.club)
  const withoutClub = await post('/v1/auth/refresh', { refresh_token: atQuay.refresh_token })
  expect(withoutClub.json()).toMatchObject({ error: 'AUTH_CLUB_NOT_FOUND' })
})
