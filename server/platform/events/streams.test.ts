import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { LoginReply } from '#contract/identity/auth.ts'
import type { Portal } from '#contract/platform/fields.ts'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import { revokeAll } from '#server/platform/http/end-sessions.ts'
import { createClub } from '#server/tenants/clubs/commands.ts'
import { inTenant, openDatabase, type Database } from '#server/platform/tenancy.ts'
import { createWorld, PASSWORD, type Tenant, type World } from '#server/testing/world.ts'
import { Hub } from './hub.ts'
import { Relay } from './relay.ts'

/** The most streams of the process in these tests. */
const MAX_STREAMS = 25

let database: TestDatabase
let db: Database
let world: World
let relay: Relay
let hub: Hub
let one: Tenant
let port = 0
/** The id of a second club. */
const quay = crypto.randomUUID()

beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase(database.appUrl, 2)
  hub = new Hub(MAX_STREAMS)
  world = await createWorld(database, { hub })
  one = world.tenants[0]
  relay = new Relay(db, database.appUrl, hub, world.tokens)
  await relay.open()
  await world.app.listen({ port: 0, host: '127.0.0.1' })
  port = (world.app.server.address() as AddressInfo).port
  await inTenant(db, 'one', 'write', (tx) =>
    createClub(tx, null, { id: quay, name: 'Quay', ngoId: null, timeZone: 'Europe/London', memberTypes: [] }),
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
  disconnect: () => void
}

/** Opens an event stream. */
async function openStream(portal: Portal, { token }: { token: string }): Promise<Stream> {
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
    disconnect: () => reply.destroy(),
  }
}
const call = (portal: Portal, method: 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object, token?: string) =>
  world.request({ method, url, host: one.host(portal), ...(payload ? { payload } : {}), ...(token ? { token } : {}) })
const changeUser = async (user: string, payload: object) => {
  const admin = await world.logIn(one, 'scheme')
  const reply = await call('scheme', 'PATCH', `/v1/users/${user}`, payload, admin.token)
  expect(reply.statusCode, reply.body).toBe(200)
}
/** Makes the coach a coach of this club, too. */
const addToClub = (id: string) =>
  world.owner.query(
    `INSERT INTO user_clubs (client_id, user_id, club_id) VALUES ('one', $1, $2)
     ON CONFLICT (client_id, user_id, club_id) DO UPDATE SET to_date = NULL`,
    [one.coach, id],
  )

describe('an event stream ends with its session:', () => {
  const causes: [string, (login: LoginReply) => Promise<unknown>][] = [
    ['logout', ({ refresh_token }) => call('coach', 'POST', '/v1/auth/logout', { refresh_token })],
    [
      'a changed password',
      async () => {
        const other = await world.logIn(one, 'coach')
        const body = { password: 'Quiet-harbour-9', current_password: PASSWORD }
        const url = `/v1/users/${one.coach}/password`
        expect((await call('coach', 'PATCH', url, body, other.token)).statusCode).toBe(204)
        // The next tests log in with the old password.
        const bodyToRestore = { password: PASSWORD, current_password: 'Quiet-harbour-9' }
        expect((await call('coach', 'PATCH', url, bodyToRestore, other.token)).statusCode).toBe(204)
      },
    ],
    [
      'deactivation',
      async () => {
        await changeUser(one.coach, { status: 'lapsed' })
        await changeUser(one.coach, { status: 'current' })
      },
    ],
    [
      'removal from its club by the client',
      async () => {
        await addToClub(quay)
        await changeUser(one.coach, { club_ids: [quay] })
        await addToClub(one.club)
      },
    ],
    [
      'removal from its club by an administrator of the club',
      async () => {
        await addToClub(quay)
        const admin = await world.logIn(one, 'club')
        expect((await call('club', 'DELETE', `/v1/users/${one.coach}`, undefined, admin.token)).statusCode).toBe(204)
        await addToClub(one.club)
      },
    ],
    [
      'an end in another server process',
      () => inTenant(db, 'one', 'write', (tx) => revokeAll(tx, one.coach, new Date(world.clock.now))),
    ],
    ['expiry of the access token', async () => {}],
  ]
  test.each(causes)('%s', async (title, end) => {
    const [login, parent] = [await world.logIn(one, 'coach'), await world.logIn(one, 'parent')]
    // The token, which is valid for 15 minutes, expires so soon that the stream's own timer ends the stream.
    if (title.startsWith('expiry')) world.clock.now += 15 * 60_000 - 1_500
    const stream = await openStream('coach', login)
    // The parent's stream must not end, so its token is new where the clock has moved.
    const otherLogin = title.startsWith('expiry') ? await world.logIn(one, 'parent') : parent
    const parentStream = await openStream('parent', otherLogin)
    let parentStreamEnded = false
    void parentStream.ended.then(() => (parentStreamEnded = true))
    expect([stream.status, parentStream.status]).toEqual([200, 200])
    await end(login)
    await stream.ended
    expect(parentStreamEnded).toBe(false)
    parentStream.disconnect()
  })
})

test('a process hears the announcements of the clients that it has streams for, and of no others', async () => {
  const received: string[] = []
  const followed = new Hub()
  const heard: string[] = []
  const announce = followed.announce.bind(followed)
  followed.announce = (announcement) => {
    heard.push(announcement.clientId)
    announce(announcement)
  }
  const listening = new Relay(db, database.appUrl, followed, world.tokens)
  const listen = (clientId: string) =>
    followed.add({
      clientId,
      userId: one.coach,
      family: null,
      clubId: quay,
      author: false,
      send: () => void received.push(clientId),
      end: () => {},
    })
  // on one connection announcements arrive in their order
  const sending = openDatabase(database.appUrl, 1)
  const other = new Relay(sending, database.appUrl, new Hub(), world.tokens)
  // one stream is there before the connection, the other one comes later
  const leave = listen('one')
  await listening.open()
  const announceAll = () =>
    ['two', 'three', 'one'].map((clientId) => other.announce({ clientId, clubs: [[quay, 1]], parents: [] }))
  announceAll()
  await expect.poll(() => received).toEqual(['one'])
  listen('two')
  await followed.heard('two')
  announceAll()
  await expect.poll(() => received.toSorted()).toEqual(['one', 'one', 'two'])
  leave()
  listen('three')
  // heard after `one` was given up, on the same connection
  await followed.heard('three')
  announceAll()
  await expect.poll(() => received.slice(3).toSorted()).toEqual(['three', 'two'])
  expect(heard.toSorted()).toEqual(received.toSorted())
  await listening.close()
  followed.close()
  await sending.pool.end()
})

test('a user who is removed from a club cannot open a stream of it with an access token from before', async () => {
  const login = await world.logIn(one, 'coach')
  await addToClub(quay)
  await changeUser(one.coach, { club_ids: [quay] })
  expect((await openStream('coach', login)).status).toBe(403)
  await addToClub(one.club)
})

test('a 21st stream of a user ends the oldest one, and a process with its maximum of streams refuses other users with Retry-After', async () => {
  const login = await world.logIn(one, 'coach')
  const coachStreams: Stream[] = []
  for (let n = 0; n < 20; n++) coachStreams.push(await openStream('coach', login))
  const parent = await world.logIn(one, 'parent')
  const parentStreams: Stream[] = []
  for (let n = 20; n < MAX_STREAMS; n++) parentStreams.push(await openStream('parent', parent))
  const refused = await openStream('scheme', await world.logIn(one, 'scheme'))
  expect([refused.status, refused.retryAfter]).toEqual([503, '30'])
  expect((await openStream('coach', login)).status).toBe(200)
  await coachStreams[0]?.ended
  expect([...coachStreams, ...parentStreams].every(({ status }) => status === 200)).toBe(true)
})

test('a stream that ends before the process hears of the client’s changes does not end the process', async () => {
  const heard = Promise.withResolvers<void>()
  const faults: unknown[] = []
  const onFault = (fault: unknown) => faults.push(fault)
  process.on('uncaughtException', onFault)
  // nothing of the client is followed before
  hub.end('all')
  await expect.poll(() => hub.size).toBe(0)
  hub.followClients(() => heard.promise)
  const { token } = await world.logIn(one, 'coach')
  const opening = openStream('coach', { token })
  await expect.poll(() => hub.size).toBe(1)
  hub.end('all')
  heard.resolve()
  await (
    await opening
  ).ended
  // the server still answers what came later
  await world.logIn(one, 'coach')
  process.off('uncaughtException', onFault)
  expect(faults).toEqual([])
})
