import { Secret, TOTP, URI } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ConfirmReply, EnrolReply, LoginReply } from '#contract/identity/auth.ts'
import type { Portal } from '#contract/platform/fields.ts'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import { setSecondFactor } from '#server/tenants/clients/second-factor-policy.ts'
import { inTenant } from '#server/platform/tenancy.ts'
import { rungsOn } from '#server/testing/rungs.ts'
import { createWorld, PASSWORD, type Tenant, type World } from '#server/testing/world.ts'
import { hashPassword } from './passwords.ts'
import { storePassword } from './set-password.ts'

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
beforeEach(async () => {
  // Lets the windows of earlier tries end.
  world.clock.now += 3_600_000
  await world.owner.query('DELETE FROM second_factors')
  await setPolicy('optional')
})

const setPolicy = (policy: 'optional' | 'required') =>
  inTenant(world.db, 'one', 'write', (tx) => setSecondFactor(tx, 'one', policy, { userId: null, nowMs: Date.now() }))
const post = (path: string, payload: object, access: { token?: string; portal?: Portal; tenant?: Tenant } = {}) =>
  world.request({
    method: 'POST',
    url: `/v1/auth/${path}`,
    host: (access.tenant ?? one).host(access.portal ?? 'club'),
    ...(access.token === undefined ? {} : { token: access.token }),
    payload,
  })
const logIn = (portal: Portal = 'club') => {
  const type = { parent: 'parent', coach: 'coach', club: 'admin', scheme: 'ngo' }[portal]
  return post('login', { client_id: 'one', type, email: `${type}@one.example`, password: PASSWORD }, { portal })
}
/** The code that the authenticator app shows, `steps` half minutes from now. */
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: world.clock.now + steps * 30_000 })

/**
 * Turns the second factor on for the administrator; returns the app's secret, the recovery codes and an access token.
 */
async function turnOn(): Promise<{ secret: string; codes: string[]; token: string }> {
  const { token } = (await logIn()).json<LoginReply>()
  const { secret } = (await post('second-factor/enrol', {}, { token })).json<EnrolReply>()
  const reply = await post('second-factor/confirm', { code: codeOf(secret) }, { token })
  expect(reply.statusCode, reply.body).toBe(200)
  // The code is used up; a minute later the app shows another one.
  world.clock.now += 60_000
  return { secret, codes: reply.json<ConfirmReply>().recovery_codes, token }
}
/** Logs in as the administrator up to the second factor; returns the challenge. */
async function getChallenge(): Promise<string> {
  const reply = await logIn()
  expect(reply.json()).toMatchObject({ second_factor: 'code' })
  expect(Object.keys(reply.json<object>()).sort()).toEqual(['challenge', 'second_factor'])
  return reply.json<{ challenge: string }>().challenge
}

describe('an optional second factor', () => {
  test('is set up with a secret that any app reads and confirmed by a first code, and a mail tells the user', async () => {
    const { token } = (await logIn()).json<LoginReply>()
    const getStatus = () => world.request({ url: '/v1/auth/second-factor', host: one.host('club'), token })
    expect((await getStatus()).json()).toEqual({ policy: 'optional', on: false, recovery_codes_left: 0 })
    const enrol = (await post('second-factor/enrol', {}, { token })).json<EnrolReply>()
    const parsed = URI.parse(enrol.uri)
    expect(parsed).toMatchObject({ issuer: 'Client one', label: 'admin@one.example', algorithm: 'SHA1', digits: 6 })
    expect(parsed.secret.base32).toBe(enrol.secret)
    expect((await post('second-factor/confirm', { code: '000000' }, { token })).json()).toMatchObject({
      status: 400,
      error: 'SECOND_FACTOR_WRONG',
      field: 'code',
    })
    expect((await logIn()).json()).toHaveProperty('token')
    const confirmed = await post('second-factor/confirm', { code: codeOf(enrol.secret) }, { token })
    expect(new Set(confirmed.json<ConfirmReply>().recovery_codes).size).toBe(10)
    expect((await getStatus()).json()).toEqual({ policy: 'optional', on: true, recovery_codes_left: 10 })
    expect((await world.mails(one)).map(({ subject }) => subject)).toEqual(['Login codes are on for Client one'])
    expect((await post('second-factor/enrol', {}, { token })).json()).toMatchObject({ error: 'SECOND_FACTOR_ON' })
  })

  test('is asked for after the password; a code works once, and also in the half minute before and after its own', async () => {
    const { secret } = await turnOn()
    const challenge = await getChallenge()
    const code = codeOf(secret)
    const reply = await post('second-factor', { challenge, code })
    expect(reply.json()).toMatchObject({ clubs: [{ id: one.club }] })
    expect((await post('second-factor', { challenge, code })).json()).toMatchObject({
      error: 'SECOND_FACTOR_WRONG',
    })
    expect((await post('second-factor', { challenge: await getChallenge(), code: codeOf(secret, 1) })).statusCode).toBe(
      200,
    )
    expect((await post('second-factor', { challenge: await getChallenge(), code: codeOf(secret, 3) })).statusCode).toBe(
      400,
    )
    expect(
      (await post('second-factor', { challenge: await getChallenge(), code: codeOf(secret, -2) })).statusCode,
    ).toBe(400)
  })

  test('lets in only one of several requests that use a code at the same moment', async () => {
    const { secret } = await turnOn()
    const body = { challenge: await getChallenge(), code: codeOf(secret) }
    const replies = await Promise.all([1, 2, 3, 4].map(() => post('second-factor', body)))
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400, 400, 400])
  })

  test('can be replaced by a recovery code, in any notation, and each of them once', async () => {
    const { codes } = await turnOn()
    const [code = ''] = codes
    const reply = await post('second-factor', {
      challenge: await getChallenge(),
      code: ` ${code.toUpperCase().replaceAll('-', ' ')}`,
    })
    expect(reply.statusCode, reply.body).toBe(200)
    expect((await post('second-factor', { challenge: await getChallenge(), code })).statusCode).toBe(400)
    const { rows } = await world.owner.query<{ all: string }>(
      `SELECT coalesce(json_agg(r), '[]')::text AS all FROM recovery_codes r`,
    )
    expect(rows[0]?.all).not.toContain(codes[1]?.replaceAll('-', ''))
  })

  test('can be guessed five times from one network; then even a right code has to wait, for at most a minute', async () => {
    const { secret } = await turnOn()
    const challenge = await getChallenge()
    for (let n = 0; n < 5; n++)
      expect((await post('second-factor', { challenge, code: '000000' })).statusCode).toBe(400)
    expect((await post('second-factor', { challenge, code: codeOf(secret) })).statusCode).toBe(429)
    world.clock.now += 61_000
    expect((await post('second-factor', { challenge, code: codeOf(secret) })).statusCode).toBe(200)
  })

  test('is still asked for after a new password was set by a mail’s link', async () => {
    const { secret } = await turnOn()
    await post('reset-password', { email: 'admin@one.example', client_id: 'one', app_id: 'admin' })
    const mail = (await world.mails(one)).find(({ subject }) => subject.startsWith('A new password'))
    const token = /#token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
    const reply = await post('set-password', { token, password: PASSWORD })
    expect(reply.json()).toMatchObject({ second_factor: 'code' })
    const { challenge } = reply.json<{ challenge: string }>()
    expect((await post('second-factor', { challenge, code: codeOf(secret) })).statusCode).toBe(200)
    // Drops the mail about the change, so that the next test does not find it.
    await world.mails(one)
  })

  test('can be turned off, or get new recovery codes, only with a valid code', async () => {
    const { secret, codes, token } = await turnOn()
    expect((await post('second-factor/recovery-codes', { code: '000000' }, { token })).statusCode).toBe(400)
    const renewed = await post('second-factor/recovery-codes', { code: codeOf(secret) }, { token })
    expect(renewed.json<{ recovery_codes: string[] }>().recovery_codes).toHaveLength(10)
    expect((await post('second-factor/remove', { code: codes[0] ?? '' }, { token })).statusCode).toBe(400)
    expect((await post('second-factor/remove', { code: codeOf(secret, 1) }, { token })).statusCode).toBe(204)
    expect((await logIn()).json()).toHaveProperty('token')
    expect((await world.mails(one)).map(({ subject }) => subject)).toContain('Login codes are off for Client one')
  })
})

describe('a required second factor', () => {
  test('is set up during the first login, and its first code completes that login', async () => {
    await setPolicy('required')
    const answer = (await logIn()).json<{ second_factor: string; challenge: string }>()
    expect(answer.second_factor).toBe('enrol')
    const enrol = (await post('second-factor/enrol', { challenge: answer.challenge })).json<EnrolReply>()
    expect((await post('second-factor', { challenge: answer.challenge, code: codeOf(enrol.secret) })).statusCode).toBe(
      400,
    )
    const reply = await post('second-factor/confirm', { challenge: answer.challenge, code: codeOf(enrol.secret) })
    const { login, recovery_codes } = reply.json<ConfirmReply>()
    expect(recovery_codes).toHaveLength(10)
    const me = await world.request({ url: '/v1/me', host: one.host('club'), token: login?.token ?? '' })
    expect(me.json()).toMatchObject({ uuid: one.admin })
    // The first code is used up.
    world.clock.now += 60_000
    const off = await post('second-factor/remove', { code: codeOf(enrol.secret) }, { token: login?.token ?? '' })
    expect(off.json()).toMatchObject({ status: 403, error: 'SECOND_FACTOR_REQUIRED' })
  })

  test('ends the sessions of administrators who have not set it up', async () => {
    const { refresh_token } = (await logIn()).json<LoginReply>()
    const parent = (await logIn('parent')).json<LoginReply>()
    await setPolicy('required')
    expect((await post('refresh', { refresh_token })).statusCode).toBe(401)
    expect((await post('refresh', { refresh_token: parent.refresh_token }, { portal: 'parent' })).statusCode).toBe(200)
  })

  test('is for administrators and authors, not for parents and coaches', async () => {
    await setPolicy('required')
    expect((await logIn('scheme')).json()).toMatchObject({ second_factor: 'enrol' })
    for (const portal of ['parent', 'coach'] as const) {
      const { token } = (await logIn(portal)).json<LoginReply>()
      expect(token).toBeTruthy()
      expect((await post('second-factor/enrol', {}, { token, portal })).statusCode).toBe(403)
    }
  })
})

describe('rungs second-factor', () => {
  test('turns nothing on or off when it is given more than it knows', async () => {
    await turnOn()
    const rungs = rungsOn(database)
    for (const args of [
      ['required', 'admin', 'admin@one.example'],
      ['required', '--dry-run'],
      ['off', 'admin', 'admin@one.example', 'coach@one.example'],
    ])
      expect(await rungs('second-factor', 'one', ...args)).toMatchObject({ code: 2, out: '' })
    const { rows } = await world.owner.query(
      `SELECT second_factor, (SELECT count(*)::int FROM second_factors) AS count FROM clients WHERE client_id = 'one'`,
    )
    expect(rows).toEqual([{ second_factor: 'optional', count: 1 }])
    expect((await rungs('second-factor', 'one', 'off', 'admin', 'admin@one.example')).code).toBe(0)
  })
})

describe('a challenge', () => {
  test('expires after ten minutes, is valid only at its own host, and cannot be exchanged with another kind of token', async () => {
    const { secret, token } = await turnOn()
    const challenge = await getChallenge()
    const body = () => ({ challenge, code: codeOf(secret) })
    expect((await post('second-factor', body(), { portal: 'scheme' })).statusCode).toBe(401)
    expect((await post('second-factor', body(), { tenant: two })).statusCode).toBe(401)
    expect((await post('second-factor', { challenge: token, code: codeOf(secret) })).statusCode).toBe(401)
    expect((await world.request({ url: '/v1/me', host: one.host('club'), token: challenge })).statusCode).toBe(401)
    expect((await post('refresh', { refresh_token: challenge })).statusCode).toBe(401)
    world.clock.now += 601_000
    expect((await post('second-factor', body())).json()).toMatchObject({ status: 401, error: 'AUTH_INVALID_TOKEN' })
  })

  test('ends when the password is set anew, by which the user shuts out who knew the former one', async () => {
    await setPolicy('required')
    const { challenge } = (await logIn()).json<{ challenge: string }>()
    const hash = await hashPassword(PASSWORD)
    const change = { userId: one.admin, actorId: one.admin, hash, changedAt: new Date(world.clock.now) }
    await inTenant(world.db, 'one', 'write', (tx) => storePassword(tx, change))
    expect((await post('second-factor/enrol', { challenge })).json()).toMatchObject({
      status: 401,
      error: 'AUTH_INVALID_TOKEN',
    })
    const next = (await logIn()).json<{ challenge: string }>()
    expect((await post('second-factor/enrol', { challenge: next.challenge })).statusCode).toBe(200)
  })
})
