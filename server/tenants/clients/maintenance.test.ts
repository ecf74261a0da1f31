import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import { maintenance } from '../../../cli/maintenance.ts'
import { createWorld, type Tenant, type World } from '#server/testing/world.ts'

let database: TestDatabase
let world: World
let one: Tenant
let two: Tenant

/** A server learns of maintenance when its cached state is five seconds old. */
const AFTER_CACHE_MS = 5_001

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  ;[one, two] = world.tenants
})
afterAll(async () => {
  await world.close()
  await database.drop()
})
afterEach(() => runMaintenance('off', 'all'))

/** Runs `rungs maintenance`, and lets as much time pass as a server may take to learn of it. */
async function runMaintenance(...args: string[]): Promise<string> {
  const output = await maintenance(args, database.appUrl)
  world.clock.now += AFTER_CACHE_MS
  return output
}
const get = (url: string, accepted = 'en-GB', host = one.host('parent')) =>
  world.request({ url, host, headers: { 'accept-language': accepted } })

describe('maintenance', () => {
  test('answers every request to the client with 540, whoever asks, and describes the client', async () => {
    const { token } = await world.logIn(one, 'coach')
    await runMaintenance('on', 'one', '--title', 'en-GB=Back at eight', '--description', 'en-GB=We move house.')
    const calls = [
      { url: '/v1/status', host: one.host('coach') },
      { url: '/v1/me', host: one.host('coach'), token },
      { url: '/v1/me', host: one.host('coach') },
      { url: '/v1/nothing', host: one.host('scheme') },
      { method: 'POST' as const, url: '/v1/auth/login', host: one.host('parent'), payload: {} },
      { url: `/v1/client?hostname=${one.host('club')}`, host: one.host('club') },
    ]
    for (const call of calls) {
      const reply = await world.request({ ...call, headers: { 'x-request-id': 'mine-1' } })
      expect(reply.statusCode, call.url).toBe(540)
      expect(reply.json()).toMatchObject({
        status: 540,
        error: 'MAINTENANCE',
        maintenance_mode: 1,
        title: 'Back at eight',
        description: 'We move house.',
        client: { id: 'one', theme_url: '/themes/aquila.css' },
      })
      expect(reply.headers).toMatchObject({ 'x-request-id': 'mine-1', 'cache-control': 'no-store' })
    }
  })

  test('does not affect other clients, or requests at the host of no portal', async () => {
    await runMaintenance('on', 'one')
    expect((await get('/v1/status', 'en-GB', two.host('parent'))).statusCode).toBe(200)
    expect((await get('/v1/status', 'en-GB', 'localhost')).statusCode).toBe(200)
    expect((await get('/v1/me', 'en-GB', 'nowhere.test')).json()).toMatchObject({ error: 'UNKNOWN_HOST' })
  })

  test('answers in the caller’s language, otherwise in the client’s first; without texts the portal uses its own', async () => {
    const words = ['--title', 'en-GB=Soon', '--title', 'cy-GB=Cyn hir', '--description', 'cy-GB=Arhoswch']
    await runMaintenance('on', 'one', ...words)
    const readTexts = async (accepted: string) =>
      (await get('/v1/status', accepted)).json<{ title: string; description: string }>()
    expect(await readTexts('cy-GB')).toMatchObject({ title: 'Cyn hir', description: 'Arhoswch' })
    expect(await readTexts('fr-FR,cy;q=0.8,en;q=0.2')).toMatchObject({ title: 'Cyn hir' })
    for (const accepted of ['en', 'de-DE', '*', '', ';;q=,', 'en-GB;q=0'])
      expect(await readTexts(accepted), accepted).toMatchObject({ title: 'Soon', description: '' })
    await runMaintenance('on', 'one')
    expect(await readTexts('cy-GB')).toMatchObject({ title: '', description: '' })
  })

  test('can be begun and ended for one client or all, is in the audit log, and needs valid arguments', async () => {
    const status = async () =>
      (await Promise.all([one, two].map((tenant) => get('/v1/status', 'en-GB', tenant.host('club'))))).map(
        ({ statusCode }) => statusCode,
      )
    expect(await runMaintenance('on', 'all')).toContain('one, two')
    expect(await status()).toEqual([540, 540])
    await runMaintenance('off', 'one')
    expect(await status()).toEqual([200, 540])
    await runMaintenance('off', 'all')
    expect(await status()).toEqual([200, 200])
    const { rows } = await world.owner.query<{ action: string }>(
      `SELECT action FROM audit_log WHERE client_id = 'one' AND action LIKE 'maintenance%' ORDER BY id DESC LIMIT 2`,
    )
    expect(rows.map((row) => row.action)).toEqual(['maintenance-off', 'maintenance-on'])
    for (const wrongArgs of [
      [],
      ['on'],
      ['stop', 'one'],
      ['on', 'three'],
      ['on', 'one', '--title', 'Soon'],
      ['off', 'one', 'x'],
    ])
      await expect(runMaintenance(...wrongArgs), wrongArgs.join(' ')).rejects.toThrow()
  })
})

describe('maintenance begun by an author', () => {
  let token = ''
  beforeAll(async () => {
    token = (await world.logIn(one, 'scheme')).token
  })
  const callMaintenance = (
    method: 'GET' | 'PUT' | 'DELETE',
    payload?: object,
    caller = { host: one.host('scheme'), token },
  ) => world.request({ method, url: '/v1/maintenance', ...caller, ...(payload ? { payload } : {}) })
  const letCacheExpire = () => (world.clock.now += AFTER_CACHE_MS)
  const statuses = () =>
    Promise.all(
      (['parent', 'coach', 'club', 'scheme'] as const).map(
        async (portal) => (await get('/v1/status', 'cy-GB', one.host(portal))).statusCode,
      ),
    )

  test('closes the other portals with a text in each language, and is ended in the scheme portal', async () => {
    expect((await callMaintenance('GET')).json()).toEqual({ on: false, since_ts: null, by: null, texts: {} })
    const texts = { 'en-GB': { title: 'Soon' }, 'cy-GB': { title: 'Cyn hir', description: 'Arhoswch\nyno' } }
    expect((await callMaintenance('PUT', { texts })).json()).toMatchObject({
      on: true,
      by: expect.any(String) as string,
      texts,
    })
    letCacheExpire()
    expect(await statuses()).toEqual([540, 540, 540, 200])
    expect((await get('/v1/status', 'cy-GB')).json()).toMatchObject({ title: 'Cyn hir', description: 'Arhoswch\nyno' })
    expect((await world.request({ host: one.host('scheme'), token, url: '/v1/attention' })).json()).toMatchObject({
      maintenance: 1,
    })
    // Authors can still log in there.
    expect((await world.logIn(one, 'scheme')).token).not.toBe('')
    expect((await callMaintenance('DELETE')).json()).toMatchObject({ on: false })
    letCacheExpire()
    expect(await statuses()).toEqual([200, 200, 200, 200])
    const { rows } = await world.owner.query(
      `SELECT user_id, action FROM audit_log WHERE client_id = 'one' AND action LIKE 'maintenance%' ORDER BY id DESC LIMIT 2`,
    )
    expect(rows).toEqual([
      { user_id: one.author, action: 'maintenance-off' },
      { user_id: one.author, action: 'maintenance-on' },
    ])
  })

  test('cannot end or change an operator’s maintenance, which closes the scheme portal too', async () => {
    await callMaintenance('PUT', { texts: {} })
    await maintenance(['on', 'one', '--title', 'en-GB=Ours'], database.appUrl)
    // This server still has the author's maintenance in its cache, so it does not answer 540 here; the writes read the
    // database.
    expect((await callMaintenance('PUT', { texts: {} })).statusCode).toBe(403)
    expect((await callMaintenance('DELETE')).json()).toMatchObject({ on: true, by: null })
    letCacheExpire()
    expect(await statuses()).toEqual([540, 540, 540, 540])
    await runMaintenance('off', 'all')
    expect(await statuses()).toEqual([200, 200, 200, 200])
  })

  test('may be begun only by authors, and an invalid text is refused with the name of its field', async () => {
    for (const portal of ['parent', 'coach', 'club'] as const) {
      const caller = { host: one.host(portal), token: (await world.logIn(one, portal)).token }
      for (const [method, payload] of [['GET'], ['PUT', { texts: {} }], ['DELETE']] as const)
        expect((await callMaintenance(method, payload, caller)).statusCode, portal).toBe(403)
    }
    const withoutToken = { host: one.host('scheme'), token: '' }
    expect((await callMaintenance('PUT', { texts: {} }, withoutToken)).statusCode).toBe(401)
    for (const [texts, field] of [
      [{ english: {} }, 'texts/english'],
      [{ 'en-GB': { title: ' ' } }, 'texts/en-GB/title'],
      [{ 'en-GB': { title: 'x'.repeat(201) } }, 'texts/en-GB/title'],
      [{ 'en-GB': { text: 'x' } }, 'texts/en-GB/text'],
    ] as const)
      expect((await callMaintenance('PUT', { texts })).json()).toMatchObject({ status: 400, field })
  })
})
