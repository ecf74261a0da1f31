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
/** The provider's usual handler. Tests replace `peerServer.answer` by one that fails. */
let answerNormally: Handler
const peerServer: { answer: Handler } = { answer: () => {} }
let settings: ProviderSettings

const person = (login: string, fields: Partial<PeerPerson> = {}): PeerPerson => ({
  subject: `roster-${login}`,
  login,
  password: 'Peer-word-1',
  firstname: 'Callum',
  lastname: 'Brennan',
  email: `${login}@course.example`,
  type: 'coach',
  clubs: ['riverside'],
  ...fields,
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
  peer = await listen(peerServer, 'provider.localhost')
  const portals = ['parent', 'coach', 'club', 'scheme'] as const
  const client = peerClient(...portals.map((portal) => one.host(portal)))
  answerNormally = await createCoursePeer(peer.issuer, client, people)
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
  peerServer.answer = answerNormally
  // The provider's metadata are cached for ten minutes; no test gets those of another one.
  world.clock.now += 20 * 60_000
  await configureProvider({})
})
afterAll(async () => {
  await world.close()
  await peer.close()
  await database.drop()
})

const configureProvider = (change: Partial<ProviderSettings>) =>
  inTenant(world.db, one.id, 'write', (tx) => setProvider(tx, world.secrets, one.id, { ...settings, ...change }))

/** The user type of each portal. */
const types = { parent: 'parent', coach: 'coach', club: 'admin', scheme: 'ngo' } as const

/** Logs in at the provider and returns to the portal; `onReturn` runs between the two. */
async function logIn(login: string, portal: keyof typeof types, onReturn = () => {}): Promise<LightMyRequestResponse> {
  const host = one.host(portal)
  const departure = await world.request({ url: `/v1/auth/auth-url?client_id=one&type=${types[portal]}`, host })
  if (departure.statusCode !== 200) return departure
  const returnUrl = await new RemoteBrowser().logIn(departure.json<{ url: string }>().url, login, 'Peer-word-1')
  onReturn()
  const query = new URLSearchParams({ ...Object.fromEntries(returnUrl.searchParams), redirect: `one:${types[portal]}` })
  const cookie = String(departure.headers['set-cookie']).split(';')[0] ?? ''
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
    const secondReply = await logIn(login, portal)
    const me = async ({ token }: LoginReply) =>
      (await world.request({ url: '/v1/me', host: one.host(portal), token })).json<{ uuid: string }>().uuid
    expect(await me(secondReply.json())).toBe(await me(reply.json()))
  }
})

test('a user who is disabled at the provider, belongs to an unknown centre or has another role is refused with the matching code', async () => {
  expect(codeOf(await logIn('gone', 'coach'))).toBe('EXTERNAL_API_ERROR')
  expect(codeOf(await logIn('faraway', 'coach'))).toBe('AUTH_CLUB_NOT_FOUND')
  expect(codeOf(await logIn('nerys', 'coach'))).toBe('AUTH_USER_INSUFFICIENT_PERMISSIONS')
})

test('a failure of login, introspection or rosters gets the matching code', async () => {
  const answerAt =
    (path: string, answer: Handler): Handler =>
    (request, reply) =>
      request.url?.startsWith(path) === true ? answer(request, reply) : answerNormally(request, reply)
  for (const path of [ROSTER_PATH, '/token/introspection', '/token']) {
    const failing = (answer: Handler) => logIn('callum', 'coach', () => (peerServer.answer = answerAt(path, answer)))
    expect(codeOf(await failing((request) => request.socket.destroy())), path).toBe('EXTERNAL_CONNECTION_ERROR')
    peerServer.answer = answerNormally
    const broken: Handler = (_request, reply) => reply.writeHead(500).end('no')
    expect(codeOf(await failing(broken)), path).toBe('EXTERNAL_HTTP_ERROR')
    peerServer.answer = answerNormally
    const html: Handler = (_request, reply) => reply.writeHead(200, { 'content-type': 'text/html' }).end('<p>Hello</p>')
    expect(codeOf(await failing(html)), path).toBe('EXTERNAL_HTTP_ERROR')
    peerServer.answer = answerNormally
  }
  const refused: Handler = (_request, reply) => reply.writeHead(403, { 'content-type': 'application/json' }).end('{}')
  const forbidden = await logIn('callum', 'coach', () => (peerServer.answer = answerAt(ROSTER_PATH, refused)))
  expect(codeOf(forbidden)).toBe('EXTERNAL_CONFIG_ERROR')
})

test('EXTERNAL_CONFIG_ERROR: the settings have no URL of the rosters, or a wrong secret of the OAuth client', async () => {
  await configureProvider({ rosterUrl: null })
  expect(codeOf(await logIn('callum', 'coach'))).toBe('EXTERNAL_CONFIG_ERROR')
  await configureProvider({ oauthClientSecret: 'wrong' })
  expect(codeOf(await logIn('callum', 'coach'))).toBe('EXTERNAL_CONFIG_ERROR')
})
