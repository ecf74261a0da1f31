import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CheckTokenReply } from '#contract/identity/auth.ts'
import type { Portal } from '#contract/platform/fields.ts'
import type { UserDetail } from '#contract/identity/user-writes.ts'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import { createWorld, PASSWORD, type Tenant, type World } from '#server/testing/world.ts'

const OLD_EMAIL = 'coach@one.example'
const NEW_EMAIL = 'anna.new@one.example'

let database: TestDatabase
let world: World
let one: Tenant
let two: Tenant
let adminToken = ''

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  ;[one, two] = world.tenants
  adminToken = (await world.logIn(one, 'club')).token
})
afterAll(async () => {
  await world.close()
  await database.drop()
})

const patch = (uuid: string, payload: object) =>
  world.request({ method: 'PATCH', url: `/v1/users/${uuid}`, host: one.host('club'), token: adminToken, payload })
const read = async (uuid: string) =>
  (await world.request({ url: `/v1/users/${uuid}`, host: one.host('club'), token: adminToken })).json<UserDetail>()
const withdraw = (uuid: string, token = adminToken, portal: Portal = 'club') =>
  world.request({ method: 'DELETE', url: `/v1/users/${uuid}/pending-email`, host: one.host(portal), token })
const post = (url: string, payload: object, portal: Portal = 'coach', tenant = one) =>
  world.request({ method: 'POST', url, host: tenant.host(portal), payload })
const logIn = async (email: string) =>
  (await post('/v1/auth/login', { client_id: 'one', type: 'coach', email, password: PASSWORD })).statusCode
const requestReset = (email: string) =>
  post('/v1/auth/reset-password', { client_id: 'one', app_id: 'coach', email }).then(() => world.mails(one))
const tokenOf = (text = '') => /#token=([\w-]+)/.exec(text)?.[1] ?? ''
/** Enters a new address as an administrator; returns the mails that this sends, by recipient. */
const enterEmail = async (uuid: string, email: string) => {
  const reply = await patch(uuid, { email })
  expect(reply.statusCode, reply.body).toBe(200)
  return new Map((await world.mails(one)).map((mail) => [mail.to.address, mail]))
}

describe('a new e-mail address that an administrator enters', () => {
  test('takes effect when its owner confirms it; until then the old address logs in, and it gets a mail about the change', async () => {
    const session = await world.logIn(one, 'coach')
    const mails = await enterEmail(one.coach, NEW_EMAIL)
    expect([...mails.keys()].toSorted()).toEqual([NEW_EMAIL, OLD_EMAIL])
    expect(mails.get(OLD_EMAIL)?.text).toContain('another e-mail address')
    // The owner of the old mailbox does not learn the new address and cannot confirm it.
    expect(mails.get(OLD_EMAIL)?.text).not.toContain(NEW_EMAIL)
    expect(tokenOf(mails.get(OLD_EMAIL)?.text)).toBe('')
    expect(await read(one.coach)).toMatchObject({ email: OLD_EMAIL, pending_email: NEW_EMAIL })
    expect([await logIn(NEW_EMAIL), await logIn(OLD_EMAIL)]).toEqual([401, 200])
    expect(await requestReset(NEW_EMAIL)).toEqual([])
    const reset = tokenOf((await requestReset(OLD_EMAIL))[0]?.text)

    const token = tokenOf(mails.get(NEW_EMAIL)?.text)
    expect(mails.get(NEW_EMAIL)?.text).toContain(`https://${one.host('coach')}/confirm-email#token=`)
    const checked = await post('/v1/auth/check-token', { token, typ: 'email' })
    expect(checked.json<CheckTokenReply>()).toMatchObject({ firstname: 'Anna', login_name: NEW_EMAIL })
    // Opening the link, as mail programs do, changes nothing.
    expect(await logIn(NEW_EMAIL)).toBe(401)
    expect((await post('/v1/auth/confirm-email', { token })).statusCode).toBe(204)

    expect((await world.request({ url: '/v1/me', token: session.token })).statusCode).toBe(401)
    expect(await read(one.coach)).toMatchObject({ email: NEW_EMAIL, pending_email: null })
    expect([await logIn(NEW_EMAIL), await logIn(OLD_EMAIL)]).toEqual([200, 401])
    expect((await post('/v1/auth/check-token', { token: reset, typ: 'reset' })).json()).toMatchObject({
      error: 'LINK_EXPIRED',
    })
    // The link works once.
    expect((await post('/v1/auth/confirm-email', { token })).json()).toMatchObject({ error: 'LINK_INVALID' })
    const { rows } = await world.owner.query<{ action: string; user_id: string }>(
      `SELECT action, user_id FROM audit_log WHERE entity_id = $1 AND action = 'confirm-email'`,
      [one.coach],
    )
    expect(rows).toEqual([{ action: 'confirm-email', user_id: one.coach }])
    await world.owner.query('UPDATE users SET email = $2 WHERE id = $1', [one.coach, OLD_EMAIL])
  })

  test('can be withdrawn or replaced, which makes its link invalid', async () => {
    const firstToken = tokenOf((await enterEmail(one.coach, NEW_EMAIL)).get(NEW_EMAIL)?.text)
    const secondToken = tokenOf((await enterEmail(one.coach, 'other@one.example')).get('other@one.example')?.text)
    for (const [url, body] of [
      ['/v1/auth/confirm-email', {}],
      ['/v1/auth/check-token', { typ: 'email' }],
    ] as const)
      expect((await post(url, { token: firstToken, ...body })).json()).toMatchObject({ error: 'LINK_INVALID' })
    expect((await withdraw(one.coach)).statusCode).toBe(204)
    expect((await post('/v1/auth/confirm-email', { token: secondToken })).json()).toMatchObject({
      error: 'LINK_INVALID',
    })
    expect(await read(one.coach)).toMatchObject({ email: OLD_EMAIL, pending_email: null })
    expect((await withdraw(one.coach)).statusCode).toBe(204)
  })

  test('can be withdrawn only by those who may change the account', async () => {
    await enterEmail(one.coach, NEW_EMAIL)
    const coachToken = (await world.logIn(one, 'coach')).token
    expect((await withdraw(one.coach, coachToken, 'coach')).statusCode).toBe(403)
    for (const uuid of [two.coach, one.parent, crypto.randomUUID()]) expect((await withdraw(uuid)).statusCode).toBe(404)
    expect(await read(one.coach)).toMatchObject({ pending_email: NEW_EMAIL })
    await withdraw(one.coach)
  })

  test('is confirmed within 7 days, at the portal of its user', async () => {
    const token = tokenOf((await enterEmail(one.coach, NEW_EMAIL)).get(NEW_EMAIL)?.text)
    for (const [portal, tenant] of [
      ['parent', one],
      ['coach', two],
    ] as const)
      expect((await post('/v1/auth/confirm-email', { token }, portal, tenant)).json()).toMatchObject({
        error: 'LINK_INVALID',
      })
    // The token cannot set a password.
    expect((await post('/v1/auth/set-password', { token, password: 'Quiet-harbour-9' })).statusCode).toBe(404)
    world.clock.now += 7 * 86_400_000 - 1
    expect((await post('/v1/auth/check-token', { token, typ: 'email' })).statusCode).toBe(200)
    world.clock.now += 1
    expect((await post('/v1/auth/confirm-email', { token })).json()).toMatchObject({ error: 'LINK_EXPIRED' })
    expect(await logIn(OLD_EMAIL)).toBe(200)
    adminToken = (await world.logIn(one, 'club')).token
    await withdraw(one.coach)
  })

  test('is refused when another user of the type has it, also one who got it before the confirmation', async () => {
    const invited = await world.request({
      method: 'POST',
      url: '/v1/users',
      host: one.host('club'),
      token: adminToken,
      payload: { type: 'coach', firstname: 'Dewi', lastname: 'Lloyd', email: 'dewi@one.example' },
    })
    expect(invited.statusCode).toBe(201)
    // Drops the invitation, which no later test expects.
    await world.mails(one)
    expect((await patch(one.coach, { email: 'DEWI@one.example' })).json()).toMatchObject({ error: 'CONFLICT_EMAIL' })
    const token = tokenOf((await enterEmail(one.coach, NEW_EMAIL)).get(NEW_EMAIL)?.text)
    await world.owner.query('UPDATE users SET email = $2 WHERE id = $1', [
      invited.json<{ uuid: string }>().uuid,
      NEW_EMAIL,
    ])
    expect((await post('/v1/auth/confirm-email', { token })).json()).toMatchObject({ error: 'CONFLICT_EMAIL' })
    expect(await logIn(OLD_EMAIL)).toBe(200)
    await withdraw(one.coach)
  })

  test('takes effect at once when only capital letters change', async () => {
    expect((await patch(one.coach, { email: 'Coach@one.example' })).json()).toMatchObject({
      email: 'Coach@one.example',
      pending_email: null,
    })
    expect(await world.mails(one)).toEqual([])
  })
})

test('a user who never set up the account is invited again at the corrected address, and the old link becomes invalid', async () => {
  const payload = { type: 'coach', firstname: 'Gwen', lastname: 'Hughes', email: 'gwne@one.example' }
  const reply = await world.request({
    method: 'POST',
    url: '/v1/users',
    host: one.host('club'),
    token: adminToken,
    payload,
  })
  const { uuid } = reply.json<{ uuid: string }>()
  const oldToken = tokenOf((await world.mails(one))[0]?.text)
  const newToken = tokenOf((await enterEmail(uuid, 'gwen@one.example')).get('gwen@one.example')?.text)
  expect(await read(uuid)).toMatchObject({ email: 'gwen@one.example', pending_email: null })
  expect((await post('/v1/auth/check-token', { token: oldToken, typ: 'invite' })).json()).toMatchObject({
    error: 'LINK_EXPIRED',
  })
  expect((await post('/v1/auth/check-token', { token: newToken, typ: 'invite' })).statusCode).toBe(200)
})
