import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import { inTenant } from '#server/platform/tenancy.ts'
import { enqueueMail } from '#server/platform/mail/queue.ts'
import { untilWaiting } from '#server/testing/until-waiting.ts'
import { createWorld, PASSWORD, type Tenant, type World } from '#server/testing/world.ts'

let database: TestDatabase
let world: World
let one: Tenant
let two: Tenant

const NEW_PASSWORD = 'Brand-new-horse-10'

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
  // More than an hour passes, so that earlier mails and tries no longer count towards limits.
  world.clock.now += 3_600_001
})

let usedNetworks = 0
/**
 * Sends a request from a new network each time, so that the tries of one test do not block another. The counter gives
 * the last two numbers of the address.
 */
const post = (
  path: string,
  payload: object,
  host = one.host('parent'),
  remoteAddress = `10.0.${usedNetworks >> 8}.${++usedNetworks & 255}`,
) => world.app.inject({ method: 'POST', url: `/v1/auth/${path}`, headers: { host }, remoteAddress, payload })
const requestReset = (email = 'parent@one.example', fields: object = {}) =>
  post('reset-password', { email, client_id: 'one', app_id: 'parent', ...fields })
const logIn = (password: string, email = 'parent@one.example') =>
  post('login', { client_id: 'one', type: 'parent', email, password })
const tokenIn = (text = '') => /#token=([\w.-]+)/.exec(text)?.[1] ?? ''
async function resetToken(tenant = one): Promise<string> {
  await requestReset(`parent@${tenant.id}.example`)
  const [mail] = await world.mails(tenant)
  return tokenIn(mail?.text)
}
/** Creates a parent who was invited and has not set a password; returns the id and the token of the invitation. */
async function inviteParent(name: string): Promise<{ id: string; token: string }> {
  const id = crypto.randomUUID()
  await inTenant(world.db, 'one', 'write', async (tx) => {
    await tx.query(
      `INSERT INTO users (client_id, id, type, email, firstname, lastname, verified) VALUES ('one', $1, 'parent', $2, 'New', 'Parent', false)`,
      [id, `${name}@one.example`],
    )
    await enqueueMail(tx, new Date(world.clock.now), { userId: id, kind: 'invite' })
  })
  const [mail] = await world.mails(one)
  return { id, token: tokenIn(mail?.text) }
}

describe('a forgotten password', () => {
  test('answers the same for an address that somebody has and one that nobody has, and mails only to the first', async () => {
    const [known, unknown] = [await requestReset('PARENT@one.example'), await requestReset('nobody@one.example')]
    expect([known.statusCode, known.body]).toEqual([204, ''])
    expect([unknown.statusCode, unknown.body]).toEqual([204, ''])
    const headers = (reply: typeof known) => Object.keys(reply.headers).sort()
    expect(headers(known)).toEqual(headers(unknown))
    expect((await world.mails(one)).map(({ to }) => to.address)).toEqual(['parent@one.example'])
    await expect.poll(() => world.woken.slice(-2)).toEqual(['mails', 'mails'])
  })

  test('sends mail only to an account of this portal and client', async () => {
    expect((await requestReset('coach@one.example')).statusCode).toBe(204)
    expect((await requestReset('parent@two.example')).statusCode).toBe(204)
    expect(await world.mails(one)).toEqual([])
    expect(await world.mails(two)).toEqual([])
    expect((await requestReset('parent@one.example', { client_id: 'two' })).statusCode).toBe(403)
    expect((await requestReset('coach@one.example', { app_id: 'coach' })).statusCode).toBe(403)
  })

  test('is refused when the address is wrong, and the reply names the field', async () => {
    expect((await requestReset('no at sign')).json()).toMatchObject({
      status: 400,
      error: 'ERROR_INVALID_EMAIL',
      field: 'email',
    })
    for (const email of [['a@b.c', 'd@e.f'], 'a@b.c\r\nBcc: x@y.z', 'a@b.c,d@e.f', { a: 1 }, '']) {
      const reply = await requestReset('', { email })
      expect(reply.json(), JSON.stringify(email)).toMatchObject({ status: 400, field: 'email' })
    }
    expect(await world.mails(one)).toEqual([])
  })

  test('sends at most three mails an hour to one account, and answers further requests in the same way', async () => {
    for (let n = 0; n < 5; n++) expect((await requestReset()).statusCode).toBe(204)
    expect(await world.mails(one)).toHaveLength(3)
  })

  test('sends no more mails when they are requested at the same moment', async () => {
    await world.owner.query('BEGIN')
    await world.owner.query('SELECT FROM users WHERE id = $1 FOR UPDATE', [one.parent])
    const requests = Array.from({ length: 5 }, () => requestReset())
    await untilWaiting(world, 5)
    await world.owner.query('COMMIT')
    expect((await Promise.all(requests)).map(({ statusCode }) => statusCode)).toEqual([204, 204, 204, 204, 204])
    expect(await world.mails(one)).toHaveLength(3)
  })

  test('can be requested twenty times from one network, then the network must wait', async () => {
    // An unused address each time, so that only the limit of the network counts.
    const attempt = () =>
      post(
        'reset-password',
        { email: `x${usedNetworks}@one.example`, client_id: 'one', app_id: 'parent' },
        undefined,
        '10.9.9.9',
      )
    for (let n = 0; n < 20; n++) expect((await attempt()).statusCode).toBe(204)
    const blocked = await attempt()
    expect([blocked.statusCode, blocked.json().error]).toEqual([429, 'TOO_MANY_REQUESTS'])
    expect(Number(blocked.headers['retry-after'])).toBeGreaterThan(0)
  })

  test('sends the invitation again to a user who never set a password', async () => {
    await inviteParent('slow')
    await requestReset('slow@one.example')
    const [mail] = await world.mails(one)
    expect(mail?.subject).toBe('Set up your account at Client one')
    expect(mail?.text).toContain('https://parent.one.test/set-password#token=')
  })
})

describe('a link to set a password', () => {
  test('is valid for its own page only, names its user and is not used up by opening it', async () => {
    const token = await resetToken()
    for (let n = 0; n < 2; n++) {
      expect((await post('check-token', { token, typ: 'reset' })).json()).toMatchObject({
        user_uuid: one.parent,
        firstname: 'Ffion',
        login_name: 'parent@one.example',
      })
    }
    expect((await post('check-token', { token, typ: 'invite' })).json()).toMatchObject({
      status: 404,
      error: 'LINK_INVALID',
    })
  })

  test('sets the password, logs in, ends all other sessions and tells by mail', async () => {
    const oldSession = (await logIn(PASSWORD)).json<{ refresh_token: string }>()
    const token = await resetToken()
    const reply = await post('set-password', { token, password: NEW_PASSWORD })
    expect(reply.statusCode, reply.body).toBe(200)
    const { token: access } = reply.json<{ token: string }>()
    const me = await world.request({ url: '/v1/me', host: one.host('parent'), token: access })
    expect(me.json()).toMatchObject({ uuid: one.parent })
    expect((await post('refresh', { refresh_token: oldSession.refresh_token })).statusCode).toBe(401)
    expect((await logIn(PASSWORD)).statusCode).toBe(401)
    expect((await logIn(NEW_PASSWORD)).statusCode).toBe(200)
    expect((await world.mails(one)).map(({ subject }) => subject)).toEqual(['Your password at Client one has changed'])
    // Later tests log in with the former password.
    await post('set-password', { token: await resetToken(), password: PASSWORD })
    // Drops the mail about the change, so that no later test finds it.
    await world.mails(one)
  })

  test('works once, also when several requests use it at the same moment, and makes older links invalid', async () => {
    const [older, token] = [await resetToken(), await resetToken()]
    const replies = await Promise.all([1, 2, 3].map(() => post('set-password', { token, password: PASSWORD })))
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 410, 410])
    expect((await post('set-password', { token: older, password: NEW_PASSWORD })).json()).toMatchObject({
      error: 'LINK_EXPIRED',
    })
    expect((await logIn(PASSWORD)).statusCode).toBe(200)
    await world.mails(one)
  })

  test('expires half an hour after it was requested', async () => {
    const token = await resetToken()
    world.clock.now += 29 * 60_000
    expect((await post('check-token', { token, typ: 'reset' })).statusCode).toBe(200)
    world.clock.now += 60_001
    expect((await post('check-token', { token, typ: 'reset' })).json()).toMatchObject({
      status: 410,
      error: 'LINK_EXPIRED',
    })
    expect((await post('set-password', { token, password: NEW_PASSWORD })).statusCode).toBe(410)
  })

  test('of another portal or client, or of nobody, is invalid', async () => {
    const token = await resetToken()
    for (const host of [one.host('coach'), two.host('parent')]) {
      expect((await post('check-token', { token, typ: 'reset' }, host)).json()).toMatchObject({ error: 'LINK_INVALID' })
      expect((await post('set-password', { token, password: NEW_PASSWORD }, host)).statusCode).toBe(404)
    }
    for (const wrong of ['x', `${token}x`, token.slice(1)])
      expect((await post('set-password', { token: wrong, password: NEW_PASSWORD })).json()).toMatchObject({
        error: 'LINK_INVALID',
      })
  })

  test('can be guessed ten times, then the network must wait', async () => {
    const guess = () => post('check-token', { token: 'guess', typ: 'reset' }, undefined, '10.8.8.8')
    for (let n = 0; n < 10; n++) expect((await guess()).statusCode).toBe(404)
    expect((await guess()).statusCode).toBe(429)
  })

  test('of an invitation activates the account once; then it is already activated', async () => {
    const { id, token } = await inviteParent('carys')
    expect((await logIn(PASSWORD, 'carys@one.example')).statusCode).toBe(401)
    expect((await post('check-token', { token, typ: 'invite' })).json()).toMatchObject({ firstname: 'New' })
    expect((await post('set-password', { token, password: PASSWORD })).statusCode).toBe(200)
    expect((await logIn(PASSWORD, 'carys@one.example')).statusCode).toBe(200)
    for (const path of ['set-password', 'check-token']) {
      const fields = path === 'check-token' ? { typ: 'invite' } : { password: NEW_PASSWORD }
      expect((await post(path, { token, ...fields })).json()).toMatchObject({ status: 409, error: 'ALREADY_ACTIVATED' })
    }
    // No mail is sent about a first password.
    expect(await world.mails(one)).toEqual([])
    await world.owner.query('DELETE FROM password_links WHERE user_id = $1', [id])
  })

  test('of an invitation ends after seven days', async () => {
    const { token } = await inviteParent('late')
    world.clock.now += 7 * 86_400_000 - 1
    expect((await post('check-token', { token, typ: 'invite' })).statusCode).toBe(200)
    world.clock.now += 1
    expect((await post('set-password', { token, password: PASSWORD })).json()).toMatchObject({ error: 'LINK_EXPIRED' })
  })

  test('of a user who has left is refused with the code of the user’s status', async () => {
    const token = await resetToken()
    for (const [status, code] of [
      ['lapsed', 'AUTH_USER_DELETED'],
      ['anonymised', 'AUTH_USER_NOT_FOUND'],
    ]) {
      await world.owner.query('UPDATE users SET status = $2 WHERE id = $1', [one.parent, status])
      const reply = await post('set-password', { token, password: NEW_PASSWORD })
      await world.owner.query(`UPDATE users SET status = 'current' WHERE id = $1`, [one.parent])
      expect(reply.json()).toMatchObject({ status: 403, error: code })
    }
  })
})

describe('a new password', () => {
  test('is refused with the rules it breaks, or because too many people use it', async () => {
    const token = await resetToken()
    for (const [password, error, detail] of [
      ['short', 'PASSWORD_WEAK', 'PASSWORD_WEAK: length, upper, number, special'],
      ['RIGHT-HORSE-9', 'PASSWORD_WEAK', 'PASSWORD_WEAK: lower'],
      ['P@ssw0rd', 'PASSWORD_COMMON', 'PASSWORD_COMMON'],
      // 204 characters, of at most 200
      ['Aa1!'.repeat(51), 'INVALID_REQUEST', undefined],
    ]) {
      const reply = await post('set-password', { token, password })
      expect(reply.json(), String(password)).toMatchObject({
        status: 400,
        error,
        field: 'password',
        ...(detail ? { detail } : {}),
      })
    }
    expect((await post('check-token', { token, typ: 'reset' })).statusCode).toBe(200)
  })

  test('may have two hundred characters, of which the last one counts too', async () => {
    const longPassword = 'Aa1!'.repeat(50)
    expect((await post('set-password', { token: await resetToken(), password: longPassword })).statusCode).toBe(200)
    expect((await logIn(longPassword)).statusCode).toBe(200)
    expect((await logIn(`${longPassword.slice(0, -1)}?`)).statusCode).toBe(401)
    await post('set-password', { token: await resetToken(), password: PASSWORD })
    await world.mails(one)
  })
})

test('the reset URL is the portal’s own page, whatever the Host header adds', async () => {
  const reply = await world.request({ url: '/v1/auth/reset-url?client_id=one', host: 'parent.one.test:4711' })
  expect(reply.json()).toEqual({ url: 'https://parent.one.test/reset-password' })
  expect((await world.request({ url: '/v1/auth/reset-url?client_id=two', host: one.host('parent') })).statusCode).toBe(
    404,
  )
  await world.owner.query(`UPDATE clients SET login = 'federated' WHERE client_id = 'two'`)
  const federated = await world.request({ url: '/v1/auth/reset-url?client_id=two', host: two.host('parent') })
  await world.owner.query(`UPDATE clients SET login = 'email' WHERE client_id = 'two'`)
  expect(federated.json()).toMatchObject({ error: 'EXTERNAL_CONFIG_ERROR' })
})

test('every change of a password is in the audit log, without the password', async () => {
  const { rows } = await world.owner.query<{ action: string; all: string }>(
    `SELECT action, row_to_json(a)::text AS all FROM audit_log a WHERE action IN ('ask-reset', 'set-password')`,
  )
  expect(new Set(rows.map(({ action }) => action))).toEqual(new Set(['ask-reset', 'set-password']))
  for (const { all } of rows) expect(all).not.toMatch(/argon2|horse/)
})
