import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SignJWT, generateKeyPair, decodeJwt } from 'jose'
import type { Portal } from '#contract/platform/fields.ts'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import { createWorld, PASSWORD, type Tenant, type World } from '#server/testing/world.ts'

let database: TestDatabase
let world: World
let one: Tenant
let two: Tenant

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  ;[one, two] = world.tenants
})
afterAll(async () => {
  await world.close()
  await database.drop()
})

const login = (payload: Record<string, unknown>, host = one.host('coach')) =>
  world.request({ method: 'POST', url: '/v1/auth/login', host, payload })
/** The right credentials of the coach. */
const credentials = () => ({ client_id: one.id, type: 'coach', email: `coach@${one.id}.example`, password: PASSWORD })
const me = (token: string, host = one.host('coach')) =>
  world.request({ url: '/v1/me?with_last_login=1&with_unsubscribes=1', host, token })

describe('logging in', () => {
  test('answers tokens and clubs; the access token carries club, language, features and user', async () => {
    const { token, refresh_token, clubs } = await world.logIn(one, 'coach')
    expect(clubs).toMatchObject([{ id: one.club, name: 'Harbour' }])
    const payload = decodeJwt(token)
    expect(JSON.parse(payload.sub ?? '')).toMatchObject({
      club_id: one.club,
      user_uuid: one.coach,
      language: { language_id: 1 },
      features: { CAN_ASSESS_IN_THE_PAST: true },
    })
    // a quarter of an hour
    expect((payload.exp ?? 0) - Math.floor(world.clock.now / 1000)).toBe(900)
    expect((decodeJwt(refresh_token).exp ?? 0) - Math.floor(world.clock.now / 1000)).toBe(60 * 86_400)
    expect((await me(token)).json()).toMatchObject({
      uuid: one.coach,
      firstname: 'Anna',
      club: { name: 'Harbour' },
      club_ids: [one.club],
      unsubscribe_operational: 0,
    })
  })

  test('does not tell an unknown user from a wrong password', async () => {
    const wrong = await login({ ...credentials(), password: 'nope' })
    const unknown = await login({ ...credentials(), email: 'nobody@one.example' })
    expect(wrong.statusCode).toBe(401)
    expect(wrong.json()).toEqual(unknown.json())
    expect(wrong.json()).toMatchObject({ error: 'AUTH_INVALID_CREDENTIALS', detail: 'AUTH_INVALID_CREDENTIALS' })
  })

  test('names the field that is wrong and refuses unknown ones', async () => {
    expect((await login({ ...credentials(), email: 'no at sign' })).json()).toMatchObject({
      status: 400,
      error: 'ERROR_INVALID_EMAIL',
      field: 'email',
    })
    expect((await login({ ...credentials(), email: ['a@b.c', 'd@e.f'] })).json()).toMatchObject({
      status: 400,
      field: 'email',
    })
    expect((await login({ ...credentials(), client_id: undefined })).json()).toMatchObject({
      status: 400,
      field: 'client_id',
    })
    expect((await login({ ...credentials(), status: 'current' })).json()).toMatchObject({
      status: 400,
      field: 'status',
    })
    const brokenJsonReply = await world.request({
      method: 'POST',
      url: '/v1/auth/login',
      payload: '{"a":',
      headers: { 'content-type': 'application/json' },
    })
    expect(brokenJsonReply.statusCode).toBe(400)
  })

  test('is refused for a client or user type that is not the host’s', async () => {
    expect((await login({ ...credentials(), client_id: two.id })).statusCode).toBe(403)
    expect((await login({ ...credentials(), type: 'parent' })).statusCode).toBe(403)
  })

  test('must wait after ten wrong passwords from one network, and the reply says how long; a minute later other networks can log in', async () => {
    const attempt = () =>
      world.app.inject({
        method: 'POST',
        url: '/v1/auth/login',
        remoteAddress: '10.1.1.1',
        headers: { host: two.host('coach') },
        payload: { client_id: two.id, type: 'coach', email: 'coach@two.example', password: 'nope' },
      })
    for (let n = 0; n < 10; n++) expect((await attempt()).statusCode).toBe(401)
    const blocked = await attempt()
    expect(blocked.statusCode).toBe(429)
    expect(Number(blocked.headers['retry-after'])).toBeGreaterThan(0)
    world.clock.now += 61_000
    expect((await world.logIn(two, 'parent')).token).toBeTruthy()
    expect((await world.logIn(two, 'coach')).token).toBeTruthy()
  })
})

describe('a session', () => {
  const refresh = (refresh_token: string, rotate = true, host = one.host('coach')) =>
    world.request({ method: 'POST', url: '/v1/auth/refresh', host, payload: { refresh_token, rotate } })

  test('is refreshed and rotated; the old token works a minute longer, and its use after that ends the session', async () => {
    const oldToken = (await world.logIn(one, 'coach')).refresh_token
    const newToken = (await refresh(oldToken)).json<{ refresh_token: string }>().refresh_token
    world.clock.now += 60_000
    expect((await refresh(oldToken)).statusCode).toBe(200)
    world.clock.now += 1
    expect((await refresh(oldToken)).statusCode).toBe(401)
    expect((await refresh(newToken)).json()).toMatchObject({ error: 'AUTH_INVALID_TOKEN' })
  })

  test('refreshed without rotate gives only a token', async () => {
    const { refresh_token } = await world.logIn(one, 'coach')
    const reply = (await refresh(refresh_token, false)).json<Record<string, string>>()
    expect(Object.keys(reply)).toEqual(['token'])
    expect((await me(reply['token'] ?? '')).statusCode).toBe(200)
  })

  test('ends on the server at logout', async () => {
    const { refresh_token } = await world.logIn(one, 'coach')
    expect(
      (await world.request({ method: 'POST', url: '/v1/auth/logout', payload: { refresh_token } })).statusCode,
    ).toBe(204)
    expect((await refresh(refresh_token)).statusCode).toBe(401)
  })

  test('can change to another language, and to another club only if the user belongs to it', async () => {
    const { refresh_token } = await world.logIn(one, 'coach')
    const changeSession = (setting: 'language' | 'club', payload: Record<string, unknown>) =>
      world.request({ method: 'POST', url: `/v1/auth/change-${setting}`, payload: { refresh_token, ...payload } })
    const welsh = await changeSession('language', { language_id: 2 })
    const { token } = welsh.json<{ token: string }>()
    expect(JSON.parse(decodeJwt(token).sub ?? '')).toMatchObject({ language: { language: 'cy-GB' }, club_id: one.club })
    // The user's next login has the language too.
    const nextLogin = await world.logIn(one, 'coach')
    expect(JSON.parse(decodeJwt(nextLogin.token).sub ?? '')).toMatchObject({ language: { language: 'cy-GB' } })
    expect((await changeSession('language', { language_id: 1 })).statusCode).toBe(200)
    expect((await changeSession('language', { language_id: 99 })).json()).toMatchObject({
      status: 400,
      field: 'language_id',
    })
    expect((await changeSession('club', { club_id: one.club })).statusCode).toBe(200)
    const [foreign, missing] = await Promise.all([
      changeSession('club', { club_id: two.club }),
      changeSession('club', { club_id: crypto.randomUUID() }),
    ])
    expect(foreign?.statusCode).toBe(404)
    expect(foreign?.body).toBe(missing?.body)
  })

  test('lasts 30 days, and a coach’s 60', async () => {
    const days = async (portal: Portal) => {
      const exp = decodeJwt((await world.logIn(one, portal)).refresh_token).exp ?? 0
      return (exp - Math.floor(world.clock.now / 1000)) / 86_400
    }
    const portals = ['parent', 'coach', 'club', 'scheme'] as const
    expect(await Promise.all(portals.map(days))).toEqual([30, 60, 30, 30])
  })

  test('has an access token for fifteen minutes; then the server answers TOKEN_EXPIRED', async () => {
    const { token } = await world.logIn(one, 'coach')
    world.clock.now += 15 * 60_000 + 1_000
    expect((await me(token)).json()).toMatchObject({ status: 401, error: 'TOKEN_EXPIRED' })
  })
})

describe('a token', () => {
  test('of one portal or client is refused at every other host', async () => {
    const { token } = await world.logIn(one, 'coach')
    for (const tenant of world.tenants) {
      for (const portal of ['parent', 'coach', 'club', 'scheme'] as const) {
        const isIssuedFor = tenant === one && portal === 'coach'
        expect((await me(token, tenant.host(portal))).statusCode, `${portal}.${tenant.id}`).toBe(
          isIssuedFor ? 200 : 401,
        )
      }
    }
  })

  test('that is forged, of the wrong type or missing is refused', async () => {
    const { token, refresh_token } = await world.logIn(one, 'coach')
    const [header, body, signature] = token.split('.')
    const { privateKey } = await generateKeyPair('EdDSA')
    const claims = decodeJwt(token)
    const kid = JSON.parse(Buffer.from(header ?? '', 'base64url').toString()).kid as string
    const otherKey = await new SignJWT(claims).setProtectedHeader({ alg: 'EdDSA', kid }).sign(privateKey)
    const hmac = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', kid })
      .sign(new TextEncoder().encode('0123456789abcdef0123456789abcdef'))
    const unsigned = `${Buffer.from(JSON.stringify({ alg: 'none', kid })).toString('base64url')}.${body}.`
    const swapped = `${header}.${Buffer.from(JSON.stringify({ ...claims, aud: 'two:coach' })).toString('base64url')}.${signature}`
    for (const forged of [otherKey, hmac, unsigned, swapped, refresh_token, `${token}x`, 'x.y.z', '', 'null']) {
      expect((await me(forged)).statusCode, forged).toBe(401)
    }
    expect(
      (await world.request({ method: 'POST', url: '/v1/auth/refresh', payload: { refresh_token: token } })).statusCode,
    ).toBe(401)
  })
})
