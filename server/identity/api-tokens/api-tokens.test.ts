import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ApiToken, ApiTokenSecret, NewApiToken } from '#contract/identity/api-tokens.ts'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import { rightTo, type ActionName } from '#domain/access/policy.ts'
import { allScopes } from '#domain/platform/api-scopes.ts'
import { inTenant } from '#server/platform/tenancy.ts'
import { createWorld, type Tenant, type World } from '#server/testing/world.ts'
import { createUser } from '#server/identity/users/commands.ts'
import { API_TOKEN_PREFIX } from './secret.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

let database: TestDatabase
let world: World
let one: Tenant
let two: Tenant
/** The id of the API user that the tokens belong to. */
const apiUser = crypto.randomUUID()
/** The token of an author, who manages API users. */
let authorToken: string

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  ;[one, two] = world.tenants
  await inTenant(world.db, one.id, 'write', (tx) =>
    createUser(tx, null, {
      id: apiUser,
      type: 'api',
      email: null,
      username: null,
      firstname: 'Booking',
      lastname: 'system',
      passwordHash: null,
      clubIds: [],
    }),
  )
  authorToken = (await world.logIn(one, 'scheme')).token
})
afterAll(async () => {
  await world.close()
  await database.drop()
})

const newToken = (fields: Partial<NewApiToken> = {}): NewApiToken => ({
  name: 'Bookings at night',
  scopes: ['members:read', 'groups:read'],
  club_id: one.club,
  per_minute: 60,
  expires_in_days: 30,
  ...fields,
})
const asAuthor = (method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object, headers = {}) =>
  world.request({
    method,
    url: `/v1/users/${path}`,
    host: one.host('scheme'),
    token: authorToken,
    headers,
    ...(payload === undefined ? {} : { payload }),
  })
async function createToken(fields: Partial<NewApiToken> = {}): Promise<ApiTokenSecret> {
  const reply = await asAuthor('POST', `${apiUser}/tokens`, newToken(fields))
  expect(reply.statusCode).toBe(201)
  return reply.json<ApiTokenSecret>()
}
/** Calls a route with an API token. */
const callWith = (secret: string, url = '/v1/members', host = one.host('club'), method: 'GET' | 'POST' = 'GET') =>
  world.request({ method, url, host, token: secret, ...(method === 'POST' ? { payload: {} } : {}) })

describe('a token', () => {
  test('is shown once with its secret, reads its club in the name of the API user, and the database does not hold the secret', async () => {
    const { token, secret } = await createToken()
    expect(token).toMatchObject({ name: 'Bookings at night', club: { id: one.club }, per_minute: 60, last_used: null })
    const members = await callWith(secret)
    expect(members.statusCode).toBe(200)
    expect(members.json<unknown[]>()).toHaveLength(2)
    const listed = (await asAuthor('GET', `${apiUser}/tokens`)).json<ApiToken[]>().find(({ id }) => id === token.id)
    expect(listed?.last_used).toBe(Math.floor(world.clock.now / 1000))
    // The answers that are stored for repeated requests do not hold the secret either.
    const { rows } = await world.owner.query<{ all: string }>(
      `SELECT string_agg(t::text, ' ') || (SELECT coalesce(string_agg(r::text, ' '), '') FROM requests r) AS all FROM api_tokens t`,
    )
    const withoutPrefix = secret.slice(API_TOKEN_PREFIX.length)
    expect(rows[0]?.all).not.toContain(withoutPrefix)
  })

  test('is created once when the same request is sent twice, and both answers hold the same secret', async () => {
    const idHeader = { 'x-request-id': crypto.randomUUID() }
    const requests = [1, 2].map(() => asAuthor('POST', `${apiUser}/tokens`, newToken({ name: 'Twice' }), idHeader))
    const [first, second] = (await Promise.all(requests)).map((reply) => reply.json<ApiTokenSecret>())
    expect(second).toEqual(first)
    const named = (await asAuthor('GET', `${apiUser}/tokens`)).json<ApiToken[]>().filter(({ name }) => name === 'Twice')
    expect(named).toHaveLength(1)
  })

  test('may call the operations of its scopes and no other of the whole contract', async () => {
    // All operations of the contract, by path and method.
    const paths = Object.entries(
      (await world.request({ url: '/v1/openapi.json' })).json<{
        paths: Record<string, Record<string, { 'x-action': ActionName; security?: unknown }>>
      }>().paths,
    )
    const allowed: string[] = []
    for (const scope of allScopes) {
      const { secret } = await createToken({ scopes: [scope], per_minute: 600 })
      for (const [path, methods] of paths)
        for (const [method, operation] of Object.entries(methods)) {
          if (operation.security === undefined) continue
          const route = path.replace('{*}', '*').replaceAll(/\{(\w+)\}/g, ':$1')
          if (rightTo(operation['x-action'], { type: 'api', features: {}, scopes: [scope] })) {
            allowed.push(`${method.toUpperCase()} ${route}`)
            continue
          }
          const url = path.replace('{*}', 'stage-1').replaceAll(/\{\w+\}/g, crypto.randomUUID())
          const reply = await world.app.inject({
            method: method.toUpperCase() as 'GET',
            url,
            headers: { host: one.host('club'), authorization: `Bearer ${secret}` },
          })
          expect([reply.statusCode, reply.json<{ error: string }>().error], `${scope}: ${method} ${path}`).toEqual([
            403,
            'AUTH_USER_INSUFFICIENT_PERMISSIONS',
          ])
        }
    }
    expect(allowed.toSorted()).toEqual([
      'DELETE /v1/groups/:id/members/:uuid',
      'GET /v1/curriculum/:slug',
      'GET /v1/groups',
      'GET /v1/groups/:id',
      'GET /v1/members',
      'GET /v1/members/:uuid/attendance',
      'GET /v1/members/:uuid/marks',
      'GET /v1/members/:uuid/progress',
      'GET /v1/members/counts',
      'GET /v1/schemes',
      'GET /v1/schemes/:slug/grades',
      'GET /v1/schemes/:slug/sections',
      'PATCH /v1/groups/:id',
      'POST /v1/groups',
      'POST /v1/groups/:id/members',
      'POST /v1/groups/:id/members/:uuid/move',
    ])
  })

  test('cannot read medical notes, and reaches no other club or client', async () => {
    const { secret } = await createToken({ scopes: [...allScopes] })
    await world.owner.query(`UPDATE members SET medical = 'Peanuts' WHERE client_id = 'one'`)
    for (const url of [
      '/v1/members',
      `/v1/members/${one.members[0]}/progress`,
      '/v1/groups',
      `/v1/groups/${one.group}`,
    ]) {
      const reply = await callWith(secret, url)
      expect(reply.statusCode, url).toBe(200)
      expect(reply.body).not.toContain('Peanuts')
    }
    expect((await callWith(secret, `/v1/groups/${two.group}`)).statusCode).toBe(404)
    for (const host of [one.host('scheme'), one.host('coach'), one.host('parent'), two.host('club')])
      expect((await callWith(secret, '/v1/members', host)).json<{ error: string }>().error, host).toBe(
        'AUTH_INVALID_TOKEN',
      )
  })

  test('of no club reads schemes and nothing of a club', async () => {
    const { secret } = await createToken({ scopes: ['schemes:read'], club_id: null })
    expect((await callWith(secret, '/v1/curriculum/swim')).statusCode).toBe(200)
    // The usual scopes of `newToken` are about a club's members and groups, so they need a club.
    const refused = await asAuthor('POST', `${apiUser}/tokens`, newToken({ club_id: null }))
    expect([refused.statusCode, refused.json<{ field: string }>().field]).toEqual([400, 'club_id'])
    const foreign = await asAuthor('POST', `${apiUser}/tokens`, newToken({ club_id: two.club }))
    expect([foreign.statusCode, foreign.json<{ field: string }>().field]).toEqual([404, 'club_id'])
  })

  test('writes what its scope allows, and the audit log names its API user', async () => {
    const { secret } = await createToken({ scopes: ['groups:write'] })
    const reply = await world.request({
      method: 'DELETE',
      url: `/v1/groups/${one.group}/members/${one.members[0]}`,
      host: one.host('club'),
      token: secret,
    })
    expect(reply.statusCode).toBeLessThan(300)
    const { rows } = await world.owner.query('SELECT entity FROM audit_log WHERE user_id = $1', [apiUser])
    expect(rows.length).toBeGreaterThan(0)
  })
})

describe('the limits of a token', () => {
  test('more requests than its limit per minute are refused until the next minute', async () => {
    const { secret } = await createToken({ per_minute: 3 })
    // A quarter of a minute has passed, so the limit is renewed in 45 seconds.
    world.clock.now = Math.ceil(world.clock.now / MINUTE_MS) * MINUTE_MS + 15_000
    const codes = []
    for (let n = 0; n < 4; n++) codes.push((await callWith(secret)).statusCode)
    expect(codes).toEqual([200, 200, 200, 429])
    expect((await callWith(secret)).headers['retry-after']).toBe('45')
    world.clock.now += 45_000
    expect((await callWith(secret)).statusCode).toBe(200)
  })

  test('after a rotation the new secret works at once and the old one for a day, and revoking ends both', async () => {
    const { token, secret } = await createToken()
    const idHeader = { 'x-request-id': crypto.randomUUID() }
    const rotate = () => asAuthor('POST', `${apiUser}/tokens/${token.id}/rotate`, undefined, idHeader)
    const newSecret = (await rotate()).json<ApiTokenSecret>().secret
    // A request that is repeated because its answer was lost does not rotate again.
    expect((await rotate()).json<ApiTokenSecret>().secret).toBe(newSecret)
    expect([(await callWith(secret)).statusCode, (await callWith(newSecret)).statusCode]).toEqual([200, 200])
    world.clock.now += DAY_MS + 1
    authorToken = (await world.logIn(one, 'scheme')).token
    expect([(await callWith(secret)).statusCode, (await callWith(newSecret)).statusCode]).toEqual([401, 200])
    expect((await asAuthor('DELETE', `${apiUser}/tokens/${token.id}`)).statusCode).toBe(204)
    expect((await callWith(newSecret)).json<{ error: string }>().error).toBe('AUTH_INVALID_TOKEN')
    expect((await asAuthor('DELETE', `${apiUser}/tokens/${token.id}`)).statusCode).toBe(404)
  })

  test('a token expires after its days, and all tokens of a deactivated user stop working', async () => {
    const { secret } = await createToken({ expires_in_days: 1 })
    const longer = (await createToken()).secret
    world.clock.now += DAY_MS
    authorToken = (await world.logIn(one, 'scheme')).token
    expect((await callWith(secret)).json<{ error: string }>().error).toBe('TOKEN_EXPIRED')
    expect((await callWith(longer)).statusCode).toBe(200)
    await world.owner.query(`UPDATE users SET status = 'lapsed' WHERE id = $1`, [apiUser])
    expect((await callWith(longer)).json<{ error: string }>().error).toBe('AUTH_INVALID_TOKEN')
    await world.owner.query(`UPDATE users SET status = 'current' WHERE id = $1`, [apiUser])
  })

  test('only authors create tokens, and for API users only', async () => {
    for (const portal of ['coach', 'club', 'parent'] as const) {
      const { token } = await world.logIn(one, portal)
      const reply = await world.request({ url: `/v1/users/${apiUser}/tokens`, host: one.host(portal), token })
      expect(reply.statusCode, portal).toBe(403)
    }
    for (const user of [one.coach, two.author, crypto.randomUUID()])
      expect((await asAuthor('GET', `${user}/tokens`)).statusCode).toBe(404)
  })
})
