import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import { createWorld, type Tenant, type World } from '#server/testing/world.ts'

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

test('no answer to a logged-in user may be stored by a shared cache', async () => {
  const document = (await world.request({ url: '/v1/openapi.json', host: one.host('coach') })).json<{
    paths: Record<string, Record<string, { security?: unknown }>>
  }>()
  const cacheable: string[] = []
  let requests = 0
  for (const [portal, user] of [
    ['parent', one.parent],
    ['club', one.admin],
    ['coach', one.coach],
    ['scheme', one.author],
  ] as const) {
    const { token } = await world.logIn(one, portal)
    for (const [path, { get }] of Object.entries(document.paths)) {
      if (!get?.security || path === '/v1/events') continue
      const ids: Record<string, string> = { userUuid: user, slug: 'swim', uuid: one.members[0], id: one.group }
      const url = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? one.members[0])
      const reply = await world.request({ url, host: one.host(portal), token })
      requests++
      if (!/no-store|private/.test(String(reply.headers['cache-control']))) cacheable.push(`${portal} ${path}`)
    }
  }
  // otherwise few routes would have been tried
  expect(requests).toBeGreaterThan(60)
  expect(cacheable).toEqual([])
})

test('every answer forbids browsers to guess its type, frame it or send a referrer', async () => {
  // a route for everybody, one that refuses a caller without a token, and none
  for (const url of ['/v1/status', '/v1/me', '/v1/nothing']) {
    const { headers } = await world.request({ url, host: one.host('coach') })
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
    })
    expect(String(headers['strict-transport-security'])).toMatch(/max-age=\d{7,}/)
    const policy = String(headers['content-security-policy'])
    for (const rule of ["default-src 'self'", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"])
      expect(policy).toContain(rule)
    expect(policy).not.toMatch(/script-src[^;]*unsafe|unsafe-eval/)
  }
})

test('no answer allows another origin to read it, not even another portal', async () => {
  const { token } = await world.logIn(one, 'coach')
  for (const origin of [
    `https://${two.host('coach')}`,
    `https://${one.host('parent')}`,
    'https://evil.example',
    'null',
  ]) {
    const host = one.host('coach')
    const plainReply = await world.request({ url: '/v1/me', host, token, headers: { origin } })
    const preflight = await world.request({
      method: 'OPTIONS',
      url: '/v1/me',
      host,
      headers: { origin, 'access-control-request-method': 'GET', 'access-control-request-headers': 'authorization' },
    })
    for (const reply of [plainReply, preflight])
      expect(Object.keys(reply.headers).filter((name) => name.startsWith('access-control-'))).toEqual([])
    // No route answers preflight requests.
    expect(preflight.statusCode).toBe(404)
  }
})

test('a forwarded host or address from an untrusted sender is ignored', async () => {
  const { token } = await world.logIn(one, 'coach')
  for (const headers of [
    { 'x-forwarded-host': two.host('coach') },
    { forwarded: `host=${two.host('coach')};for=10.0.0.1` },
    { 'x-original-host': two.host('coach') },
    { 'x-forwarded-host': `${one.host('coach')}, ${two.host('coach')}` },
  ])
    expect((await world.request({ url: '/v1/me', host: one.host('coach'), token, headers })).statusCode).toBe(200)
  // ten wrong passwords from one address are answered as such, and later ones are held back
  const failedLogin = (n: number) =>
    world.app.inject({
      method: 'POST',
      url: '/v1/auth/login',
      remoteAddress: '10.9.9.9',
      headers: { host: two.host('parent'), 'x-forwarded-for': `10.8.0.${n}`, 'x-real-ip': `10.8.0.${n}` },
      payload: { client_id: two.id, type: 'parent', email: 'nobody@two.example', password: 'nope' },
    })
  const codes: number[] = []
  for (let n = 0; n < 14; n++) codes.push((await failedLogin(n)).statusCode)
  expect(codes.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 401))
  expect(codes).toContain(429)
})

test('an e-mail field must be one plain string, and no field may stand twice', async () => {
  const requestReset = (payload: unknown) =>
    world.request({
      method: 'POST',
      url: '/v1/auth/reset-password',
      host: one.host('parent'),
      headers: { 'content-type': 'application/json' },
      payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
    })
  const body = { client_id: 'one', app_id: 'parent' }
  for (const email of [
    ['parent@one.example', 'evil@evil.example'],
    { 0: 'parent@one.example' },
    'parent@one.example\r\nBcc: evil@evil.example',
    'parent@one.example\nevil@evil.example',
    'parent@one.example,evil@evil.example',
    'parent@one.example;evil@evil.example',
    'parent@one.example evil@evil.example',
    'parent@one.example%0aevil@evil.example\0',
    7,
    null,
    '',
  ])
    expect((await requestReset({ ...body, email })).json(), JSON.stringify(email)).toMatchObject({
      status: 400,
      field: 'email',
    })
  const doubled = '{"client_id":"one","app_id":"parent","email":"parent@one.example","email":"evil@evil.example"}'
  expect((await requestReset(doubled)).json()).toMatchObject({ status: 400, detail: 'a field stands twice' })
  // Colons and escaped quotes within a text are not mistaken for another field.
  const withColon = '{ "client_id":"one", "app_id":"parent", "email" : "a\\"b:c\\\\@one.example" }'
  expect((await requestReset(withColon)).json()).toMatchObject({ field: 'email' })
  // Deep nesting is refused too, and does not overflow the stack.
  expect((await requestReset(`{"a":${'['.repeat(60_000)}${']'.repeat(60_000)}}`)).statusCode).toBe(400)
})
