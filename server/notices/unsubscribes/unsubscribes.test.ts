import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import { inTenant } from '#server/platform/tenancy.ts'
import { enqueueMail } from '#server/platform/mail/queue.ts'
import { createWorld, type Tenant, type World } from '#server/testing/world.ts'

let database: TestDatabase
let world: World
let one: Tenant
let two: Tenant
/** The unsubscribe token of a mail to the parent, and the path that a mail program calls for "one click". */
let token: string
let oneClickPath: string

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  ;[one, two] = world.tenants
  await inTenant(world.db, 'one', 'write', (tx) =>
    enqueueMail(tx, new Date(world.clock.now), {
      userId: one.parent,
      kind: 'linked',
      data: { members: [one.members[0]] },
    }),
  )
  const [mail] = await world.mails(one)
  token = /\/unsubscribe#token=([\w.-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
  oneClickPath = new URL(mail?.oneClick ?? '').pathname + new URL(mail?.oneClick ?? '').search
})
afterAll(async () => {
  await world.close()
  await database.drop()
})
beforeEach(() => world.owner.query('UPDATE users SET unsubscribe_operational = false, award_mail = false'))

const patch = (payload: object, options: { token?: string; user?: string; host?: string } = {}) =>
  world.request({
    method: 'PATCH',
    url: `/v1/users/${options.user ?? one.parent}/unsubscribes`,
    host: options.host ?? one.host('parent'),
    token: options.token ?? token,
    payload,
  })
async function readPreferences(userId = one.parent) {
  const { rows } = await world.owner.query('SELECT unsubscribe_operational, award_mail FROM users WHERE id = $1', [
    userId,
  ])
  return rows[0] as unknown
}

describe('a user’s mail preferences', () => {
  test('are set by the link of a mail, off and on again', async () => {
    expect((await patch({ unsubscribe_operational: 1 })).json()).toEqual({ unsubscribe_operational: 1, award_mail: 0 })
    expect(await readPreferences()).toEqual({ unsubscribe_operational: true, award_mail: false })
    expect((await patch({ unsubscribe_operational: 0 })).statusCode).toBe(200)
    expect(await readPreferences()).toEqual({ unsubscribe_operational: false, award_mail: false })
  })

  test('are set by the user who is logged in, each by itself', async () => {
    const session = await world.logIn(one, 'parent')
    const reply = await patch({ award_mail: 1 }, { token: session.token })
    expect(reply.json()).toEqual({ unsubscribe_operational: 0, award_mail: 1 })
    const me = await world.request({
      url: '/v1/me?with_unsubscribes=1',
      host: one.host('parent'),
      token: session.token,
    })
    expect(me.json()).toMatchObject({ unsubscribe_operational: 0, award_mail: 1 })
  })

  test('of another user are answered like those of an unknown one', async () => {
    const replies = await Promise.all(
      [two.parent, one.coach, crypto.randomUUID()].map((user) => patch({ unsubscribe_operational: 1 }, { user })),
    )
    for (const reply of replies) expect([reply.statusCode, reply.body]).toEqual([404, replies[0]?.body])
    expect(await readPreferences(one.coach)).toEqual({ unsubscribe_operational: false, award_mail: false })
  })

  test('are refused with the name of a wrong field', async () => {
    expect((await patch({ unsubscribe_operational: 2 })).json()).toMatchObject({
      status: 400,
      field: 'unsubscribe_operational',
    })
    expect((await patch({ unsubscribe_operational: 1, type: 'admin' })).json()).toMatchObject({
      status: 400,
      field: 'type',
    })
    expect((await patch({})).statusCode).toBe(400)
  })

  test('of a user whose account is closed are answered with a code', async () => {
    await world.owner.query(`UPDATE users SET status = 'lapsed' WHERE id = $1`, [one.parent])
    const [change, check] = [
      await patch({ unsubscribe_operational: 1 }),
      await world.request({
        method: 'POST',
        url: '/v1/auth/check-token',
        host: one.host('parent'),
        payload: { token, typ: 'unsubscribe' },
      }),
    ]
    await world.owner.query(`UPDATE users SET status = 'current' WHERE id = $1`, [one.parent])
    expect(change.json()).toMatchObject({ error: 'AUTH_USER_NOT_FOUND' })
    expect(check.json()).toMatchObject({ error: 'AUTH_USER_DELETED' })
  })
})

describe('the unsubscribe token of a mail', () => {
  test('shows its user the preferences', async () => {
    const check = (payload: object) =>
      world.request({ method: 'POST', url: '/v1/auth/check-token', host: one.host('parent'), payload })
    expect((await check({ token, typ: 'unsubscribe' })).json()).toMatchObject({
      user_uuid: one.parent,
      unsubscribe_operational: 0,
    })
    expect((await check({ token: `${token}x`, typ: 'unsubscribe' })).json()).toMatchObject({ error: 'LINK_INVALID' })
  })

  test('gives no other right', async () => {
    const getWithToken = (url: string) => world.request({ url, host: one.host('parent'), token })
    expect((await getWithToken('/v1/me')).statusCode).toBe(401)
    expect((await getWithToken(`/v1/users/${one.parent}/members`)).statusCode).toBe(401)
    for (const [path, payload] of [
      ['refresh', { refresh_token: token }],
      ['set-password', { token, password: 'Brand-new-horse-10' }],
    ] as const) {
      const reply = await world.request({ method: 'POST', url: `/v1/auth/${path}`, host: one.host('parent'), payload })
      expect([401, 404]).toContain(reply.statusCode)
    }
    for (const host of [one.host('coach'), two.host('parent')])
      expect((await patch({ unsubscribe_operational: 1 }, { host })).statusCode).toBe(401)
    expect(await readPreferences()).toEqual({ unsubscribe_operational: false, award_mail: false })
  })
})

describe('one click in a mail program', () => {
  const click = (body: string, type = 'application/x-www-form-urlencoded', url = oneClickPath) =>
    world.request({ method: 'POST', url, host: one.host('parent'), headers: { 'content-type': type }, payload: body })

  test('stops all mail without cookies, and can be repeated', async () => {
    for (let n = 0; n < 2; n++) expect((await click('List-Unsubscribe=One-Click')).statusCode).toBe(204)
    expect(await readPreferences()).toEqual({ unsubscribe_operational: true, award_mail: false })
  })

  test('may come as multipart too', async () => {
    const body = '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n'
    expect((await click(body, 'multipart/form-data; boundary=x')).statusCode).toBe(204)
    expect(await readPreferences()).toEqual({ unsubscribe_operational: true, award_mail: false })
  })

  test('changes nothing by GET, which redirects to a page that asks', async () => {
    for (const method of ['GET', 'HEAD'] as const) {
      const reply = await world.request({ method, url: oneClickPath, host: one.host('parent') })
      expect([reply.statusCode, reply.headers.location]).toEqual([303, `/unsubscribe#token=${token}`])
    }
    expect(await readPreferences()).toEqual({ unsubscribe_operational: false, award_mail: false })
  })

  test('with another token, another form or at another route is refused', async () => {
    expect((await click('List-Unsubscribe=One-Click', undefined, '/v1/unsubscribe?token=x')).json()).toMatchObject({
      status: 404,
      error: 'LINK_INVALID',
    })
    expect((await click('x=y')).statusCode).toBe(400)
    const login = await world.request({
      method: 'POST',
      url: '/v1/auth/login',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'client_id=one',
    })
    expect(login.statusCode).toBe(415)
    expect(await readPreferences()).toEqual({ unsubscribe_operational: false, award_mail: false })
  })
})
