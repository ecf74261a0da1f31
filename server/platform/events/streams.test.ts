import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { LoginReply } from '#contract/identity/auth.ts'
import type { Portal } from '#contract/platform/fields.ts'
import { openSecrets } from '#db/open-secrets.ts'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import { revokeAll } from '#server/platform/http/end-sessions.ts'
import { createClub } from '#server/tenants/clubs/commands.ts'
import { Tokens } from '#server/platform/http/session.ts'
import { inTenant, openDatabase, type Database } from '#server/platform/tenancy.ts'
import { createWorld, PASSWORD, SECRET, type Tenant, type World } from '#server/testing/world.ts'
import { Hub } from './hub.ts'
import { Relay } from './relay.ts'

const MOST = 25

let database: TestDatabase
let db: Database
let world: World
let relay: Relay
let one: Tenant
let port = 0
const quay = crypto.randomUUID()

beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase(database.appUrl, 2)
  const hub = new Hub(MOST)
  const secrets = await openSecrets(database.ownerUrl, SECRET)
  const tokens = await Tokens.load(db, secrets, () => world.clock.now)
  world = await createWorld(database, { hub, tokens })
  one = world.tenants[0]
  relay = new Relay(db, database.appUrl, hub, tokens)
  await relay.open()
  await world.app.listen({ port: 0, host: '127.0.0.1' })
  port = (world.app.server.address() as AddressInfo).port
  await inTenant(db, 'one', 'write', (tx) =>
    createClub(tx, 'one', null, { id: quay, name: 'Quay', ngoId: null, timeZone: 'Europe/London', memberTypes: [] }),
  )
})
afterAll(async () => {
  await relay.close()
  await world.close()
  await db.pool.end()
  await database.drop()
})

interface Stream {
  status: number
  retryAfter: string | undefined
  ended: Promise<unknown>
  leave: () => void
}

async function follow(portal: Portal, { token }: { token: string }): Promise<Stream> {
  const headers = { host: one.host(portal), authorization: `Bearer ${token}` }
  const [reply] = (await once(get({ port, path: '/v1/events', headers, agent: false }), 'response')) as [
    IncomingMessage,
  ]
  const ended = new Promise<void>((resolve) => reply.once('close', () => resolve()))
  // The stream must be read, or it would not end.
  reply.on('error', () => {}).resume()
  return {
    status: reply.statusCode ?? 0,
    retryAfter: reply.headers['retry-after'],
    ended,
    leave: () => reply.destroy(),
  }
}
const call = (portal: Portal, method: 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object, token?: string) =>
  world.request({ method, url, host: one.host(portal), ...(payload ? { payload } : {}), ...(token ? { token } : {}) })
const patch = async (user: string, payload: object) => {
  const admin = await world.logIn(one, 'scheme')
  const reply = await call('scheme', 'PATCH', `/v1/users/${user}`, payload, admin.token)
  expect(reply.statusCode, reply.body).toBe(200)
}
const openAt = (id: string) =>
  world.owner.query(
    `INSERT INTO user_clubs (client_id, user_id, club_id) VALUES ('one', $1, $2)
     ON CONFLICT (client_id, user_id, club_id) DO UPDATE SET to_date = NULL`,
    [one.coach, id],
  )

describe('an event stream ends with its session:', () => {
  const ends: [string, (login: LoginReply) => Promise<unknown>][] = [
    ['logout', ({ refresh_token }) => call('coach', 'POST', '/v1/auth/logout', { refresh_token })],
    [
      'a changed password',
      async () => {
        const other = await world.logIn(one, 'coach')
        const body = { password: 'Quiet-harbour-9', current_password: PASSWORD }
        const url = `/v1/users/${one.coach}/password`
        expect((await call('coach', 'PATCH', url, body, other.token)).statusCode).toBe(204)
        const back = { password: PASSWORD, current_password: 'Quiet-harbour-9' }
        expect((await call('coach', 'PATCH', url, back, other.token)).statusCode).toBe(204)
      },
    ],
    [
      'deactivation',
      async () => {
        await patch(one.coach, { status: 'lapsed' })
        await patch(one.coach, { status: 'current' })
      },
    ],
    [
      'removal from its club by the client',
      async () => {
        await openAt(quay)
        await patch(one.coach, { club_ids: [quay] })
        await openAt(one.club)
      },
    ],
    [
      'removal from its club by an administrator of the club',
      async () => {
        await openAt(quay)
        const admin = await world.logIn(one, 'club')
        expect((await call('club', 'DELETE', `/v1/users/${one.coach}`, undefined, admin.token)).statusCode).toBe(204)
        await openAt(one.club)
      },
    ],
    [
      'an end in another server process',
      () => inTenant(db, 'one', 'write', (tx) => revokeAll(tx, one.coach, new Date(world.clock.now))),
    ],
    ['expiry of the access token', async () => {}],
  ]
  test.each(ends)('%s', async (title, end) => {
    const [login, parent] = [await world.logIn(one, 'coach'), await world.logIn(one, 'parent')]
    // The token expires so soon that the stream's own timer fires at once.
    if (title.startsWith('expiry')) world.clock.now += 15 * 60_000 - 1_500
    const mine = await follow('coach', login)
    const others = await follow('parent', title.startsWith('expiry') ? await world.logIn(one, 'parent') : parent)
    let othersEnded = false
    void others.ended.then(() => (othersEnded = true))
    expect([mine.status, others.status]).toEqual([200, 200])
    await end(login)
    await mine.ended
    expect(othersEnded).toBe(false)
    others.leave()
  })
})

test('somebody taken out of a club cannot follow it with the access token they still have', async () => {
  const login = await world.logIn(one, 'coach')
  await openAt(quay)
  await patch(one.coach, { club_ids: [quay] })
  expect((await follow('coach', login)).status).toBe(403)
  await openAt(one.club)
})

test('a user has at most 20 streams, of which the oldest ends; a full process refuses others and says when to come again', async () => {
  const login = await world.logIn(one, 'coach')
  const mine: Stream[] = []
  for (let n = 0; n < 20; n++) mine.push(await follow('coach', login))
  const parent = await world.logIn(one, 'parent')
  const others: Stream[] = []
  for (let n = 20; n < MOST; n++) others.push(await follow('parent', parent))
  const refused = await follow('scheme', await world.logIn(one, 'scheme'))
  expect([refused.status, refused.retryAfter]).toEqual([503, '30'])
  expect((await follow('coach', login)).status).toBe(200)
  await mine[0]?.ended
  expect([...mine, ...others].every(({ status }) => status === 200)).toBe(true)
})
