import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { LoginReply } from '#contract/identity/auth.ts'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import type { Handler } from '#demo/peers/authorization-server.ts'
import { createOpenIdPeer, openIdClaims } from '#demo/peers/openid.ts'
import { RemoteBrowser } from '#server/testing/remote-browser.ts'
import { listen, peerClient, type Listening } from '#server/testing/remote-peer.ts'
import { done, refused, rungsOn } from '#server/testing/rungs.ts'
import { createWorld, type World } from '#server/testing/world.ts'

let database: TestDatabase
let world: World
let peer: Listening
let folder: string
let rungs: ReturnType<typeof rungsOn>
const oauth = peerClient('scheme.brook.test')
const peerServer: { answer: Handler } = { answer: () => {} }

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  folder = await mkdtemp(join(tmpdir(), 'rungs-provider-'))
  rungs = rungsOn(database)
  peer = await listen(peerServer)
  peerServer.answer = await createOpenIdPeer(peer.issuer, oauth, [
    {
      subject: 'greta',
      login: 'greta@id.example',
      password: 'Peer-word-1',
      firstname: 'Greta',
      lastname: 'Lind',
      email: 'greta@id.example',
      type: 'ngo',
      clubs: [],
    },
  ])
  for (const kind of ['openid', 'course-provider', 'username'])
    await rungs('client', 'create', kind, kind, '--domain', `${kind}.test`, '--login', kind)
})
afterAll(async () => {
  await world.close()
  await peer.close()
  await rm(folder, { recursive: true })
  await database.drop()
})

const settings = {
  issuer: 'https://id.example',
  oauthClientId: oauth.id,
  oauthClientSecret: oauth.secret,
  scope: openIdClaims.scope,
  clubClaim: openIdClaims.club,
  typeClaim: openIdClaims.type,
  rosterUrl: null,
  editUrl: null,
}

/** Runs `rungs provider` with a file of these settings. */
async function setProvider(clientId: string, change: object = {}) {
  const file = join(folder, 'provider.json')
  await writeFile(file, JSON.stringify({ ...settings, ...change }))
  return rungs('provider', clientId, file)
}
const isSet = async (clientId: string) =>
  (await world.owner.query('SELECT FROM identity_providers WHERE client_id = $1', [clientId])).rowCount === 1

test('a client made with --login openid gets its provider by command, and its first author logs in there', async () => {
  await rungs('client', 'create', 'brook', 'Brook Swim', '--domain', 'brook.test', '--login', 'openid')
  expect(await setProvider('brook')).toEqual(done('brook logs in at https://id.example, by openid.'))
  const { rows } = await world.owner.query(
    `SELECT action, entity FROM audit_log WHERE client_id = 'brook' ORDER BY id DESC LIMIT 1`,
  )
  expect(rows).toEqual([{ action: 'update', entity: 'identity_provider' }])
  // The command takes only https, which the simulated provider of the tests does not speak.
  await world.owner.query(`UPDATE identity_providers SET issuer = $1 WHERE client_id = 'brook'`, [peer.issuer])
  const host = 'scheme.brook.test'
  const departure = await world.request({ url: '/v1/auth/auth-url?client_id=brook&type=ngo', host })
  const { url } = departure.json<{ url: string }>()
  const returned = await new RemoteBrowser().logIn(url, 'greta@id.example', 'Peer-word-1')
  const query = new URLSearchParams({ ...Object.fromEntries(returned.searchParams), redirect: 'brook:ngo' })
  const cookie = String(departure.headers['set-cookie']).split(';')[0] ?? ''
  const reply = await world.request({ url: `/v1/auth/remote-login?${query.toString()}`, host, headers: { cookie } })
  expect(reply.statusCode, reply.body).toBe(200)
  const me = await world.request({ url: '/v1/me', host, token: reply.json<LoginReply>().token })
  expect(me.json()).toMatchObject({ firstname: 'Greta', type: 'ngo' })
})

describe('rungs provider', () => {
  test('refuses a client whose users log in here, and stores nothing', async () => {
    for (const [id, kind] of [
      ['one', 'local'],
      ['username', 'username'],
    ] as const) {
      expect(await setProvider(id)).toEqual(
        refused(
          `${id} logs in by ${kind}, not at a provider; rungs client set ${id} --login openid, or course-provider`,
        ),
      )
      expect(await isSet(id)).toBe(false)
    }
  })

  test.each([
    ['openid', { clubClaim: null }, 'an OpenID provider needs a clubClaim and a typeClaim'],
    ['openid', { typeClaim: null }, 'an OpenID provider needs a clubClaim and a typeClaim'],
    ['openid', { scope: 'profile' }, 'the scope of an OpenID provider contains openid'],
    ['course-provider', {}, 'a course provider needs a rosterUrl'],
    ['nobody', {}, 'no client "nobody"'],
  ])('refuses for %s what nobody could log in with: %j', async (id, change, message) => {
    expect(await setProvider(id, change)).toEqual(refused(message))
    expect(await isSet(id)).toBe(false)
  })

  test('refuses a file that is not there, is not JSON or lacks a field', async () => {
    const file = join(folder, 'wrong.json')
    expect(await rungs('provider', 'openid', file)).toEqual(
      refused(`ENOENT: no such file or directory, open '${file}'`),
    )
    await writeFile(file, '{')
    expect((await rungs('provider', 'openid', file)).error).toContain(`rungs: ${file} is not JSON: `)
    await writeFile(file, JSON.stringify({ ...settings, issuer: 'http://id.example' }))
    expect((await rungs('provider', 'openid', file)).error).toContain('addresses begin with https://')
    expect(await rungs('provider', 'openid')).toEqual({
      code: 2,
      out: '',
      error: 'rungs: use: rungs provider CLIENT FILE.json',
    })
  })

  test('is forgotten when the client’s users are to log in otherwise', async () => {
    await rungs('client', 'create', 'turned', 'Turned', '--domain', 'turned.test', '--login', 'openid')
    await setProvider('turned')
    expect(await isSet('turned')).toBe(true)
    await rungs('client', 'set', 'turned', '--login', 'course-provider')
    expect(await isSet('turned')).toBe(false)
  })
})

test('rungs roster asks for an import, and refuses where no course provider is set', async () => {
  expect(await rungs('roster', 'one')).toEqual(refused('one has no course provider'))
  expect(await rungs('roster', 'openid')).toEqual(refused('openid has no course provider'))
  expect(await rungs('roster', 'nobody')).toEqual(refused('no client "nobody"'))
  expect(await rungs('roster', 'course-provider')).toEqual(
    refused('the course provider of course-provider is not set; rungs provider course-provider FILE.json'),
  )
  expect(await setProvider('course-provider', { rosterUrl: 'https://id.example/roster' })).toEqual(
    done('course-provider logs in at https://id.example, by course-provider.'),
  )
  expect(await rungs('roster', 'course-provider')).toEqual(
    done('The rosters of course-provider are read as soon as a server runs.'),
  )
  const { rows } = await world.owner.query(`SELECT kind, state FROM tasks WHERE client_id = 'course-provider'`)
  expect(rows).toEqual([{ kind: 'import-roster', state: 'queued' }])
})
