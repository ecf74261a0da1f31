import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { EnrolReply, LoginReply } from '#contract/identity/auth.ts'
import type { Portal } from '#contract/platform/fields.ts'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import { createWorld, PASSWORD, type Tenant, type World } from '#server/testing/world.ts'

let database: TestDatabase
let world: World
/** The first client of `createWorld`; its children are Siân and Beca O'Connor (AQ-1, AQ-2). */
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
beforeEach(() => {
  // Lets the windows of earlier tries end.
  world.clock.now += 3_600_001
})

/** Where a request comes from; by default from the coach portal in the network HOME. */
interface Origin {
  portal?: Portal
  network?: string
  token?: string
  cookie?: string
}
const HOME = '10.1.1.1'
/** The address of another network, a different one for each number. */
const otherNetwork = (n: number) => `10.2.${n >> 8}.${n & 255}`
/** The user type of each portal. */
const types = { parent: 'parent', coach: 'coach', club: 'admin', scheme: 'ngo' } as const

const post = (url: string, payload: object, { portal = 'coach', network = HOME, token, cookie }: Origin = {}) =>
  world.request({
    method: 'POST',
    url,
    host: one.host(portal),
    remoteAddress: network,
    payload,
    ...(token === undefined ? {} : { token }),
    headers: cookie === undefined ? {} : { cookie },
  })
const logIn = (password: string, { portal = 'coach', ...origin }: Origin = {}) =>
  post(
    '/v1/auth/login',
    { client_id: 'one', type: types[portal], email: `${types[portal]}@one.example`, password },
    { portal, ...origin },
  )
/** Logs in and returns the device cookie, by which the server knows the browser. */
async function deviceCookie(origin: Origin = {}): Promise<string> {
  const reply = await logIn(PASSWORD, origin)
  expect(reply.statusCode, reply.body).toBe(200)
  return String(reply.headers['set-cookie']).split(';')[0] ?? ''
}
type Reply = Awaited<ReturnType<typeof post>>
const codeOf = (reply: Reply) => reply.json<{ error?: string }>().error ?? String(reply.statusCode)
/** Makes many tries at the same moment; counts their answers by error code, or by status where there is none. */
async function burst(attempt: (n: number) => Promise<Reply>, size = 200): Promise<Record<string, number>> {
  const codes = (await Promise.all(Array.from({ length: size }, (_, n) => attempt(n)))).map((reply) =>
    reply.statusCode === 204 ? '204' : codeOf(reply),
  )
  return Object.fromEntries([...new Set(codes)].map((code) => [code, codes.filter((other) => other === code).length]))
}

describe('of 200 simultaneous tries exactly as many as the limit are checked:', () => {
  test('passwords of an account from one network', async () => {
    expect(await burst(() => logIn('Wrong-horse-9'))).toEqual({ AUTH_INVALID_CREDENTIALS: 10, TOO_MANY_REQUESTS: 190 })
  })

  test('passwords of a name that nobody has', async () => {
    const payload = { client_id: 'one', type: 'coach', email: 'nobody@one.example', password: 'x' }
    const answers = await burst(() => post('/v1/auth/login', payload))
    expect(answers).toEqual({ AUTH_INVALID_CREDENTIALS: 10, TOO_MANY_REQUESTS: 190 })
  })

  test('passwords of an account from 200 networks', async () => {
    const answers = await burst((n) => logIn('Wrong-horse-9', { network: otherNetwork(n) }))
    expect(answers).toEqual({ AUTH_INVALID_CREDENTIALS: 100, TOO_MANY_REQUESTS: 100 })
  })

  test('a user’s own password, when it is changed', async () => {
    const { token } = (await logIn(PASSWORD)).json<LoginReply>()
    const payload = { current_password: 'Wrong-horse-9', password: 'Brand-new-horse-10' }
    const answers = await burst(() =>
      world.request({ method: 'PATCH', url: `/v1/users/${one.coach}/password`, token, payload }),
    )
    expect(answers).toEqual({ PASSWORD_WRONG: 10, TOO_MANY_REQUESTS: 190 })
  })

  test('codes of a second factor, when it is set up and when it is asked for', async () => {
    const { token } = (await logIn(PASSWORD, { portal: 'club' })).json<LoginReply>()
    const { secret } = (await post('/v1/auth/second-factor/enrol', {}, { portal: 'club', token })).json<EnrolReply>()
    const confirmWrongly = () => post('/v1/auth/second-factor/confirm', { code: '000000' }, { portal: 'club', token })
    expect(await burst(confirmWrongly)).toEqual({ SECOND_FACTOR_WRONG: 5, TOO_MANY_REQUESTS: 195 })
    world.clock.now += 3_600_000
    const validCode = () => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: world.clock.now })
    const { token: newToken } = (await logIn(PASSWORD, { portal: 'club' })).json<LoginReply>()
    await post('/v1/auth/second-factor/confirm', { code: validCode() }, { portal: 'club', token: newToken })
    const { challenge } = (await logIn(PASSWORD, { portal: 'club' })).json<{ challenge: string }>()
    // Two networks have five tries each. A minute later each has one more, which codes and recovery codes share.
    for (const code of ['000000', 'abcd-efgh-ijkl-mnop']) {
      world.clock.now += 61_000
      const answers = await burst((n) =>
        post('/v1/auth/second-factor', { challenge, code }, { portal: 'club', network: otherNetwork(n % 2) }),
      )
      expect(answers).toEqual(
        code === '000000'
          ? { SECOND_FACTOR_WRONG: 10, TOO_MANY_REQUESTS: 190 }
          : { SECOND_FACTOR_WRONG: 2, TOO_MANY_REQUESTS: 198 },
      )
    }
    await world.owner.query('DELETE FROM second_factors')
  })

  test('dates of birth of a membership number', async () => {
    const { token } = (await logIn(PASSWORD, { portal: 'parent' })).json<LoginReply>()
    const answers = await burst((n) =>
      post(
        `/v1/users/${one.parent}/members`,
        {
          ngo_id: 'AQ-1',
          firstname: 'Siân',
          lastname: "O'Connor",
          dob: `2016-01-${String((n % 28) + 1).padStart(2, '0')}`,
        },
        { portal: 'parent', token },
      ),
    )
    expect(answers).toEqual({ NO_MEMBERSHIP_MATCH: 5, TOO_MANY_REQUESTS: 195 })
  })

  test('links of mails, and states of logins that return from a provider', async () => {
    const links = await burst((n) => post('/v1/auth/check-token', { token: `guess${n}`, typ: 'reset' }))
    expect(links).toEqual({ LINK_INVALID: 10, TOO_MANY_REQUESTS: 190 })
    const states = await burst((n) =>
      world.request({
        url: `/v1/auth/remote-login?state=guess${n}&code=x&redirect=one%3Acoach`,
        remoteAddress: HOME,
      }),
    )
    expect(states).toEqual({ LOGIN_STATE_INVALID: 10, TOO_MANY_REQUESTS: 190 })
  })

  test('requests for reset mails, and logins that begin at a provider', async () => {
    const resets = await burst((n) =>
      post('/v1/auth/reset-password', { client_id: 'one', app_id: 'coach', email: `nobody${n}@one.example` }),
    )
    expect(resets).toEqual({ '204': 20, TOO_MANY_REQUESTS: 180 })
    // The limit is 200, so here 200 tries would not reach it.
    const logins = await burst(
      () => world.request({ url: '/v1/auth/auth-url?client_id=one&type=coach', remoteAddress: HOME }),
      260,
    )
    expect(logins).toEqual({ EXTERNAL_CONFIG_ERROR: 200, TOO_MANY_REQUESTS: 60 })
  })
})

test('after ten wrong passwords one is allowed after 15 seconds, then after 30 and then each minute, and ten after a quarter of an hour', async () => {
  const attempt = () => logIn('Wrong-horse-9')
  const began = world.clock.now
  for (let n = 0; n < 10; n++) expect((await attempt()).statusCode).toBe(401)
  for (const seconds of [15, 30, 60, 60]) {
    const refused = await attempt()
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, String(seconds)])
    world.clock.now += seconds * 1_000 - 1
    expect((await attempt()).statusCode).toBe(429)
    world.clock.now += 1
    expect((await attempt()).statusCode).toBe(401)
  }
  world.clock.now = began + 15 * 60_000 - 1
  expect([(await attempt()).statusCode, (await attempt()).statusCode]).toEqual([401, 429])
  world.clock.now += 1
  for (let n = 0; n < 10; n++) expect((await attempt()).statusCode).toBe(401)
  expect((await attempt()).statusCode).toBe(429)
})

describe('while somebody else guesses a password', () => {
  const guessFrom = (network: (n: number) => string) => burst((n) => logIn('Wrong-horse-9', { network: network(n) }))

  test('the owner can log in from another network, and other users can from the same network', async () => {
    await guessFrom(() => HOME)
    expect((await logIn(PASSWORD)).statusCode).toBe(429)
    expect((await logIn(PASSWORD, { network: otherNetwork(1) })).statusCode).toBe(200)
    expect((await logIn(PASSWORD, { portal: 'parent' })).statusCode).toBe(200)
  })

  test('the owner can log in with a known device, wherever the guesses come from', async () => {
    const cookie = await deviceCookie()
    await guessFrom(() => HOME)
    await guessFrom(otherNetwork)
    expect((await logIn(PASSWORD, { network: otherNetwork(999) })).statusCode).toBe(429)
    for (const network of [HOME, otherNetwork(999)])
      expect((await logIn(PASSWORD, { network, cookie })).statusCode, network).toBe(200)
  })

  test('a network has 500 tries at all accounts together; after that known devices can still log in', async () => {
    const cookie = await deviceCookie({ portal: 'parent' })
    const unknownUser = (n: number) => ({ client_id: 'one', type: 'coach', email: `x${n}@one.example`, password: 'x' })
    // So few at once that all are hashed before the first of them has waited too long.
    for (let tries = 0; tries < 500; tries += 50)
      expect(await burst((n) => post('/v1/auth/login', unknownUser(tries + n)), 50)).toEqual({
        AUTH_INVALID_CREDENTIALS: 50,
      })
    expect(await burst((n) => post('/v1/auth/login', unknownUser(500 + n)), 20)).toEqual({ TOO_MANY_REQUESTS: 20 })
    expect((await logIn(PASSWORD, { portal: 'parent' })).statusCode).toBe(429)
    expect((await logIn(PASSWORD, { portal: 'parent', cookie })).statusCode).toBe(200)
  })

  test('a new password by mail logs the owner in, and clears the counted tries', async () => {
    await guessFrom(otherNetwork)
    // Drops earlier mails, so that the one with the link is the only one.
    await world.mails(one)
    await post('/v1/auth/reset-password', { client_id: 'one', app_id: 'coach', email: 'coach@one.example' })
    const [mail] = await world.mails(one)
    const token = /#token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
    expect((await post('/v1/auth/set-password', { token, password: PASSWORD })).statusCode).toBe(200)
    expect((await logIn(PASSWORD, { network: otherNetwork(1) })).statusCode).toBe(200)
  })

  test('a mail’s link still works, and a device that has logged in before can request one', async () => {
    const cookie = await deviceCookie()
    await burst((n) => post('/v1/auth/check-token', { token: `guess${n}`, typ: 'reset' }))
    const requestReset = (email: string, origin: Origin = {}) =>
      post('/v1/auth/reset-password', { client_id: 'one', app_id: 'coach', email }, origin)
    await burst((n) => requestReset(`nobody${n}@one.example`))
    await world.mails(one)
    expect((await requestReset('coach@one.example')).statusCode).toBe(429)
    expect((await requestReset('coach@one.example', { cookie })).statusCode).toBe(204)
    const [mail] = await world.mails(one)
    const token = /#token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
    expect((await post('/v1/auth/check-token', { token, typ: 'reset' })).statusCode).toBe(200)
  })
})

describe('the cookie of a device', () => {
  test('is set by a login only, and no script can read it', async () => {
    expect((await logIn('Wrong-horse-9')).headers['set-cookie']).toBeUndefined()
    expect((await logIn(PASSWORD)).headers['set-cookie']).toMatch(
      /^__Host-rungs-device=[A-Za-z0-9_-]{43}; Path=\/; Max-Age=34560000; Secure; HttpOnly; SameSite=Strict$/,
    )
    const { rows } = await world.owner.query<{ text: string }>('SELECT s::text AS text FROM refresh_sessions s')
    const deviceId = (await deviceCookie()).split('=')[1] ?? ''
    for (const { text } of rows) expect(text).not.toContain(deviceId)
  })

  test('gives a thief ten tries, which lock out nobody else', async () => {
    const cookie = await deviceCookie()
    const answers = await burst((n) => logIn('Wrong-horse-9', { network: otherNetwork(n), cookie }))
    expect(answers).toEqual({ AUTH_INVALID_CREDENTIALS: 10, TOO_MANY_REQUESTS: 190 })
    expect((await logIn(PASSWORD, { network: otherNetwork(1) })).statusCode).toBe(200)
  })

  test('makes the device known for each user who has logged in with it, and for no other', async () => {
    const ofBothUsers = await deviceCookie()
    const ofParent = await deviceCookie({ portal: 'parent' })
    await logIn(PASSWORD, { portal: 'parent', cookie: ofBothUsers })
    for (const portal of ['coach', 'parent'] as const) await burst(() => logIn('Wrong-horse-9', { portal }))
    expect((await logIn(PASSWORD, { cookie: ofParent })).statusCode).toBe(429)
    expect((await logIn(PASSWORD, { cookie: `__Host-rungs-device=${'x'.repeat(43)}` })).statusCode).toBe(429)
    for (const portal of ['coach', 'parent'] as const)
      expect((await logIn(PASSWORD, { portal, cookie: ofBothUsers })).statusCode).toBe(200)
  })

  test('is no longer known after 400 days', async () => {
    const cookie = await deviceCookie()
    world.clock.now += 401 * 86_400_000
    await burst(() => logIn('Wrong-horse-9'))
    expect((await logIn(PASSWORD, { cookie })).statusCode).toBe(429)
  })
})

describe('a successful try', () => {
  test('of a password clears the wrong ones before it', async () => {
    for (let round = 0; round < 3; round++) {
      for (let n = 0; n < 9; n++) expect((await logIn('Wrong-horse-9')).statusCode).toBe(401)
      expect((await logIn(PASSWORD)).statusCode).toBe(200)
    }
  })

  test('of a membership removes only itself from the count, so finding one child gives no new guesses at others', async () => {
    const { token } = (await logIn(PASSWORD, { portal: 'parent' })).json<LoginReply>()
    const membership = { ngo_id: 'AQ-1', firstname: 'Siân', lastname: "O'Connor", dob: '2017-05-06' }
    const link = (fields: object = {}) =>
      post(`/v1/users/${one.parent}/members`, { ...membership, ...fields }, { portal: 'parent', token })
    for (let n = 0; n < 4; n++) expect((await link({ ngo_id: 'AQ-2' })).statusCode).toBe(404)
    // A right answer gets "linked already" here.
    for (let n = 0; n < 3; n++) expect(codeOf(await link())).toBe('CONFLICT_MEMBER')
    expect((await link({ ngo_id: 'AQ-2' })).statusCode).toBe(404)
    expect((await link()).statusCode).toBe(429)
  })

  test('deletes the tries whose window has ended', async () => {
    await burst((n) => post('/v1/auth/check-token', { token: `guess${n}`, typ: 'reset' }))
    world.clock.now += 3_600_000
    await logIn(PASSWORD)
    const { rows } = await world.owner.query('SELECT FROM tries WHERE ends_at <= $1', [new Date(world.clock.now)])
    expect(rows).toEqual([])
  })
})
