import { createHmac } from 'node:crypto'
import { decodeJwt, exportJWK, generateKeyPair, importJWK, SignJWT, type JWK, type JWTPayload } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import { createWorld, type Tenant, type World } from '#server/testing/world.ts'

let database: TestDatabase
let world: World
let one: Tenant
let validToken = ''
let validHeader: { alg: string; kid: string; typ: string }
let claims: JWTPayload
/** The server's signing key: a token that is signed with it would be accepted but for the one thing that is wrong. */
let ownKey: Awaited<ReturnType<typeof importJWK>>
let ownJwk: JWK

const portals = ['parent', 'coach', 'club', 'scheme'] as const

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  one = world.tenants[0]
  validToken = (await world.logIn(one, 'coach')).token
  validHeader = JSON.parse(Buffer.from(validToken.split('.')[0] ?? '', 'base64url').toString()) as typeof validHeader
  claims = decodeJwt(validToken)
  const { rows } = await world.owner.query<{ kid: string; private_jwk: string }>(
    'SELECT kid, private_jwk FROM signing_keys',
  )
  const { kid, private_jwk } = rows[0] ?? { kid: '', private_jwk: '' }
  ownJwk = JSON.parse(world.secrets.open(['signing_keys.private_jwk', kid], private_jwk)) as JWK
  ownKey = await importJWK(ownJwk, 'EdDSA')
})
afterAll(async () => {
  await world.close()
  await database.drop()
})

const me = async (token: string, host = one.host('coach')) =>
  (await world.request({ url: '/v1/me', host, token })).statusCode
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const without = (name: string) => Object.fromEntries(Object.entries(claims).filter(([key]) => key !== name))
const sign = (payload: JWTPayload, header: object = {}, key = ownKey) =>
  new SignJWT(payload).setProtectedHeader({ ...validHeader, ...header }).sign(key)
function hmac(secret: string | Buffer, header: object = {}): string {
  const signed = `${encode({ ...validHeader, alg: 'HS256', ...header })}.${encode(claims)}`
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
}

test('a token is valid at the host it was issued for, and at none of the others', async () => {
  const hosts = world.tenants.flatMap((tenant) => portals.map((portal) => ({ tenant, portal })))
  let wrongHosts = 0
  for (const { tenant, portal } of hosts) {
    const { token, refresh_token } = await world.logIn(tenant, portal)
    for (const other of hosts) {
      const isIssuedFor = other.tenant === tenant && other.portal === portal
      const host = other.tenant.host(other.portal)
      expect(await me(token, host), `${tenant.id} ${portal} at ${host}`).toBe(isIssuedFor ? 200 : 401)
      if (isIssuedFor) continue
      wrongHosts++
      const refreshed = await world.request({
        method: 'POST',
        url: '/v1/auth/refresh',
        host,
        payload: { refresh_token },
      })
      expect(refreshed.statusCode).toBe(401)
    }
  }
  // Eight hosts, and each token is tried at the seven others.
  expect(wrongHosts).toBe(56)
})

describe('a forged token', () => {
  test('is refused, whichever part was forged', async () => {
    expect(await me(await sign(claims))).toBe(200)
    const [header = '', body = '', signature = ''] = validToken.split('.')
    const stranger = await generateKeyPair('EdDSA', { extractable: true })
    const rsa = await generateKeyPair('RS256')
    const elliptic = await generateKeyPair('ES256')
    const { d: _secret, ...openJwk } = ownJwk
    const sub = JSON.parse(String(claims.sub)) as object
    const inTenYears = (claims.exp ?? 0) + 10 * 365 * 86_400
    const forged: Record<string, string> = {
      'no algorithm': `${encode({ ...validHeader, alg: 'none' })}.${body}.`,
      'no algorithm, in capitals': `${encode({ ...validHeader, alg: 'NONE' })}.${body}.`,
      'no algorithm, but the signature': `${encode({ ...validHeader, alg: 'none' })}.${body}.${signature}`,
      'HMAC by the public key': hmac(JSON.stringify(openJwk)),
      'HMAC by its bytes': hmac(Buffer.from(String(openJwk.x), 'base64url')),
      'HMAC by nothing': hmac(''),
      'HMAC by the key’s name': hmac(validHeader.kid),
      RS256: await sign(claims, { alg: 'RS256' }, rsa.privateKey),
      ES256: await sign(claims, { alg: 'ES256' }, elliptic.privateKey),
      'a stranger’s key under our name': await sign(claims, {}, stranger.privateKey),
      'a stranger’s key under its own': await sign(claims, { kid: 'mine' }, stranger.privateKey),
      'a stranger’s key in the header': await sign(
        claims,
        { jwk: await exportJWK(stranger.publicKey) },
        stranger.privateKey,
      ),
      'a stranger’s key at an address': await sign(claims, { jku: 'https://evil.example/keys' }, stranger.privateKey),
      'a stranger’s certificate': await sign(claims, { x5u: 'https://evil.example/x' }, stranger.privateKey),
      'no key named': await sign(claims, { kid: undefined }),
      'a key named by a path': await sign(claims, { kid: '../../dev/null' }),
      'a key named by SQL': await sign(claims, { kid: `' OR 1=1 --` }),
      'a critical header that nobody knows': `${encode({ ...validHeader, crit: ['x'], x: 1 })}.${body}.${signature}`,
      'another body': `${header}.${encode({ ...claims, sub: JSON.stringify({ ...sub, user_uuid: one.admin }) })}.${signature}`,
      'another audience in the body': `${header}.${encode({ ...claims, aud: 'two:coach' })}.${signature}`,
      'a later expiry in the body': `${header}.${encode({ ...claims, exp: inTenYears })}.${signature}`,
      'another audience': await sign({ ...claims, aud: 'two:coach' }),
      'no audience': await sign(without('aud')),
      'another issuer': await sign({ ...claims, iss: 'somebody' }),
      'no issuer': await sign(without('iss')),
      'no expiry': await sign(without('exp')),
      'an expiry in the past': await sign({ ...claims, exp: Math.floor(world.clock.now / 1000) - 120 }),
      'an expiry that is no number': `${header}.${encode({ ...claims, exp: 'never' })}.${signature}`,
      'a beginning in the future': await sign({ ...claims, nbf: inTenYears }),
      'no type': await sign(without('typ')),
      'the type of a refresh token': await sign({ ...claims, typ: 'refresh' }),
      'the type of a challenge': await sign({ ...claims, typ: 'challenge' }),
      'the type of a token for unsubscribing': await sign({ ...claims, typ: 'unsubscribe' }),
      'no subject': await sign(without('sub')),
      'no id': await sign(without('jti')),
      'a signature cut short': validToken.slice(0, -4),
      'a signature of zeros': `${header}.${body}.${Buffer.alloc(64).toString('base64url')}`,
      'no signature': `${header}.${body}.`,
      'two parts': `${header}.${body}`,
      'four parts': `${validToken}.${signature}`,
      'something behind it': `${validToken}x`,
      'five parts, as encrypted': `${header}....`,
      'three words': 'x.y.z',
    }
    const names = Object.keys(forged)
    expect(names.length).toBeGreaterThanOrEqual(30)
    const accepted: string[] = []
    for (const name of names) if ((await me(forged[name] ?? '')) !== 401) accepted.push(name)
    expect(accepted).toEqual([])
  })

  test('cannot be another kind of token, and no access token can be used as another kind', async () => {
    const { refresh_token } = await world.logIn(one, 'coach')
    expect(await me(refresh_token)).toBe(401)
    const post = async (url: string, payload: object) =>
      (await world.request({ method: 'POST', url, host: one.host('coach'), payload })).statusCode
    expect(await post('/v1/auth/refresh', { refresh_token: validToken })).toBe(401)
    expect(await post('/v1/auth/change-club', { refresh_token: validToken, club_id: one.club })).toBe(401)
    expect(await post('/v1/auth/second-factor', { challenge: validToken, code: '123456' })).toBe(401)
    for (const typ of ['invite', 'reset', 'unsubscribe'])
      expect([401, 404]).toContain(await post('/v1/auth/check-token', { token: validToken, typ }))
  })
})
