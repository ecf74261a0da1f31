import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { LoginReply } from '#contract/identity/auth.ts'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import type { Handler, PeerClient } from '#demo/peers/authorization-server.ts'
import { createOpenIdPeer, openIdClaims } from '#demo/peers/openid.ts'
import type { PeerPerson } from '#demo/peers/person.ts'
import type { ProviderSettings } from '#server/identity/providers/provider.ts'
import { setProvider } from '#server/identity/providers/settings.ts'
import { inTenant } from '#server/platform/tenancy.ts'
import { userOf } from './identities.ts'
import { RemoteBrowser } from '#server/testing/remote-browser.ts'
import { listen, peerClient, type Listening } from '#server/testing/remote-peer.ts'
import { createWorld, type Tenant, type World } from '#server/testing/world.ts'

let database: TestDatabase
let world: World
let one: Tenant
let two: Tenant
let peer: Listening
let right: Handler
const behind: { answer: Handler } = { answer: () => {} }
let settings: ProviderSettings
let client: PeerClient

const person = (login: string, more: Partial<PeerPerson> = {}): PeerPerson => ({
  subject: `subject of ${login}`,
  login: `${login}@id.example`,
  password: 'Peer-word-1',
  firstname: 'Elin',
  lastname: 'Jenkins',
  email: `${login}@id.example`,
  type: 'coach',
  clubs: ['H-1'],
  ...more,
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
]

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  ;[one, two] = world.tenants
  peer = await listen(behind)
  const portals = ['parent', 'coach', 'club', 'scheme'] as const
  client = peerClient(...portals.flatMap((portal) => [one.host(portal), two.host(portal)]))
  right = await createOpenIdPeer(peer.issuer, client, people)
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
  behind.answer = right
  // Lets the cached metadata of the provider expire.
  world.clock.now += 20 * 60_000
  for (const { id } of [one, two]) await set(id, {})
})
afterAll(async () => {
  await world.close()
  await peer.close()
  await database.drop()
})

const set = (clientId: string, change: Partial<ProviderSettings>) =>
  inTenant(world.db, clientId, 'write', (tx) => setProvider(tx, world.secrets, clientId, { ...settings, ...change }))

type Portal = 'parent' | 'coach' | 'club' | 'scheme'
const types = { parent: 'parent', coach: 'coach', club: 'admin', scheme: 'ngo' } as const

interface Leaving {
  reply: LightMyRequestResponse
  url: string
  cookie: string
}

async function leave(portal: Portal = 'coach', tenant = one, cookie = ''): Promise<Leaving> {
  const reply = await world.request({
    url: `/v1/auth/auth-url?client_id=${tenant.id}&type=${types[portal]}`,
    host: tenant.host(portal),
    headers: { cookie },
  })
  const { url = '' } = reply.json<{ url?: string }>()
  return { reply, url, cookie: String(reply.headers['set-cookie'] ?? '').split(';')[0] ?? '' }
}

const comeBack = (back: URL, cookie: string, portal: Portal = 'coach', tenant = one) => {
  const query = new URLSearchParams({
    ...Object.fromEntries(back.searchParams),
    redirect: `${tenant.id}:${types[portal]}`,
  })
  query.delete('error_description')
  return world.request({
    url: `/v1/auth/remote-login?${query.toString()}`,
    host: tenant.host(portal),
    headers: { cookie },
  })
}

async function logIn(login: string, portal: Portal = 'coach', tenant = one): Promise<LightMyRequestResponse> {
  const { url, cookie } = await leave(portal, tenant)
  return comeBack(await new RemoteBrowser().logIn(url, `${login}@id.example`, 'Peer-word-1'), cookie, portal, tenant)
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
    const { url, reply } = await leave()
    const asked = new URL(url).searchParams
    expect(Object.fromEntries(asked)).toMatchObject({
      response_type: 'code',
      client_id: 'rungs',
      redirect_uri: `https://${one.host('coach')}/redirect`,
      code_challenge_method: 'S256',
      prompt: 'login',
    })
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(asked.get(name), name).toMatch(/^[A-Za-z0-9_-]{43}$/)
    expect(reply.headers['set-cookie']).toMatch(
      /^__Host-rungs-login=[A-Za-z0-9_-]{43}; Path=\/; Max-Age=600; Secure; HttpOnly; SameSite=Lax$/,
    )
    const { rows } = await world.owner.query<{ text: string }>('SELECT s::text AS text FROM login_states s')
    for (const { text } of rows) expect(text).not.toContain(asked.get('state'))
  })

  test('makes the user at the first login, of the names, club and type that the claims say, and finds it again', async () => {
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

  test('knows a person by provider and subject: neither an address that changes nor one that is another’s matters', async () => {
    const before = await me(await logIn('nia'))
    const nia = people.find((one) => one.login.startsWith('nia'))
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
    const behindIt: { answer: Handler } = { answer: () => {} }
    const other = await listen(behindIt)
    behindIt.answer = await createOpenIdPeer(other.issuer, client, [person('elin', { firstname: 'Eve' })])
    await set('one', { issuer: other.issuer })
    const stranger = await me(await logIn('elin'))
    await other.close()
    expect(stranger).toMatchObject({ firstname: 'Eve', email: null })
    expect(stranger.uuid).not.toBe(uuid)
    await set('one', {})
    expect(await me(await logIn('elin'))).toMatchObject({ uuid, firstname: 'Elin', email: 'elin@id.example' })
  })

  test('makes two users of one person at two clients, and one of two logins at the same moment', async () => {
    const here = await me(await logIn('parent', 'parent'), 'parent')
    const there = await me(await logIn('parent', 'parent', two), 'parent', two)
    expect(here.uuid).not.toBe(there.uuid)
    const [a, b] = await Promise.all([logIn('admin', 'club'), logIn('admin', 'club')])
    expect((await me(a, 'club')).uuid).toBe((await me(b, 'club')).uuid)
  })

  test('follows the provider: a club that it takes away is gone at the next login, and back when it is given back', async () => {
    const { uuid } = await me(await logIn('elin'))
    elin.clubs = []
    expect(codeOf(await logIn('elin'))).toBe('AUTH_CLUB_NOT_FOUND')
    elin.clubs = ['H-1']
    await world.owner.query('UPDATE user_clubs SET to_date = current_date - 1 WHERE user_id = $1', [uuid])
    expect((await me(await logIn('elin'))).club_ids).toEqual([one.club])
  })

  test('AUTH_CLUB_NOT_FOUND: the claims name no club, or none that is known here, and no user is left behind', async () => {
    const count = async () => (await world.owner.query('SELECT FROM users')).rowCount
    const before = await count()
    expect(codeOf(await logIn('stranger'))).toBe('AUTH_CLUB_NOT_FOUND')
    expect(codeOf(await logIn('homeless'))).toBe('AUTH_CLUB_NOT_FOUND')
    expect(await count()).toBe(before)
  })

  test('AUTH_USER_INSUFFICIENT_PERMISSIONS: the claims give another kind of user than the portal is for', async () => {
    expect(codeOf(await logIn('parent', 'coach'))).toBe('AUTH_USER_INSUFFICIENT_PERMISSIONS')
    expect(codeOf(await logIn('elin', 'club'))).toBe('AUTH_USER_INSUFFICIENT_PERMISSIONS')
    const wrong = await world.request({ url: '/v1/auth/auth-url?client_id=two&type=coach' })
    expect(codeOf(wrong)).toBe('AUTH_USER_INSUFFICIENT_PERMISSIONS')
  })

  test('AUTH_USER_DELETED: proved by the provider, but no longer active here', async () => {
    const { uuid } = await me(await logIn('nia'))
    await world.owner.query(`UPDATE users SET status = 'lapsed' WHERE id = $1`, [uuid])
    expect(codeOf(await logIn('nia'))).toBe('AUTH_USER_DELETED')
    await world.owner.query(`UPDATE users SET status = 'current' WHERE id = $1`, [uuid])
  })
})

describe('LOGIN_STATE_INVALID: coming back', () => {
  async function back() {
    const { url, cookie } = await leave()
    return { cookie, url: await new RemoteBrowser().logIn(url, elin.login, elin.password) }
  }

  test('works once', async () => {
    const { url, cookie } = await back()
    expect((await comeBack(url, cookie)).statusCode).toBe(200)
    expect(codeOf(await comeBack(url, cookie))).toBe('LOGIN_STATE_INVALID')
  })

  test('works only in the browser that began it; another browser does not use it up', async () => {
    const { url, cookie } = await back()
    const other = (await leave()).cookie
    for (const wrong of ['', other, '__Host-rungs-login=short'])
      expect(codeOf(await comeBack(url, wrong))).toBe('LOGIN_STATE_INVALID')
    expect((await comeBack(url, cookie)).statusCode).toBe(200)
  })

  test('works after any number of wrong states from the same network', async () => {
    const { url, cookie } = await back()
    const wrong = new URL(url)
    wrong.searchParams.set('state', 'guess')
    const codes = await Promise.all(Array.from({ length: 200 }, async () => codeOf(await comeBack(wrong, cookie))))
    expect(codes.filter((code) => code === 'LOGIN_STATE_INVALID')).toHaveLength(10)
    expect(codes.filter((code) => code === 'TOO_MANY_REQUESTS')).toHaveLength(190)
    expect((await comeBack(url, cookie)).statusCode).toBe(200)
  })

  test('works for two tabs of one browser', async () => {
    const first = await leave()
    const second = await leave('coach', one, first.cookie)
    expect(second.cookie).toBe(first.cookie)
    for (const { url } of [second, first]) {
      const returned = await new RemoteBrowser().logIn(url, elin.login, elin.password)
      expect((await comeBack(returned, first.cookie)).statusCode).toBe(200)
    }
  })

  test('works at the portal and client that it left from only', async () => {
    const { url, cookie } = await back()
    expect(codeOf(await comeBack(url, cookie, 'club'))).toBe('LOGIN_STATE_INVALID')
    expect(codeOf(await comeBack(url, cookie, 'coach', two))).toBe('LOGIN_STATE_INVALID')
    const query = new URLSearchParams({ ...Object.fromEntries(url.searchParams), redirect: 'two:coach' })
    const mixed = await world.request({ url: `/v1/auth/remote-login?${query.toString()}`, headers: { cookie } })
    expect(codeOf(mixed)).toBe('AUTH_USER_INSUFFICIENT_PERMISSIONS')
  })

  test('works for ten minutes, and with the state only', async () => {
    const { url, cookie } = await back()
    const stateless = new URL(url)
    stateless.searchParams.delete('state')
    expect((await comeBack(stateless, cookie)).json()).toMatchObject({ error: 'INVALID_REQUEST', field: 'state' })
    world.clock.now += 10 * 60_000
    expect(codeOf(await comeBack(url, cookie))).toBe('LOGIN_STATE_INVALID')
  })

  test('fails with the code of another login, because the code belongs to the browser that began it', async () => {
    const mine = await back()
    const theirs = await back()
    mine.url.searchParams.set('code', theirs.url.searchParams.get('code') ?? '')
    expect(codeOf(await comeBack(mine.url, mine.cookie))).toBe('EXTERNAL_API_ERROR')
  })
})

describe('a provider that fails', () => {
  /** Comes back from the provider as it is, and then `then` happens to it. */
  async function returning(then: () => void | Promise<void>): Promise<string | undefined> {
    const { url, cookie } = await leave()
    const back = await new RemoteBrowser().logIn(url, elin.login, elin.password)
    await then()
    return codeOf(await comeBack(back, cookie))
  }
  const html: Handler = (_request, reply) => reply.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Hello</h1>')
  const at =
    (path: string, answer: Handler): Handler =>
    (request, reply) =>
      request.url?.startsWith(path) === true ? answer(request, reply) : right(request, reply)

  test('EXTERNAL_CONNECTION_ERROR: nobody listens, or hangs up', async () => {
    const gone = await listen({ answer: () => {} })
    await gone.close()
    await set('one', { issuer: gone.issuer })
    const { reply } = await leave()
    expect([reply.statusCode, codeOf(reply)]).toEqual([424, 'EXTERNAL_CONNECTION_ERROR'])
    await set('one', {})
    behind.answer = (request) => request.socket.destroy()
    expect(codeOf((await leave()).reply)).toBe('EXTERNAL_CONNECTION_ERROR')
    behind.answer = right
    const cut = await returning(() => void (behind.answer = at('/token', (request) => request.socket.destroy())))
    expect(cut).toBe('EXTERNAL_CONNECTION_ERROR')
  })

  test('EXTERNAL_HTTP_ERROR: a page instead of data, an error, a redirect, a huge or broken answer', async () => {
    const answers: Handler[] = [
      html,
      (_request, reply) => reply.writeHead(500).end(),
      (_request, reply) => reply.writeHead(503, { 'content-type': 'application/json' }).end('{"error":"server_error"}'),
      (_request, reply) => reply.writeHead(302, { location: 'http://127.0.0.1/' }).end(),
      (_request, reply) => reply.writeHead(200, { 'content-type': 'application/json' }).end('{"issuer": '),
      (_request, reply) =>
        reply.writeHead(200, { 'content-type': 'application/json' }).end(Buffer.alloc(9_000_000, 32)),
    ]
    for (const answer of answers) {
      behind.answer = answer
      world.clock.now += 20 * 60_000
      expect(codeOf((await leave()).reply)).toBe('EXTERNAL_HTTP_ERROR')
      behind.answer = right
      expect(await returning(() => void (behind.answer = at('/token', answer)))).toBe('EXTERNAL_HTTP_ERROR')
      behind.answer = right
    }
  })

  test('EXTERNAL_HTTP_ERROR: an identity token that is not signed by the provider, or whose nonce is another’s', async () => {
    const { createAuthorizationServer } = await import('#demo/peers/authorization-server.ts')
    const own = peerClient(one.host('coach'))
    const impostor = await createAuthorizationServer({
      issuer: peer.issuer,
      title: '',
      loginLabel: '',
      client: own,
      people,
      more: {},
    })
    expect(await returning(() => void (behind.answer = at('/jwks', impostor.handle)))).toBe('EXTERNAL_HTTP_ERROR')
    behind.answer = right
    world.clock.now += 20 * 60_000
    const nonce = await returning(() =>
      world.owner.query(`UPDATE login_states SET nonce = 'another'`).then(() => undefined),
    )
    expect(nonce).toBe('EXTERNAL_HTTP_ERROR')
  })

  test('EXTERNAL_HTTP_ERROR: a subject that nobody can be known by; a club that cannot be one is none', async () => {
    const known = { firstname: 'Elin', lastname: 'Jenkins', email: null, types: ['coach' as const], clubs: ['H-1'] }
    for (const subject of ['', 'x'.repeat(256), 'a\u0000b', 'a\nb', '\ud800'])
      await expect(
        inTenant(world.db, 'one', 'write', (tx) =>
          userOf(tx, 'one', { kind: 'bg', issuer: peer.issuer }, 'coach', { ...known, subject }),
        ),
        JSON.stringify(subject),
      ).rejects.toMatchObject({ code: 'EXTERNAL_HTTP_ERROR' })
    elin.clubs = ['H-1', 'H\u0000']
    const { statusCode } = await logIn('elin')
    elin.clubs = ['H-1']
    expect(statusCode).toBe(200)
  })

  test('EXTERNAL_API_ERROR: cancelled there, or a code that was used', async () => {
    const { url, cookie } = await leave()
    const browser = new RemoteBrowser()
    const form = await browser.open(new URL(url))
    const back = await browser.open(form.url, { do: 'cancel' })
    expect(back.url.searchParams.get('error')).toBe('access_denied')
    const reply = await comeBack(back.url, cookie)
    expect([reply.statusCode, codeOf(reply)]).toEqual([403, 'EXTERNAL_API_ERROR'])
    // The same browser can begin again.
    const again = await leave('coach', one, cookie)
    const returned = await browser.logIn(again.url, elin.login, elin.password)
    expect((await comeBack(returned, cookie)).statusCode).toBe(200)
  })

  test('EXTERNAL_CONFIG_ERROR: not set up, a wrong secret, another’s address, no public one, claims that never come', async () => {
    await world.owner.query('DELETE FROM identity_providers')
    expect(codeOf((await leave()).reply)).toBe('EXTERNAL_CONFIG_ERROR')
    for (const issuer of [
      'not an address',
      'http://public.example',
      'https://127.0.0.1',
      'https://10.1.2.3:8443',
      'https://[::1]',
      'https://[::ffff:10.0.0.1]',
      peer.issuer.replace('id.localhost', 'other.localhost'),
    ]) {
      await set('one', { issuer })
      expect(codeOf((await leave()).reply), issuer).toBe('EXTERNAL_CONFIG_ERROR')
    }
    await set('one', {})
    const changes: Partial<ProviderSettings>[] = [
      { oauthClientSecret: 'wrong' },
      { clubClaim: null },
      { typeClaim: 'kind' },
    ]
    for (const change of changes)
      expect(await returning(() => set('one', change)), JSON.stringify(change)).toBe('EXTERNAL_CONFIG_ERROR')
    await world.owner.query(`UPDATE clients SET auth_provider = 'local', login = 'email' WHERE client_id = 'one'`)
    expect(codeOf((await leave()).reply)).toBe('EXTERNAL_CONFIG_ERROR')
    await world.owner.query(`UPDATE clients SET auth_provider = 'bg', login = 'federated' WHERE client_id = 'one'`)
  })
})
