import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { LoginReply } from '#contract/identity/auth.ts'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import type { Handler } from '#demo/peers/authorization-server.ts'
import { COURSE_SCOPE, createCoursePeer, ROSTER_PATH } from '#demo/peers/course-provider.ts'
import type { PeerPerson } from '#demo/peers/person.ts'
import type { ProviderSettings } from '#server/identity/providers/provider.ts'
import { setProvider } from '#server/identity/providers/settings.ts'
import { inTenant } from '#server/platform/tenancy.ts'
import { RemoteBrowser } from '#server/testing/remote-browser.ts'
import { listen, peerClient, type Listening } from '#server/testing/remote-peer.ts'
import { createWorld, type Tenant, type World } from '#server/testing/world.ts'

let database: TestDatabase
let world: World
let one: Tenant
let peer: Listening
let right: Handler
const behind: { answer: Handler } = { answer: () => {} }
let settings: ProviderSettings

const person = (login: string, more: Partial<PeerPerson> = {}): PeerPerson => ({
  subject: `roster-${login}`,
  login,
  password: 'Peer-word-1',
  firstname: 'Callum',
  lastname: 'Brennan',
  email: `${login}@course.example`,
  type: 'coach',
  clubs: ['riverside'],
  ...more,
})
const people = [
  person('callum'),
  person('nerys', { type: 'parent', clubs: [] }),
  person('helen', { type: 'ngo', clubs: [] }),
  person('steffan', { type: 'admin' }),
  person('gone', { left: true }),
  person('faraway', { clubs: ['elsewhere'] }),
]

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  one = world.tenants[0]
  peer = await listen(behind, 'provider.localhost')
  const portals = ['parent', 'coach', 'club', 'scheme'] as const
  const client = peerClient(...portals.map((portal) => one.host(portal)))
  right = await createCoursePeer(peer.issuer, client, people)
  settings = {
    issuer: peer.issuer,
    oauthClientId: client.id,
    oauthClientSecret: client.secret,
    scope: COURSE_SCOPE,
    clubClaim: null,
    typeClaim: null,
    rosterUrl: peer.issuer + ROSTER_PATH,
    editUrl: `${peer.issuer}/account`,
  }
  await world.owner.query(`UPDATE clients SET auth_provider = 'coursepro', login = 'course_provider'`)
  await world.owner.query(`UPDATE clubs SET ngo_id = 'riverside'`)
})
beforeEach(async () => {
  behind.answer = right
  world.clock.now += 20 * 60_000
  await set({})
})
afterAll(async () => {
  await world.close()
  await peer.close()
  await database.drop()
})

const set = (change: Partial<ProviderSettings>) =>
  inTenant(world.db, one.id, 'write', (tx) => setProvider(tx, world.secrets, one.id, { ...settings, ...change }))

const types = { parent: 'parent', coach: 'coach', club: 'admin', scheme: 'ngo' } as const

async function logIn(login: string, portal: keyof typeof types, then = () => {}): Promise<LightMyRequestResponse> {
  const host = one.host(portal)
  const left = await world.request({ url: `/v1/auth/auth-url?client_id=one&type=${types[portal]}`, host })
  if (left.statusCode !== 200) return left
  const back = await new RemoteBrowser().logIn(left.json<{ url: string }>().url, login, 'Peer-word-1')
  then()
  const query = new URLSearchParams({ ...Object.fromEntries(back.searchParams), redirect: `one:${types[portal]}` })
  const cookie = String(left.headers['set-cookie']).split(';')[0] ?? ''
  return world.request({ url: `/v1/auth/remote-login?${query.toString()}`, host, headers: { cookie } })
}
const codeOf = (reply: LightMyRequestResponse) => reply.json<{ error?: string }>().error

test('users of a course provider log in with the role and the centres of its rosters', async () => {
  for (const [login, portal, clubs] of [
    ['callum', 'coach', [one.club]],
    ['steffan', 'club', [one.club]],
    ['nerys', 'parent', []],
    ['helen', 'scheme', []],
  ] as const) {
    const reply = await logIn(login, portal)
    expect(reply.statusCode, reply.body).toBe(200)
    expect(reply.json<LoginReply>().clubs.map((club) => club.id)).toEqual(clubs)
    const again = await logIn(login, portal)
    const me = async ({ token }: LoginReply) =>
      (await world.request({ url: '/v1/me', host: one.host(portal), token })).json<{ uuid: string }>().uuid
    expect(await me(again.json())).toBe(await me(reply.json()))
  }
})

test('a user who is disabled there, belongs to an unknown centre or has another role is refused with the matching code', async () => {
  expect(codeOf(await logIn('gone', 'coach'))).toBe('EXTERNAL_API_ERROR')
  expect(codeOf(await logIn('faraway', 'coach'))).toBe('AUTH_CLUB_NOT_FOUND')
  expect(codeOf(await logIn('nerys', 'coach'))).toBe('AUTH_USER_INSUFFICIENT_PERMISSIONS')
})

test('a failure of login, introspection or rosters gets the matching code', async () => {
  const at =
    (path: string, answer: Handler): Handler =>
    (request, reply) =>
      request.url?.startsWith(path) === true ? answer(request, reply) : right(request, reply)
  for (const path of [ROSTER_PATH, '/token/introspection', '/token']) {
    const failing = (answer: Handler) => logIn('callum', 'coach', () => (behind.answer = at(path, answer)))
    expect(codeOf(await failing((request) => request.socket.destroy())), path).toBe('EXTERNAL_CONNECTION_ERROR')
    behind.answer = right
    const broken: Handler = (_request, reply) => reply.writeHead(500).end('no')
    expect(codeOf(await failing(broken)), path).toBe('EXTERNAL_HTTP_ERROR')
    behind.answer = right
    const html: Handler = (_request, reply) => reply.writeHead(200, { 'content-type': 'text/html' }).end('<p>Hello</p>')
    expect(codeOf(await failing(html)), path).toBe('EXTERNAL_HTTP_ERROR')
    behind.answer = right
  }
  const refused: Handler = (_request, reply) => reply.writeHead(403, { 'content-type': 'application/json' }).end('{}')
  const forbidden = await logIn('callum', 'coach', () => (behind.answer = at(ROSTER_PATH, refused)))
  expect(codeOf(forbidden)).toBe('EXTERNAL_CONFIG_ERROR')
})

test('EXTERNAL_CONFIG_ERROR: no rosters’ address, or a login that asks for what the provider does not know', async () => {
  await set({ rosterUrl: null })
  expect(codeOf(await logIn('callum', 'coach'))).toBe('EXTERNAL_CONFIG_ERROR')
  await set({ oauthClientSecret: 'wrong' })
  expect(codeOf(await logIn('callum', 'coach'))).toBe('EXTERNAL_CONFIG_ERROR')
})
