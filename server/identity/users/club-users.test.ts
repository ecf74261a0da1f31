import { parse } from 'csv-parse/sync'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import type { GroupDetail } from '#contract/scheduling/groups.ts'
import type { ListedUser } from '#contract/identity/user-list.ts'
import type { UserDetail } from '#contract/identity/user-writes.ts'
import { createClub } from '#server/tenants/clubs/commands.ts'
import { inTenant } from '#server/platform/tenancy.ts'
import { createWorld, type Tenant, type World } from '#server/testing/world.ts'

let database: TestDatabase
let world: World
let one: Tenant
let two: Tenant
let token = ''

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  ;[one, two] = world.tenants
  token = (await world.logIn(one, 'club')).token
})
afterAll(async () => {
  await world.close()
  await database.drop()
})

/** The body of a request that adds a coach. */
const newCoach = { type: 'coach', firstname: 'Dewi', lastname: 'Lloyd', email: 'dewi@one.example' }
const call = (options: InjectOptions) => world.request({ host: one.host('club'), token, ...options })
const invite = (payload: object) => call({ method: 'POST', url: '/v1/users', payload })
const remove = (uuid: string) => call({ method: 'DELETE', url: `/v1/users/${uuid}` })
const searchUsers = async (search: string) => (await call({ url: `/v1/users?search=${search}` })).json<ListedUser[]>()

test('a new coach is invited, appears in the list, and gets the invitation again when entered again', async () => {
  const reply = await invite(newCoach)
  expect(reply.statusCode, reply.body).toBe(201)
  const { uuid } = reply.json<{ uuid: string }>()
  expect(await searchUsers('dewi')).toMatchObject([
    { uuid, type: 'coach', verified: 0, last_login: null, status: 'current' },
  ])
  expect((await invite(newCoach)).json()).toEqual({ uuid, state: 'invited' })
  const { rows } = await world.owner.query(
    `SELECT user_id FROM audit_log WHERE client_id = 'one' AND action = 'invite' AND entity_id = $1`,
    [uuid],
  )
  expect(rows).toMatchObject([{ user_id: one.admin }, { user_id: one.admin }])
})

test('who was invited and removed before the first login is invited again', async () => {
  const dilys = { ...newCoach, firstname: 'Dilys', email: 'dilys@one.example' }
  const { uuid } = (await invite(dilys)).json<{ uuid: string }>()
  expect((await remove(uuid)).statusCode).toBe(204)
  const again = await invite(dilys)
  expect([again.statusCode, again.json()]).toEqual([201, { uuid, state: 'invited' }])
  expect(await searchUsers('dilys')).toMatchObject([{ uuid, status: 'current' }])
})

test('a wrong entry is refused with the name of its field, and an address in use is a conflict', async () => {
  for (const [payload, field, error] of [
    [{ ...newCoach, firstname: 'R2' }, 'firstname', 'INVALID_REQUEST'],
    [{ ...newCoach, email: 'dewi@' }, 'email', 'ERROR_INVALID_EMAIL'],
    [{ ...newCoach, type: 'ngo' }, 'type', 'INVALID_REQUEST'],
    [{ ...newCoach, club_ids: [two.club] }, 'club_ids', 'INVALID_REQUEST'],
    [{ ...newCoach, email: 'coach@one.example' }, 'email', 'CONFLICT_EMAIL'],
  ] as const)
    expect((await invite(payload)).json(), JSON.stringify(payload)).toMatchObject({ field, error })
})

test('a user removed from the club leaves its groups, and cannot log in without another club', async () => {
  const coach = await world.logIn(one, 'coach')
  const reply = await remove(one.coach)
  expect([reply.statusCode, reply.body]).toEqual([204, ''])
  expect(await searchUsers('pritchard')).toEqual([])
  const group = (await call({ url: `/v1/groups/${one.group}` })).json<GroupDetail>()
  expect(group.coaches).toEqual([])
  await expect(world.logIn(one, 'coach')).rejects.toThrow('AUTH_USER_DELETED')
  const refreshed = await world.request({
    method: 'POST',
    url: '/v1/auth/refresh',
    payload: { refresh_token: coach.refresh_token },
  })
  expect(refreshed.statusCode).toBe(401)
  expect((await remove(one.coach)).statusCode).toBe(404)
  const rejoinReply = await invite({ ...newCoach, email: 'Coach@one.example' })
  expect(rejoinReply.json()).toEqual({ uuid: one.coach, state: 'joined' })
  expect(await world.logIn(one, 'coach')).toBeDefined()
})

test('a club cannot reactivate an account that the client ended', async () => {
  await world.owner.query(`UPDATE users SET status = 'lapsed' WHERE client_id = 'one' AND id = $1`, [one.coach])
  expect((await invite({ ...newCoach, email: 'coach@one.example' })).json()).toMatchObject({ error: 'CONFLICT_EMAIL' })

  // nor that of a coach who left this club before, and still worked at another one
  const mair = { ...newCoach, firstname: 'Mair', email: 'mair@one.example' }
  const { uuid } = (await invite(mair)).json<{ uuid: string }>()
  await world.owner.query('UPDATE users SET verified = true WHERE id = $1', [uuid])
  const otherClub = crypto.randomUUID()
  await inTenant(world.db, one.id, 'write', async (tx) => {
    await createClub(tx, null, { ngoId: null, timeZone: 'Europe/London', memberTypes: [], id: otherClub, name: 'Quay' })
    await tx.query('INSERT INTO user_clubs (client_id, user_id, club_id) VALUES ($1, $2, $3)', [
      one.id,
      uuid,
      otherClub,
    ])
  })
  expect((await remove(uuid)).statusCode).toBe(204)
  await world.owner.query(`UPDATE users SET status = 'lapsed' WHERE client_id = 'one' AND id = $1`, [uuid])
  expect((await invite(mair)).json()).toMatchObject({ error: 'CONFLICT_EMAIL' })
  const { rows } = await world.owner.query('SELECT status FROM users WHERE id = $1', [uuid])
  expect(rows).toEqual([{ status: 'lapsed' }])
})

test('nobody can remove themselves, a parent or a user of another client', async () => {
  expect((await remove(one.admin)).json()).toMatchObject({ status: 403, field: 'uuid' })
  expect((await call({ url: '/v1/users' })).statusCode).toBe(200)
  const replies = await Promise.all([two.coach, one.parent, crypto.randomUUID()].map(remove))
  expect(replies.map((reply) => reply.statusCode)).toEqual([404, 404, 404])
  expect(new Set(replies.map((reply) => reply.body)).size).toBe(1)
})

describe('a user of the club', () => {
  const urlOf = (uuid: string, path = '') => `/v1/users/${uuid}${path}`
  const read = async (uuid: string) => (await call({ url: urlOf(uuid) })).json<UserDetail>()
  const patch = (uuid: string, payload: object, revision?: string) =>
    call({
      method: 'PATCH',
      url: urlOf(uuid),
      payload,
      ...(revision === undefined ? {} : { headers: { 'if-match': `"${revision}"` } }),
    })
  const givePassword = (uuid: string, password: string) =>
    call({ method: 'PATCH', url: urlOf(uuid, '/password'), payload: { password } })
  /** A second club of the administrator. */
  const ownClub = crypto.randomUUID()
  /** A club of the client at which the administrator does not work. */
  const foreignClub = crypto.randomUUID()
  /** The id of the coach whom these tests change. */
  let gwen = ''

  beforeAll(async () => {
    await inTenant(world.db, one.id, 'write', async (tx) => {
      const club = { ngoId: null, timeZone: 'Europe/London', memberTypes: [] }
      await createClub(tx, null, { ...club, id: ownClub, name: 'Bay' })
      await createClub(tx, null, { ...club, id: foreignClub, name: 'Cove' })
      await tx.query('INSERT INTO user_clubs (client_id, user_id, club_id) VALUES ($1, $2, $3)', [
        one.id,
        one.admin,
        ownClub,
      ])
    })
    gwen = (await invite({ ...newCoach, email: 'gwen@one.example', firstname: 'Gwen' })).json<{ uuid: string }>().uuid
  })

  test('gets no password under an id that is no id; the answer is that of an id that nobody has', async () => {
    const answers = await Promise.all(
      ['nobody', crypto.randomUUID()].map(async (id) => (await givePassword(id, 'Quiet-harbour-9')).json<object>()),
    )
    for (const answer of answers) expect(answer).toMatchObject({ status: 404, error: 'NOT_FOUND', field: 'uuid' })
  })

  test('can be changed in names and clubs, unless somebody else has changed the user meanwhile', async () => {
    const { revision, ...before } = await read(gwen)
    expect(before).toMatchObject({ firstname: 'Gwen', clubs: [{ name: 'Harbour' }], own: true, status: 'current' })
    const reply = await patch(gwen, { lastname: 'Hughes', club_ids: [one.club, ownClub] }, revision)
    expect(reply.json(), reply.body).toMatchObject({
      lastname: 'Hughes',
      clubs: [{ name: 'Bay' }, { name: 'Harbour' }],
    })
    expect(reply.headers.etag).toBe(`"${reply.json<UserDetail>().revision}"`)
    expect((await patch(gwen, { lastname: 'Late' }, revision)).json()).toMatchObject({ error: 'EDIT_CONFLICT' })
    const { rows } = await world.owner.query(
      `SELECT user_id, before, after FROM audit_log WHERE entity_id = $1 AND action = 'change'`,
      [gwen],
    )
    expect(rows).toMatchObject([{ user_id: one.admin, before: { lastname: 'Lloyd' }, after: { lastname: 'Hughes' } }])
  })

  test('is not changed by a wrong entry, and the reply names the field', async () => {
    for (const [payload, field, error] of [
      [{ firstname: '7' }, 'firstname', 'INVALID_REQUEST'],
      [{ email: 'no' }, 'email', 'ERROR_INVALID_EMAIL'],
      [{ email: 'COACH@one.example' }, 'email', 'CONFLICT_EMAIL'],
      [{ club_ids: [foreignClub] }, 'club_ids/0', 'NOT_FOUND'],
      [{ club_ids: [two.club] }, 'club_ids/0', 'NOT_FOUND'],
      [{ status: 'anonymised' }, 'status', 'INVALID_REQUEST'],
      [{ type: 'ngo' }, 'type', 'INVALID_REQUEST'],
      [{ type: 'owner' }, 'type', 'INVALID_REQUEST'],
      [{ password: 'x' }, 'password', 'INVALID_REQUEST'],
    ] as const)
      expect((await patch(gwen, payload)).json(), JSON.stringify(payload)).toMatchObject({ field, error })
  })

  test('can be given a valid password; sessions end and a mail informs the user', async () => {
    expect((await givePassword(gwen, 'weak')).json()).toMatchObject({ error: 'PASSWORD_WEAK', field: 'password' })
    // Drops the invitation, so that only the mails about the password are left.
    await world.mails(one)
    const logIn = async (password: string) =>
      world.request({
        method: 'POST',
        url: '/v1/auth/login',
        payload: { client_id: one.id, type: 'coach', email: 'gwen@one.example', password },
      })
    expect((await givePassword(gwen, 'Quiet-harbour-7')).statusCode).toBe(204)
    const loginReply = await logIn('Quiet-harbour-7')
    expect(loginReply.statusCode, loginReply.body).toBe(200)
    expect((await givePassword(gwen, 'Quiet-harbour-8')).statusCode).toBe(204)
    const { token: endedToken } = loginReply.json<{ token: string }>()
    expect((await world.request({ url: '/v1/me', token: endedToken })).statusCode).toBe(401)
    expect((await world.mails(one)).map((mail) => mail.to.address)).toContain('gwen@one.example')
  })

  test('can be made inactive, is then listed among inactive users and gets no password, and can be made active again', async () => {
    const before = await read(gwen)
    expect((await patch(gwen, { status: 'lapsed' }, before.revision)).json()).toMatchObject({ status: 'lapsed' })
    expect((await call({ url: '/v1/users?status=lapsed' })).json<ListedUser[]>().map(({ uuid }) => uuid)).toContain(
      gwen,
    )
    expect(
      (await call({ url: '/v1/users?status=current' })).json<ListedUser[]>().map(({ uuid }) => uuid),
    ).not.toContain(gwen)
    expect((await givePassword(gwen, 'Quiet-harbour-9')).json()).toMatchObject({
      error: 'AUTH_USER_INSUFFICIENT_PERMISSIONS',
    })
    expect((await patch(gwen, { status: 'current' })).json()).toMatchObject({ status: 'current' })
  })

  test('can become an administrator, unless an account of that type has the same address', async () => {
    expect((await patch(gwen, { type: 'admin' })).json()).toMatchObject({ type: 'admin' })
    const coachAccount = (await invite({ ...newCoach, email: 'gwen@one.example' })).json<{ uuid: string }>().uuid
    expect((await patch(gwen, { type: 'coach' })).json()).toMatchObject({ error: 'CONFLICT_EMAIL' })
    expect((await call({ url: '/v1/users?search=gwen&type[]=admin' })).json()).toMatchObject([{ uuid: gwen }])
    await remove(coachAccount)
  })

  test('who also works at a club that the administrator does not run can only be removed from or added to the administrator’s clubs', async () => {
    await inTenant(world.db, one.id, 'write', (tx) =>
      tx.query('INSERT INTO user_clubs (client_id, user_id, club_id) VALUES ($1, $2, $3)', [one.id, gwen, foreignClub]),
    )
    expect(await read(gwen)).toMatchObject({ own: false })
    for (const payload of [{ email: 'mine@one.example' }, { status: 'lapsed' }, { type: 'coach' }])
      expect((await patch(gwen, payload)).json()).toMatchObject({ error: 'AUTH_USER_INSUFFICIENT_PERMISSIONS' })
    expect((await givePassword(gwen, 'Quiet-harbour-9')).statusCode).toBe(403)
    // The user keeps the club that this administrator does not run.
    const reply = await patch(gwen, { club_ids: [one.club] })
    expect(reply.json(), reply.body).toMatchObject({ clubs: [{ name: 'Cove' }, { name: 'Harbour' }] })
  })

  test('cannot change their own type, status, clubs or password by this route', async () => {
    for (const payload of [{ type: 'coach' }, { status: 'lapsed' }, { club_ids: [ownClub] }])
      expect((await patch(one.admin, payload)).json()).toMatchObject({ error: 'AUTH_USER_INSUFFICIENT_PERMISSIONS' })
    expect((await givePassword(one.admin, 'Quiet-harbour-9')).json()).toMatchObject({
      status: 400,
      field: 'current_password',
    })
    expect((await patch(one.admin, { firstname: 'Owen' })).json()).toMatchObject({ firstname: 'Owen' })
  })

  test('is found by the filter for local users unless a provider has its identity', async () => {
    const localUsers = async () =>
      (await call({ url: '/v1/users?origin=local' })).json<ListedUser[]>().map(({ uuid }) => uuid)
    expect(await localUsers()).toContain(gwen)
    await world.owner.query(
      `INSERT INTO identities (client_id, provider, issuer, subject, type, user_id) VALUES ('one', 'bg', 'i', 'g', 'admin', $1)`,
      [gwen],
    )
    expect(await localUsers()).not.toContain(gwen)
    expect((await call({ url: '/v1/users?origin=bg' })).json()).toMatchObject({ field: 'origin' })
  })

  test('of another client, a parent or an unknown id is answered with 404', async () => {
    for (const uuid of [two.coach, one.parent, crypto.randomUUID()]) {
      expect((await call({ url: urlOf(uuid) })).statusCode).toBe(404)
      expect((await patch(uuid, { firstname: 'X' })).statusCode).toBe(404)
      expect((await givePassword(uuid, 'Quiet-harbour-9')).statusCode).toBe(404)
    }
    expect((await world.request({ method: 'PATCH', url: urlOf(gwen), payload: {} })).statusCode).toBe(401)
  })
})

test('neither a parent nor a coach may use the routes of user administration', async () => {
  // An earlier test has ended the coach's account.
  await world.owner.query(`UPDATE users SET status = 'current' WHERE client_id = 'one' AND id = $1`, [one.coach])
  for (const portal of ['parent', 'coach'] as const) {
    const caller = { host: one.host(portal), token: (await world.logIn(one, portal)).token }
    const replies = await Promise.all([
      world.request({ ...caller, method: 'POST', url: '/v1/users', payload: newCoach }),
      world.request({ ...caller, method: 'DELETE', url: `/v1/users/${one.admin}` }),
      world.request({ ...caller, url: `/v1/users/${one.admin}` }),
      world.request({ ...caller, method: 'PATCH', url: `/v1/users/${one.admin}`, payload: {} }),
      world.request({
        ...caller,
        method: 'PATCH',
        url: `/v1/users/${one.admin}/password`,
        payload: { password: 'Quiet-harbour-9' },
      }),
    ])
    // Every user may use the route of passwords for the own account, so another account is not found there.
    expect(
      replies.map((reply) => reply.statusCode),
      portal,
    ).toEqual([403, 403, 403, 403, 404])
  }
})

test('the file of users has what the list shows, for administrators alone', async () => {
  await invite({ type: 'coach', firstname: 'Filia', lastname: 'Owen', email: 'filia@one.example' })
  const reply = await call({ url: '/v1/users/file?search=filia&type[]=coach&status=current' })
  expect(reply.statusCode, reply.body).toBe(200)
  expect(reply.headers['content-disposition']).toMatch(/^attachment; filename="users-/)
  const filia = { firstname: 'Filia', lastname: 'Owen', email: 'filia@one.example', type: 'coach', status: 'invited' }
  expect(parse(reply.body, { columns: true, bom: true })).toEqual([
    expect.objectContaining({ ...filia, last_login: '', clubs: 'Harbour' }),
  ])
  expect((await call({ url: '/v1/users/file?search=filia&type[]=admin' })).body).not.toContain('Filia')
  expect((await call({ url: '/v1/users/file' })).body).not.toContain('two.example')
  const parent = { host: one.host('parent'), token: (await world.logIn(one, 'parent')).token }
  expect((await world.request({ url: '/v1/users/file', ...parent })).statusCode).toBe(403)
  const { rows } = await world.owner.query(`SELECT FROM audit_log WHERE entity = 'users' AND action = 'download'`)
  // Three of the downloads succeeded.
  expect(rows).toHaveLength(3)
})
