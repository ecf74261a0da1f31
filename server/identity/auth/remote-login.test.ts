import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { LoginReply } from '#contract/identity/auth.ts'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import { noonOf } from '#domain/platform/club-time.ts'
import type { Handler, PeerClient } from '#demo/peers/authorization-server.ts'
import { createOpenIdPeer, openIdClaims } from '#demo/peers/openid.ts'
import type { PeerPerson } from '#demo/peers/person.ts'
import type { ProviderSettings } from '#server/identity/providers/provider.ts'
import { setProvider } from '#server/identity/providers/settings.ts'
import { inTenant } from '#server/platform/tenancy.ts'
import { findOrCreateUser } from './identities.ts'
import { makeLink } from './links.ts'
import { RemoteBrowser } from '#server/testing/remote-browser.ts'
import { listen, peerClient, type Listening } from '#server/testing/remote-peer.ts'
import { untilWaiting } from '#server/testing/until-waiting.ts'
import { createWorld, type Tenant, type World } from '#server/testing/world.ts'

let database: TestDatabase
let world: World
let one: Tenant
let two: Tenant
let peer: Listening
/** The provider's usual handler. Tests replace `peerServer.answer` by one that fails. */
let answerNormally: Handler
const peerServer: { answer: Handler } = { answer: () => {} }
let settings: ProviderSettings
let client: PeerClient

const person = (login: string, fields: Partial<PeerPerson> = {}): PeerPerson => ({
  subject: `subject of ${login}`,
  login: `${login}@id.example`,
  password: 'Peer-word-1',
  firstname: 'Elin',
  lastname: 'Jenkins',
  email: `${login}@id.example`,
  type: 'coach',
  clubs: ['H-1'],
  ...fields,
})
const elin = person('elin')
const people: PeerPerson[] = [
  elin,
  person('nia', { firstname: 'Nia' }),
  person('parent', { type: 'parent', clubs: [] }),
  person('admin', { type: 'admin' }),
  person('stranger', { clubs: ['nowhere'] }),
  person('homeless', { clubs: [] }),
  // Another person has the address of a coach who exists here.
  person('copycat', { email: 'coach@one.example' }),
  person('mair', { email: 'family@id.example' }),
  person('ifan', { email: 'family@id.example' }),
]

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  // each test moves the clock on by 20 minutes: from noon on it stays within the day, which is also the database's
  world.clock.now = noonOf(world.today(), 'Europe/London') * 1000
  ;[one, two] = world.tenants
  peer = await listen(peerServer)
  const portals = ['parent', 'coach', 'club', 'scheme'] as const
  client = peerClient(...portals.flatMap((portal) => [one.host(portal), two.host(portal)]))
  answerNormally = await createOpenIdPeer(peer.issuer, client, people)
  settings = {
    issuer: peer.issuer,
    oauthClientId: client.id,
    oauthClientSecret: client.secret,
    scope: openIdClaims.scope,
    clubClaim: openIdClaims.club,
    typeClaim: openIdClaims.type,
    rosterUrl: null,
    editUrl: null,
  }
  await world.owner.query(`UPDATE clients SET auth_provider = 'bg', login = 'federated'`)
  await world.owner.query(`UPDATE clubs SET ngo_id = 'H-1'`)
})
beforeEach(async () => {
  peerServer.answer = answerNormally
  expireMetadata()
  for (const { id } of [one, two]) await configureProvider(id, {})
})
afterAll(async () => {
  await world.close()
  await peer.close()
  await database.drop()
})

/** Lets the cached metadata of the provider expire, so that the server asks the provider for them again. */
function expireMetadata(): void {
  world.clock.now += 20 * 60_000
}
const configureProvider = (clientId: string, change: Partial<ProviderSettings>) =>
  inTenant(world.db, clientId, 'write', (tx) => setProvider(tx, world.secrets, clientId, { ...settings, ...change }))

type Portal = 'parent' | 'coach' | 'club' | 'scheme'
/** The user type of each portal. */
const types = { parent: 'parent', coach: 'coach', club: 'admin', scheme: 'ngo' } as const

/** A browser that was sent to the provider: where to, and the cookie by which it is recognised on its return. */
interface Departure {
  reply: LightMyRequestResponse
  url: string
  cookie: string
}

async function goToProvider(portal: Portal = 'coach', tenant = one, cookie = ''): Promise<Departure> {
  const reply = await world.request({
    url: `/v1/auth/auth-url?client_id=${tenant.id}&type=${types[portal]}`,
    host: tenant.host(portal),
    headers: { cookie },
  })
  const { url = '' } = reply.json<{ url?: string }>()
  return { reply, url, cookie: String(reply.headers['set-cookie'] ?? '').split(';')[0] ?? '' }
}

/** Sends what the portal's page at `/redirect` sends when the provider has led the browser to it. */
const returnFromProvider = (returnUrl: URL, cookie: string, portal: Portal = 'coach', tenant = one) => {
  const query = new URLSearchParams({
    ...Object.fromEntries(returnUrl.searchParams),
    redirect: `${tenant.id}:${types[portal]}`,
  })
  // The provider's own words are not passed on, because the contract has no field for them.
  query.delete('error_description')
  return world.request({
    url: `/v1/auth/remote-login?${query.toString()}`,
    host: tenant.host(portal),
    headers: { cookie },
  })
}

async function logIn(login: string, portal: Portal = 'coach', tenant = one): Promise<LightMyRequestResponse> {
  const { url, cookie } = await goToProvider(portal, tenant)
  return returnFromProvider(
    await new RemoteBrowser().logIn(url, `${login}@id.example`, 'Peer-word-1'),
    cookie,
    portal,
    tenant,
  )
}

const codeOf = (reply: LightMyRequestResponse) => reply.json<{ error?: string }>().error
const me = async (reply: LightMyRequestResponse, portal: Portal = 'coach', tenant = one) =>
  (await world.request({ url: '/v1/me', host: tenant.host(portal), token: reply.json<LoginReply>().token })).json<{
    uuid: string
    firstname: string
    email: string | null
    club_ids: string[]
  }>()

describe('federated login', () => {
  test('begins with code flow, PKCE, state, nonce and a fresh login, and returns to the host at which it began', async () => {
    const { url, reply } = await goToProvider()
    const query = new URL(url).searchParams
    expect(Object.fromEntries(query)).toMatchObject({
      response_type: 'code',
      client_id: 'rungs',
      redirect_uri: `https://${one.host('coach')}/redirect`,
      code_challenge_method: 'S256',
      prompt: 'login',
    })
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(query.get(name), name).toMatch(/^[A-Za-z0-9_-]{43}$/)
    expect(reply.headers['set-cookie']).toMatch(
      /^__Host-rungs-login=[A-Za-z0-9_-]{43}; Path=\/; Max-Age=600; Secure; HttpOnly; SameSite=Lax$/,
    )
    const { rows } = await world.owner.query<{ text: string }>('SELECT s::text AS text FROM login_states s')
    for (const { text } of rows) expect(text).not.toContain(query.get('state'))
  })

  test('creates the user at the first login, with the names, club and type of the claims, and finds it at the next one', async () => {
    const first = await logIn('elin')
    expect(first.statusCode, first.body).toBe(200)
    expect(first.json<LoginReply>().clubs.map((club) => club.id)).toEqual([one.club])
    const user = await me(first)
    expect(user).toMatchObject({ firstname: 'Elin', email: 'elin@id.example', club_ids: [one.club], type: 'coach' })
    expect((await me(await logIn('elin'))).uuid).toBe(user.uuid)
    const { rows } = await world.owner.query<{ action: string }>(
      'SELECT action FROM audit_log WHERE entity_id = $1 ORDER BY id',
      [user.uuid],
    )
    expect(rows.map((row) => row.action)).toEqual(['create', 'log-in', 'log-in'])
  })

  test('identifies a person by provider and subject, so neither a changed address nor another user’s address matters', async () => {
    const before = await me(await logIn('nia'))
    const nia = people.find(({ login }) => login.startsWith('nia'))
    if (!nia) throw new Error('nobody')
    nia.email = 'nia.davies@id.example'
    const after = await me(await logIn('nia'))
    expect(after).toMatchObject({ uuid: before.uuid, email: 'nia.davies@id.example' })
    const copycat = await me(await logIn('copycat'))
    expect(copycat.email).toBeNull()
    expect(copycat.uuid).not.toBe(one.coach)
  })

  test('treats the same subject of another issuer as another person', async () => {
    const { uuid } = await me(await logIn('elin'))
    const otherServer: { answer: Handler } = { answer: () => {} }
    const otherIssuer = await listen(otherServer)
    otherServer.answer = await createOpenIdPeer(otherIssuer.issuer, client, [person('elin', { firstname: 'Eve' })])
    await configureProvider('one', { issuer: otherIssuer.issuer })
    const stranger = await me(await logIn('elin'))
    await otherIssuer.close()
    expect(stranger).toMatchObject({ firstname: 'Eve', email: null })
    expect(stranger.uuid).not.toBe(uuid)
    await configureProvider('one', {})
    expect(await me(await logIn('elin'))).toMatchObject({ uuid, firstname: 'Elin', email: 'elin@id.example' })
  })

  test('creates one user for each client of a person, and only one for two first logins at the same moment', async () => {
    const userOfOne = await me(await logIn('parent', 'parent'), 'parent')
    const userOfTwo = await me(await logIn('parent', 'parent', two), 'parent', two)
    expect(userOfOne.uuid).not.toBe(userOfTwo.uuid)
    const [first, second] = await Promise.all([logIn('admin', 'club'), logIn('admin', 'club')])
    expect((await me(first, 'club')).uuid).toBe((await me(second, 'club')).uuid)
  })

  test('lets in two persons of one address who log in for the first time at the same moment', async () => {
    await world.owner.query('BEGIN')
    await world.owner.query('UPDATE users SET email = $2 WHERE id = $1', [one.coach, 'family@id.example'])
    const loggingIn = ['mair', 'ifan'].map((login) => logIn(login))
    await untilWaiting(world, 2)
    await world.owner.query('ROLLBACK')
    const users = await Promise.all((await Promise.all(loggingIn)).map((reply) => me(reply)))
    expect(users.map(({ email }) => email).sort()).toEqual(['family@id.example', null])
  })

  test('takes the clubs from the provider at each login: a removed club is gone, and one that is given back returns', async () => {
    const { uuid } = await me(await logIn('elin'))
    elin.clubs = []
    expect(codeOf(await logIn('elin'))).toBe('AUTH_CLUB_NOT_FOUND')
    elin.clubs = ['H-1']
    // The refused login was rolled back, so it did not end Elin's work at the club; this does.
    await world.owner.query('UPDATE user_clubs SET to_date = $2 WHERE user_id = $1', [uuid, world.today(-1)])
    expect((await me(await logIn('elin'))).club_ids).toEqual([one.club])
  })

  test('leads to no club that was deleted, but to the one that has its number now', async () => {
    const club = crypto.randomUUID()
    await world.owner.query(`UPDATE clubs SET deleted_at = now(), name = 'A closed club' WHERE id = $1`, [one.club])
    const refused = await logIn('nia')
    expect(refused.json(), refused.body).toMatchObject({ error: 'AUTH_CLUB_NOT_FOUND' })
    await world.owner.query(
      `INSERT INTO clubs (client_id, id, name, time_zone, ngo_id) VALUES ('one', $1, 'Harbour', 'Europe/London', 'H-1')`,
      [club],
    )
    expect((await logIn('nia')).json<LoginReply>().clubs.map(({ id }) => id)).toEqual([club])
    await world.owner.query('DELETE FROM user_clubs WHERE club_id = $1', [club])
    await world.owner.query('DELETE FROM clubs WHERE id = $1', [club])
    await world.owner.query('UPDATE clubs SET deleted_at = NULL WHERE id = $1', [one.club])
  })

  test('is the only way in: nobody gets a password here by a mail, and a link from before sets none', async () => {
    const { uuid } = await me(await logIn('elin'))
    const post = (path: string, payload: object) =>
      world.request({ method: 'POST', url: `/v1/auth/${path}`, host: one.host('coach'), payload })
    const asked = await post('reset-password', { client_id: 'one', app_id: 'coach', email: elin.email })
    expect.soft(asked.json(), asked.body).toMatchObject({ error: 'EXTERNAL_CONFIG_ERROR' })
    const { rowCount } = await world.owner.query('SELECT FROM mails WHERE user_id = $1', [uuid])
    expect.soft(rowCount).toBe(0)
    const token = await inTenant(world.db, 'one', 'write', (tx) =>
      makeLink(tx, { userId: uuid, kind: 'reset', expires: new Date(world.clock.now + 60_000) }),
    )
    const set = await post('set-password', { token, password: 'Another-Word-12' })
    expect(set.json(), set.body).toMatchObject({ error: 'EXTERNAL_CONFIG_ERROR' })
  })

  test('AUTH_CLUB_NOT_FOUND: the claims name no club or only unknown ones, and no user is created', async () => {
    const countUsers = async () => (await world.owner.query('SELECT FROM users')).rowCount
    const before = await countUsers()
    expect(codeOf(await logIn('stranger'))).toBe('AUTH_CLUB_NOT_FOUND')
    expect(codeOf(await logIn('homeless'))).toBe('AUTH_CLUB_NOT_FOUND')
    expect(await countUsers()).toBe(before)
  })

  test('AUTH_USER_INSUFFICIENT_PERMISSIONS: the claims give a user type that is not the portal’s', async () => {
    expect(codeOf(await logIn('parent', 'coach'))).toBe('AUTH_USER_INSUFFICIENT_PERMISSIONS')
    expect(codeOf(await logIn('elin', 'club'))).toBe('AUTH_USER_INSUFFICIENT_PERMISSIONS')
    const wrongClientReply = await world.request({ url: '/v1/auth/auth-url?client_id=two&type=coach' })
    expect(codeOf(wrongClientReply)).toBe('AUTH_USER_INSUFFICIENT_PERMISSIONS')
  })

  test('AUTH_USER_DELETED: the provider authenticates a user who is no longer active here', async () => {
    const { uuid } = await me(await logIn('nia'))
    await world.owner.query(`UPDATE users SET status = 'lapsed' WHERE id = $1`, [uuid])
    expect(codeOf(await logIn('nia'))).toBe('AUTH_USER_DELETED')
    await world.owner.query(`UPDATE users SET status = 'current' WHERE id = $1`, [uuid])
  })
})

describe('the return from the provider', () => {
  /** Logs in at the provider; returns the URL and cookie with which the browser comes back. */
  async function logInAtProvider() {
    const { url, cookie } = await goToProvider()
    return { cookie, url: await new RemoteBrowser().logIn(url, elin.login, elin.password) }
  }

  test('works once', async () => {
    const { url, cookie } = await logInAtProvider()
    expect((await returnFromProvider(url, cookie)).statusCode).toBe(200)
    expect(codeOf(await returnFromProvider(url, cookie))).toBe('LOGIN_STATE_INVALID')
  })

  test('works only in the browser that began it; another browser does not use it up', async () => {
    const { url, cookie } = await logInAtProvider()
    const otherBrowsersCookie = (await goToProvider()).cookie
    for (const wrongCookie of ['', otherBrowsersCookie, '__Host-rungs-login=short'])
      expect(codeOf(await returnFromProvider(url, wrongCookie))).toBe('LOGIN_STATE_INVALID')
    expect((await returnFromProvider(url, cookie)).statusCode).toBe(200)
  })

  test('works after any number of wrong states from the same network', async () => {
    const { url, cookie } = await logInAtProvider()
    const wrongUrl = new URL(url)
    wrongUrl.searchParams.set('state', 'guess')
    const codes = await Promise.all(
      Array.from({ length: 200 }, async () => codeOf(await returnFromProvider(wrongUrl, cookie))),
    )
    // ten wrong states are answered; then the network must wait
    expect(codes.filter((code) => code === 'LOGIN_STATE_INVALID')).toHaveLength(10)
    expect(codes.filter((code) => code === 'TOO_MANY_REQUESTS')).toHaveLength(190)
    expect((await returnFromProvider(url, cookie)).statusCode).toBe(200)
  })

  test('works for two tabs of one browser', async () => {
    const firstTab = await goToProvider()
    const secondTab = await goToProvider('coach', one, firstTab.cookie)
    expect(secondTab.cookie).toBe(firstTab.cookie)
    for (const { url } of [secondTab, firstTab]) {
      const returned = await new RemoteBrowser().logIn(url, elin.login, elin.password)
      expect((await returnFromProvider(returned, firstTab.cookie)).statusCode).toBe(200)
    }
  })

  test('works only at the portal and client at which the login began', async () => {
    const { url, cookie } = await logInAtProvider()
    expect(codeOf(await returnFromProvider(url, cookie, 'club'))).toBe('LOGIN_STATE_INVALID')
    expect(codeOf(await returnFromProvider(url, cookie, 'coach', two))).toBe('LOGIN_STATE_INVALID')
    const query = new URLSearchParams({ ...Object.fromEntries(url.searchParams), redirect: 'two:coach' })
    const replyToOtherClient = await world.request({
      url: `/v1/auth/remote-login?${query.toString()}`,
      headers: { cookie },
    })
    expect(codeOf(replyToOtherClient)).toBe('AUTH_USER_INSUFFICIENT_PERMISSIONS')
  })

  test('works for ten minutes, and only with the state', async () => {
    const { url, cookie } = await logInAtProvider()
    const stateless = new URL(url)
    stateless.searchParams.delete('state')
    expect((await returnFromProvider(stateless, cookie)).json()).toMatchObject({
      error: 'INVALID_REQUEST',
      field: 'state',
    })
    world.clock.now += 10 * 60_000
    expect(codeOf(await returnFromProvider(url, cookie))).toBe('LOGIN_STATE_INVALID')
  })

  test('fails with the provider’s code of another login, because a code belongs to the browser that began the login', async () => {
    const first = await logInAtProvider()
    const second = await logInAtProvider()
    first.url.searchParams.set('code', second.url.searchParams.get('code') ?? '')
    expect(codeOf(await returnFromProvider(first.url, first.cookie))).toBe('EXTERNAL_API_ERROR')
  })
})

describe('a provider that fails', () => {
  /** Logs in at the provider, runs `change`, and comes back to the portal; returns the error code of the answer. */
  async function codeAfter(change: () => void | Promise<void>): Promise<string | undefined> {
    const { url, cookie } = await goToProvider()
    const returnUrl = await new RemoteBrowser().logIn(url, elin.login, elin.password)
    await change()
    return codeOf(await returnFromProvider(returnUrl, cookie))
  }
  const html: Handler = (_request, reply) => reply.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Hello</h1>')
  const answerAt =
    (path: string, answer: Handler): Handler =>
    (request, reply) =>
      request.url?.startsWith(path) === true ? answer(request, reply) : answerNormally(request, reply)

  test('EXTERNAL_CONNECTION_ERROR: the provider does not listen, or closes the connection', async () => {
    const closedServer = await listen({ answer: () => {} })
    await closedServer.close()
    await configureProvider('one', { issuer: closedServer.issuer })
    const { reply } = await goToProvider()
    expect([reply.statusCode, codeOf(reply)]).toEqual([424, 'EXTERNAL_CONNECTION_ERROR'])
    await configureProvider('one', {})
    peerServer.answer = (request) => request.socket.destroy()
    expect(codeOf((await goToProvider()).reply)).toBe('EXTERNAL_CONNECTION_ERROR')
    peerServer.answer = answerNormally
    const codeOfCutConnection = await codeAfter(
      () => void (peerServer.answer = answerAt('/token', (request) => request.socket.destroy())),
    )
    expect(codeOfCutConnection).toBe('EXTERNAL_CONNECTION_ERROR')
  })

  test('EXTERNAL_HTTP_ERROR: a page instead of data, an error, a redirect, a huge or broken answer', async () => {
    const answers: Handler[] = [
      html,
      (_request, reply) => reply.writeHead(500).end(),
      (_request, reply) => reply.writeHead(503, { 'content-type': 'application/json' }).end('{"error":"server_error"}'),
      (_request, reply) => reply.writeHead(302, { location: 'http://127.0.0.1/' }).end(),
      (_request, reply) => reply.writeHead(200, { 'content-type': 'application/json' }).end('{"issuer": '),
      // nine megabytes of spaces, one more than the server reads
      (_request, reply) =>
        reply.writeHead(200, { 'content-type': 'application/json' }).end(Buffer.alloc(9_000_000, ' ')),
    ]
    for (const answer of answers) {
      peerServer.answer = answer
      expireMetadata()
      expect(codeOf((await goToProvider()).reply)).toBe('EXTERNAL_HTTP_ERROR')
      peerServer.answer = answerNormally
      expect(await codeAfter(() => void (peerServer.answer = answerAt('/token', answer)))).toBe('EXTERNAL_HTTP_ERROR')
      peerServer.answer = answerNormally
    }
  })

  test('EXTERNAL_HTTP_ERROR: an identity token that another key signed, or that has the nonce of another login', async () => {
    const { createAuthorizationServer } = await import('#demo/peers/authorization-server.ts')
    const otherClient = peerClient(one.host('coach'))
    const impostor = await createAuthorizationServer({
      issuer: peer.issuer,
      title: '',
      loginLabel: '',
      client: otherClient,
      people,
      configuration: {},
    })
    expect(await codeAfter(() => void (peerServer.answer = answerAt('/jwks', impostor.handle)))).toBe(
      'EXTERNAL_HTTP_ERROR',
    )
    peerServer.answer = answerNormally
    expireMetadata()
    const codeOfOtherNonce = await codeAfter(() =>
      world.owner.query(`UPDATE login_states SET nonce = 'another'`).then(() => undefined),
    )
    expect(codeOfOtherNonce).toBe('EXTERNAL_HTTP_ERROR')
  })

  test('EXTERNAL_HTTP_ERROR: a subject that cannot be stored; a club number that cannot be stored is ignored', async () => {
    const claims = { firstname: 'Elin', lastname: 'Jenkins', email: null, types: ['coach' as const], clubs: ['H-1'] }
    for (const subject of ['', 'x'.repeat(256), 'a\u0000b', 'a\nb', '\ud800'])
      await expect(
        inTenant(world.db, 'one', 'write', (tx) =>
          findOrCreateUser(tx, 'one', { kind: 'bg', issuer: peer.issuer }, 'coach', { ...claims, subject }, Date.now()),
        ),
        JSON.stringify(subject),
      ).rejects.toMatchObject({ code: 'EXTERNAL_HTTP_ERROR' })
    elin.clubs = ['H-1', 'H\u0000']
    const { statusCode } = await logIn('elin')
    elin.clubs = ['H-1']
    expect(statusCode).toBe(200)
  })

  test('EXTERNAL_API_ERROR: the user cancels at the provider, and can then begin again', async () => {
    const { url, cookie } = await goToProvider()
    const browser = new RemoteBrowser()
    const form = await browser.open(new URL(url))
    const returnPage = await browser.open(form.url, { do: 'cancel' })
    expect(returnPage.url.searchParams.get('error')).toBe('access_denied')
    const reply = await returnFromProvider(returnPage.url, cookie)
    expect([reply.statusCode, codeOf(reply)]).toEqual([403, 'EXTERNAL_API_ERROR'])
    // The same browser can begin again.
    const secondDeparture = await goToProvider('coach', one, cookie)
    const returned = await browser.logIn(secondDeparture.url, elin.login, elin.password)
    expect((await returnFromProvider(returned, cookie)).statusCode).toBe(200)
  })

  test('EXTERNAL_CONFIG_ERROR: no settings, a wrong secret, another issuer, an address that is not public, missing claims', async () => {
    await world.owner.query('DELETE FROM identity_providers')
    expect(codeOf((await goToProvider()).reply)).toBe('EXTERNAL_CONFIG_ERROR')
    for (const issuer of [
      'not an address',
      'http://public.example',
      'https://127.0.0.1',
      'https://10.1.2.3:8443',
      'https://[::1]',
      'https://[::ffff:10.0.0.1]',
      peer.issuer.replace('id.localhost', 'other.localhost'),
    ]) {
      await configureProvider('one', { issuer })
      expect(codeOf((await goToProvider()).reply), issuer).toBe('EXTERNAL_CONFIG_ERROR')
    }
    await configureProvider('one', {})
    const changes: Partial<ProviderSettings>[] = [
      { oauthClientSecret: 'wrong' },
      { clubClaim: null },
      { typeClaim: 'kind' },
    ]
    for (const change of changes)
      expect(await codeAfter(() => configureProvider('one', change)), JSON.stringify(change)).toBe(
        'EXTERNAL_CONFIG_ERROR',
      )
    await world.owner.query(`UPDATE clients SET auth_provider = 'local', login = 'email' WHERE client_id = 'one'`)
    expect(codeOf((await goToProvider()).reply)).toBe('EXTERNAL_CONFIG_ERROR')
    await world.owner.query(`UPDATE clients SET auth_provider = 'bg', login = 'federated' WHERE client_id = 'one'`)
  })
})
