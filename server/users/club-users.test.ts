import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import type { GroupSheet } from '#contract/groups.ts'
import type { ListedUser } from '#contract/user-list.ts'
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

const entry = { type: 'coach', firstname: 'Dewi', lastname: 'Lloyd', email: 'dewi@one.example' }
const call = (options: InjectOptions) => world.request({ host: one.host('club'), token, ...options })
const invite = (payload: object) => call({ method: 'POST', url: '/v1/users', payload })
const remove = (uuid: string) => call({ method: 'DELETE', url: `/v1/users/${uuid}` })
const listed = async (search: string) => (await call({ url: `/v1/users?search=${search}` })).json<ListedUser[]>()

test('a new coach is invited by mail, stands in the list, and is invited again on demand', async () => {
  const reply = await invite(entry)
  expect(reply.statusCode, reply.body).toBe(201)
  const { uuid } = reply.json<{ uuid: string }>()
  expect(await listed('dewi')).toMatchObject([
    { uuid, type: 'coach', verified: 0, last_login: null, status: 'current' },
  ])
  expect((await invite(entry)).json()).toEqual({ uuid, state: 'invited' })
  const { rows } = await world.owner.query(
    `SELECT user_id FROM audit_log WHERE client_id = 'one' AND action = 'invite' AND entity_id = $1`,
    [uuid],
  )
  expect(rows).toMatchObject([{ user_id: one.admin }, { user_id: one.admin }])
})

test('a wrong entry is refused by the field, and an address in use is a conflict', async () => {
  for (const [payload, field, error] of [
    [{ ...entry, firstname: 'R2' }, 'firstname', 'INVALID_REQUEST'],
    [{ ...entry, email: 'dewi@' }, 'email', 'ERROR_INVALID_EMAIL'],
    [{ ...entry, type: 'ngo' }, 'type', 'INVALID_REQUEST'],
    [{ ...entry, club_ids: [two.club] }, 'club_ids', 'INVALID_REQUEST'],
    [{ ...entry, email: 'coach@one.example' }, 'email', 'CONFLICT_EMAIL'],
  ] as const)
    expect((await invite(payload)).json(), JSON.stringify(payload)).toMatchObject({ field, error })
})

test('somebody taken out of the club leaves its groups, and without a club cannot log in', async () => {
  const coach = await world.logIn(one, 'coach')
  const reply = await remove(one.coach)
  expect([reply.statusCode, reply.body]).toEqual([204, ''])
  expect(await listed('pritchard')).toEqual([])
  const group = (await call({ url: `/v1/groups/${one.group}` })).json<GroupSheet>()
  expect(group.coaches).toEqual([])
  await expect(world.logIn(one, 'coach')).rejects.toThrow('AUTH_USER_DELETED')
  const refreshed = await world.request({
    method: 'POST',
    url: '/v1/auth/refresh',
    payload: { refresh_token: coach.refresh_token },
  })
  expect(refreshed.statusCode).toBe(401)
  expect((await remove(one.coach)).statusCode).toBe(404)
  const back = await invite({ ...entry, email: 'Coach@one.example' })
  expect(back.json()).toEqual({ uuid: one.coach, state: 'joined' })
  expect(await world.logIn(one, 'coach')).toBeDefined()
})

test('whose account the governing body ended is not brought back by a club', async () => {
  await world.owner.query(`UPDATE users SET status = 'lapsed' WHERE client_id = 'one' AND id = $1`, [one.coach])
  expect((await invite({ ...entry, email: 'coach@one.example' })).json()).toMatchObject({ error: 'CONFLICT_EMAIL' })
})

test('nobody takes themselves, a parent or another club’s user out', async () => {
  expect((await remove(one.admin)).json()).toMatchObject({ status: 403, field: 'uuid' })
  expect((await call({ url: '/v1/users' })).statusCode).toBe(200)
  const replies = await Promise.all([two.coach, one.parent, crypto.randomUUID()].map(remove))
  expect(replies.map((reply) => reply.statusCode)).toEqual([404, 404, 404])
  expect(new Set(replies.map((reply) => reply.body)).size).toBe(1)
})

test('and only an administrator may do any of it', async () => {
  for (const portal of ['parent', 'scheme'] as const) {
    const as = { host: one.host(portal), token: (await world.logIn(one, portal)).token }
    const replies = await Promise.all([
      world.request({ ...as, method: 'POST', url: '/v1/users', payload: entry }),
      world.request({ ...as, method: 'DELETE', url: `/v1/users/${one.admin}` }),
    ])
    expect(
      replies.map((reply) => reply.statusCode),
      portal,
    ).toEqual([403, 403])
  }
})
