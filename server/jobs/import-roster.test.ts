import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import type { Handler } from '#demo/peers/authorization-server.ts'
import { COURSE_SCOPE, createCoursePeer, ROSTER_PATH } from '#demo/peers/course-provider.ts'
import type { PeerPerson } from '#demo/peers/person.ts'
import { Providers } from '#server/providers/providers.ts'
import { setProvider } from '#server/providers/settings.ts'
import { inTenant } from '#server/tenancy.ts'
import { listen, peerClient, type Listening } from '#server/testing/remote-peer.ts'
import { createWorld, type Tenant, type World } from '#server/testing/world.ts'
import { enqueueRosterImport } from './import-roster.ts'
import { Worker } from './worker.ts'

let database: TestDatabase
let world: World
let one: Tenant
let peer: Listening
let right: Handler
const behind: { answer: Handler } = { answer: () => {} }
const errors: unknown[] = []
let ahead = 0

const people: PeerPerson[] = Array.from({ length: 250 }, (_, n) => ({
  subject: `roster-${String(n).padStart(4, '0')}`,
  login: `user${n}`,
  password: 'Peer-word-1',
  firstname: 'Callum',
  lastname: 'Brennan',
  email: `user${n}@course.example`,
  // every fifth is a guardian, who comes with a first login
  type: n % 5 === 4 ? 'parent' : n % 5 === 3 ? 'admin' : 'coach',
  clubs: [n % 2 === 0 ? 'riverside' : 'quay'],
}))

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  one = world.tenants[0]
  peer = await listen(behind, 'provider.localhost')
  const client = peerClient(one.host('coach'))
  right = await createCoursePeer(peer.issuer, client, people)
  behind.answer = right
  await world.owner.query(`UPDATE clients SET auth_provider = 'coursepro', login = 'course_provider'`)
  await world.owner.query(`UPDATE clubs SET ngo_id = 'riverside', name = 'Old name'`)
  await inTenant(world.db, one.id, 'write', (tx) =>
    setProvider(tx, one.id, {
      issuer: peer.issuer,
      oauthClientId: client.id,
      oauthClientSecret: client.secret,
      scope: COURSE_SCOPE,
      clubClaim: null,
      typeClaim: null,
      rosterUrl: peer.issuer + ROSTER_PATH,
    }),
  )
})
afterAll(async () => {
  await world.close()
  await peer.close()
  await database.drop()
})

const now = () => world.clock.now + ahead
const worker = () =>
  new Worker({
    db: world.db,
    curricula: world.curricula,
    providers: new Providers(world.db, { demo: true, now }),
    now,
    announce: () => {},
    onError: (error) => errors.push(error),
  })
const ask = () => inTenant(world.db, one.id, 'write', (tx) => enqueueRosterImport(tx, one.id, now(), null))
const rows = async <T extends object>(sql: string) => (await world.owner.query<T>(sql)).rows
const counts = async () =>
  (
    await rows<{ type: string; n: number }>(
      `SELECT u.type, count(*)::int AS n FROM identities i JOIN users u ON u.id = i.user_id WHERE i.client_id = 'one' GROUP BY 1 ORDER BY 1`,
    )
  ).map(({ type, n }) => [type, n])
const task = async () =>
  (
    await rows<{ state: string; done: number; error: string | null }>(
      `SELECT state, done, error FROM tasks WHERE kind = 'import-roster' ORDER BY created_at DESC LIMIT 1`,
    )
  )[0]

test('a provider that fails in the middle keeps what was read, and the task goes on from there', async () => {
  let pages = 0
  behind.answer = (request, reply) => {
    if (request.url?.includes('/users?') === true && ++pages === 2) return void request.socket.destroy()
    right(request, reply)
  }
  await ask()
  await worker().runDue(one.id)
  expect(await task()).toMatchObject({ state: 'queued', error: 'EXTERNAL_CONNECTION_ERROR' })
  expect((await counts()).flat()).toEqual(['admin', 20, 'coach', 60])
  ahead += 60_000
  await worker().runDue(one.id)
  expect(await task()).toMatchObject({ state: 'done', done: 252, error: null })
  expect(errors).toHaveLength(1)
})

test('centres and staff stand here as the rosters have them, before anybody has logged in', async () => {
  expect(await counts()).toEqual([
    ['admin', 50],
    ['coach', 150],
  ])
  const clubs = await rows(`SELECT name, ngo_id, time_zone FROM clubs WHERE client_id = 'one' ORDER BY ngo_id`)
  expect(clubs).toEqual([
    { name: 'Quay Centre', ngo_id: 'quay', time_zone: 'Europe/London' },
    { name: 'Riverside Centre', ngo_id: 'riverside', time_zone: 'Europe/London' },
  ])
  const placed = await rows(
    `SELECT DISTINCT cl.ngo_id FROM identities i JOIN user_clubs uc ON uc.user_id = i.user_id JOIN clubs cl ON cl.id = uc.club_id
     WHERE i.subject = 'roster-0001'`,
  )
  expect(placed).toEqual([{ ngo_id: 'quay' }])
  expect(await rows(`SELECT FROM users WHERE client_id = 'two' AND email LIKE '%course.example'`)).toEqual([])
})

test('read again it changes nothing but what changed there; who is disabled there is over here', async () => {
  const audits = async () => (await rows(`SELECT FROM audit_log WHERE client_id = 'one'`)).length
  const before = await audits()
  await ask()
  await worker().runDue(one.id)
  expect([await audits(), await task()]).toMatchObject([before, { state: 'done' }])
  const [first, second] = people
  if (!first || !second) throw new Error('nobody')
  first.left = true
  second.lastname = 'Novák'
  await ask()
  await worker().runDue(one.id)
  expect(await audits()).toBe(before + 2)
  const states = await rows(
    `SELECT u.status, u.lastname FROM identities i JOIN users u ON u.id = i.user_id WHERE i.subject IN ('roster-0000', 'roster-0001') ORDER BY i.subject`,
  )
  expect(states).toEqual([
    { status: 'lapsed', lastname: 'Brennan' },
    { status: 'current', lastname: 'Novák' },
  ])
})
