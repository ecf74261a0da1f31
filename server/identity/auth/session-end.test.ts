import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { LoginReply } from '#contract/identity/auth.ts'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import { createApp } from '#server/app.ts'
import { Hub } from '#server/platform/events/hub.ts'
import { Relay } from '#server/platform/events/relay.ts'
import { Addresses } from '#server/platform/http/addresses.ts'
import { Tokens } from '#server/platform/http/session.ts'
import type { App } from '#server/platform/deps.ts'
import { Providers } from '#server/identity/providers/providers.ts'
import { createWorld, type Tenant, type World } from '#server/testing/world.ts'

let database: TestDatabase
let world: World
let one: Tenant
/** A second app on the same database, as another process would run it. */
let secondProcess: { app: App; relay: Relay }

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  one = world.tenants[0]
  const { db } = world
  const tokens = await Tokens.load(db, world.secrets, () => world.clock.now)
  const hub = new Hub()
  const relay = new Relay(db, database.appUrl, hub, tokens)
  await relay.open()
  const app = await createApp({
    db,
    curricula: world.curricula,
    hub,
    tokens,
    addresses: new Addresses(db, 'https', 443),
    announce: () => {},
    files: world.files,
    secrets: world.secrets,
    pepper: world.pepper,
    providers: new Providers(db, world.secrets, { demo: false, now: () => world.clock.now }),
    now: () => world.clock.now,
  })
  secondProcess = { app, relay }
})
afterAll(async () => {
  await secondProcess.app.close()
  await secondProcess.relay.close()
  await world.close()
  await database.drop()
})

const me = async ({ token }: { token: string }) =>
  (await world.request({ url: '/v1/me', host: one.host('coach'), token })).statusCode
const meAtSecondProcess = async ({ token }: { token: string }) =>
  (
    await secondProcess.app.inject({
      url: '/v1/me',
      headers: { host: one.host('coach'), authorization: `Bearer ${token}` },
    })
  ).statusCode
const logOut = ({ refresh_token }: LoginReply, { everywhere }: { everywhere: boolean } = { everywhere: false }) =>
  world.request({
    method: 'POST',
    url: '/v1/auth/logout',
    host: one.host('coach'),
    payload: { refresh_token, everywhere },
  })

describe('the end of a session', () => {
  test('invalidates its access tokens at once, and no other session', async () => {
    const [session, otherSession] = [await world.logIn(one, 'coach'), await world.logIn(one, 'coach')]
    expect([await me(session), await me(otherSession)]).toEqual([200, 200])
    expect((await logOut(session)).statusCode).toBe(204)
    expect([await me(session), await me(otherSession)]).toEqual([401, 200])
    // Ending it twice has the same effect as once.
    expect((await logOut(session)).statusCode).toBe(204)
    expect(await me(otherSession)).toBe(200)
  })

  test('is the end of all the user’s sessions, and of no other user’s, when it is requested everywhere', async () => {
    const [session, otherSession] = [await world.logIn(one, 'coach'), await world.logIn(one, 'coach')]
    const parent = await world.logIn(one, 'parent')
    await logOut(session, { everywhere: true })
    expect([await me(session), await me(otherSession)]).toEqual([401, 401])
    const parentReply = await world.request({ url: '/v1/me', host: one.host('parent'), token: parent.token })
    expect(parentReply.statusCode).toBe(200)
    const { rows } = await world.owner.query<{ action: string }>(
      `SELECT action FROM audit_log WHERE client_id = 'one' ORDER BY id DESC LIMIT 1`,
    )
    expect(rows[0]?.action).toBe('log-out-everywhere')
  })

  test('keeps its refresh token from ending the user’s other sessions afterwards', async () => {
    const [stolen, session] = [await world.logIn(one, 'coach'), await world.logIn(one, 'coach')]
    await logOut(stolen)
    await logOut(stolen, { everywhere: true })
    expect(await me(session)).toBe(200)
  })

  test('reaches every process, also one that has seen the access token before', async () => {
    const session = await world.logIn(one, 'coach')
    expect(await meAtSecondProcess(session)).toBe(200)
    await logOut(session)
    await expect.poll(() => meAtSecondProcess(session)).toBe(401)
  })

  test('comes at once, for the thief and for the owner, when an old refresh token is used again', async () => {
    const login = await world.logIn(one, 'coach')
    const refresh = (refresh_token: string) =>
      world.request({
        method: 'POST',
        url: '/v1/auth/refresh',
        host: one.host('coach'),
        payload: { refresh_token, rotate: true },
      })
    const refreshed = (await refresh(login.refresh_token)).json<LoginReply>()
    expect(await me(refreshed)).toBe(200)
    // a minute later the old token no longer counts as a repeated request, but as stolen
    world.clock.now += 61_000
    expect((await refresh(login.refresh_token)).statusCode).toBe(401)
    expect(await me(refreshed)).toBe(401)
  })

  test('cannot be bypassed by changing the language with an old refresh token', async () => {
    const login = await world.logIn(one, 'coach')
    const changeLanguage = (refresh_token: string) =>
      world.request({
        method: 'POST',
        url: '/v1/auth/change-language',
        host: one.host('coach'),
        payload: { refresh_token, language_id: 1 },
      })
    const changed = (await changeLanguage(login.refresh_token)).json<LoginReply>()
    // a minute later the old token no longer counts as a repeated request
    world.clock.now += 61_000
    expect((await changeLanguage(login.refresh_token)).statusCode).toBe(401)
    expect((await changeLanguage(changed.refresh_token)).statusCode).toBe(401)
  })
})

test('two tabs that refresh at the same moment a thousand times, and lose every other answer, are never logged out', async () => {
  const login = await world.logIn(one, 'coach')
  // The refresh token that both tabs share.
  let stored = login.refresh_token
  const refresh = async (tab: number, round: number) => {
    const reply = await world.request({
      method: 'POST',
      url: '/v1/auth/refresh',
      host: one.host('coach'),
      payload: { refresh_token: stored, rotate: true },
    })
    if (reply.statusCode !== 200) throw new Error(`round ${round}, tab ${tab}: ${reply.body}`)
    // Every other answer is lost on its way to the tab.
    if ((round + tab) % 2 === 0) return
    stored = reply.json<LoginReply>().refresh_token
  }
  for (let round = 0; round < 1_000; round++) {
    await Promise.all([refresh(0, round), refresh(1, round)])
    world.clock.now += 1_000
  }
  const lastRefresh = await world.request({
    method: 'POST',
    url: '/v1/auth/refresh',
    host: one.host('coach'),
    payload: { refresh_token: stored },
  })
  expect(await me(lastRefresh.json<LoginReply>())).toBe(200)
}, 120_000)
