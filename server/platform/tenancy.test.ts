import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import type { Member } from '#contract/assessment/linked-member.ts'
import type { ChangesReply } from '#contract/assessment/sync.ts'
import { inTenant, openDatabase, type Caller } from './tenancy.ts'
import { createWorld, Device, PASSWORD, type Tenant, type World } from '#server/testing/world.ts'

let database: TestDatabase
let world: World
let one: Tenant
let two: Tenant

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  ;[one, two] = world.tenants
})
afterAll(async () => {
  await world.close()
  await database.drop()
})

describe('a host', () => {
  test('leads to its client and portal, whatever its case, port and trailing dot', async () => {
    for (const hostname of ['coach.one.test', 'COACH.One.Test:4000', 'coach.one.test.']) {
      const url = `/v1/client?hostname=${encodeURIComponent(hostname)}`
      const reply = await world.request({ url, host: one.host('coach') })
      expect(reply.json()).toMatchObject({
        id: 'one',
        portal: 'coach',
        auth_provider: 'local',
        theme_name: 'aquila',
        theme_url: '/themes/aquila.css',
      })
      expect(reply.headers['x-api-version']).toBeTruthy()
    }
  })

  test('that is unknown gets UNKNOWN_HOST', async () => {
    const reply = await world.request({ url: '/v1/client?hostname=nowhere.test', host: one.host('coach') })
    expect(reply.json()).toMatchObject({ status: 404, error: 'UNKNOWN_HOST', field: 'hostname' })
    expect((await world.request({ url: '/v1/me', host: 'nowhere.test' })).json()).toMatchObject({
      error: 'UNKNOWN_HOST',
    })
  })

  test('returns the languages of its client, and of no other', async () => {
    const languagesOf = (clientId: string) =>
      world.request({ url: `/v1/auth/languages?client_id=${clientId}`, host: one.host('coach') })
    expect((await languagesOf('one')).json()).toEqual([
      { language_id: 1, language: 'en-GB', active: 1 },
      { language_id: 2, language: 'cy-GB', active: 1 },
    ])
    const [foreign, missing] = [await languagesOf('two'), await languagesOf('three')]
    expect([foreign.statusCode, foreign.body]).toEqual([404, missing.body])
    expect((await languagesOf('No such!')).json()).toMatchObject({ status: 400, field: 'client_id' })
  })

  test('is never taken from X-Forwarded-Host of an untrusted sender', async () => {
    const { token } = await world.logIn(one, 'coach')
    const reply = await world.request({
      url: '/v1/me',
      host: one.host('coach'),
      token,
      headers: { 'x-forwarded-host': two.host('coach') },
    })
    expect(reply.statusCode).toBe(200)
  })
})

describe('a foreign id', () => {
  test('of another user answers exactly like a missing one', async () => {
    const { token } = await world.logIn(one, 'parent')
    const childrenOf = (id: string) =>
      world.request({ url: `/v1/users/${id}/members`, host: one.host('parent'), token })
    const answers = await Promise.all([two.parent, one.coach, crypto.randomUUID(), 'x'].map(childrenOf))
    for (const answer of answers) {
      expect(answer.statusCode).toBe(404)
      expect(answer.body).toBe(answers[0]?.body)
    }
  })

  test('of another club answers exactly like a missing one', async () => {
    const { token } = await world.logIn(one, 'coach')
    const pullFrom = (id: string) =>
      world.request({ url: `/v1/sync/changes?club_id=${id}`, host: one.host('coach'), token })
    const [foreign, missing] = await Promise.all([pullFrom(two.club), pullFrom(crypto.randomUUID())])
    expect(foreign?.statusCode).toBe(404)
    expect(foreign?.body).toBe(missing?.body)
  })
})

test('every request id is echoed, and one that is not plain is replaced', async () => {
  const echoOf = async (id: string) => {
    const { headers } = await world.request({
      url: '/v1/status',
      host: one.host('coach'),
      headers: { 'x-request-id': id },
    })
    return headers['x-request-id']
  }
  expect(await echoOf('abc-1')).toBe('abc-1')
  expect(await echoOf('a b\tc')).toMatch(/^[0-9a-f-]{36}$/)
})

test('an unknown path, a wrong method and a body that is too large are problems, never a 5xx', async () => {
  const { token } = await world.logIn(one, 'coach')
  const host = one.host('coach')
  expect((await world.request({ url: '/v1/nothing', host })).json()).toMatchObject({ status: 404, error: 'NOT_FOUND' })
  expect((await world.request({ method: 'DELETE', url: '/v1/me', host })).statusCode).toBe(404)
  const huge = await world.request({
    method: 'POST',
    url: '/v1/sync/push',
    host,
    token,
    payload: { deviceId: 'x'.repeat(300_000), operations: [] },
  })
  expect(huge.json()).toMatchObject({ status: 413, error: 'PAYLOAD_TOO_LARGE' })
})

describe('the changes that a device pulls', () => {
  const pull = async (token: string, cursor = '') => {
    const url = `/v1/sync/changes${cursor ? `?cursor=${cursor}` : ''}`
    return (await world.request({ url, host: one.host('coach'), token })).json<ChangesReply>()
  }

  test('are all groups, members and results of the coach at first, then only new changes', async () => {
    const { token } = await world.logIn(one, 'coach')
    const full = await pull(token)
    expect(full).toMatchObject({ from: '', reload: false, more: false })
    expect(full.changes.map(({ kind }) => kind).sort()).toEqual([
      'group',
      'group_member',
      'group_member',
      'member',
      'member',
    ])
    expect(full.changes.find(({ key }) => key === one.members[0])?.data).toMatchObject({
      firstname: 'Siân',
      medical: 'Asthma',
    })
    const secondPull = await pull(token, full.cursor)
    expect(secondPull.changes).toEqual([])
    const device = new Device(world, one, token)
    await device.push(device.mark(one.members[0], '/stage-1/float', 2))
    const next = await pull(token, secondPull.cursor)
    expect(next.changes).toMatchObject([
      { kind: 'result', data: { nodeId: '/stage-1/float', grade: 2, pass: 3, authorName: 'Anna Pritchard' } },
    ])
    expect((await pull(token, next.cursor)).changes).toEqual([])
  })

  test('tell the device to load all data anew when its cursor is of another club, scope or epoch, from the future, or no cursor', async () => {
    const { token } = await world.logIn(one, 'coach')
    const { cursor } = await pull(token)
    type CursorParts = [clubId: string, rev: number, kind: string, key: string, scope: string, epoch: string]
    const parts = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as CursorParts
    const forge = (change: (forged: CursorParts) => void) => {
      const forged: CursorParts = [...parts]
      change(forged)
      return Buffer.from(JSON.stringify(forged)).toString('base64url')
    }
    for (const forgedCursor of [
      forge((forged) => (forged[1] += 999)),
      forge((forged) => (forged[4] = 'x')),
      forge((forged) => (forged[5] = crypto.randomUUID())),
      forge((forged) => (forged[0] = two.club)),
      'rubbish',
    ]) {
      expect(await pull(token, forgedCursor)).toMatchObject({ reload: true, changes: [] })
    }
  })

  test('are announced to the club and to the linked parents', async () => {
    const { token } = await world.logIn(one, 'coach')
    const device = new Device(world, one, token)
    world.announced.length = 0
    await device.push(device.mark(one.members[0], '/stage-1/kick', 1))
    expect(world.announced).toMatchObject([{ clientId: 'one', parents: [[one.parent, one.members[0]]] }])
    expect(world.announced[0]?.clubs[0]?.[0]).toBe(one.club)
  })
})

test('two tenants that send requests at the same moment never see a row of each other', async () => {
  const logins = await Promise.all(
    world.tenants.map(async (tenant) => ({ tenant, token: (await world.logIn(tenant, 'parent')).token })),
  )
  const wrongIds: string[] = []
  await Promise.all(
    Array.from({ length: 200 }, async (_, n) => {
      const login = logins[n % 2]
      if (!login) return
      const reply = await world.request({
        url: `/v1/users/${login.tenant.parent}/members?with_groups=1`,
        host: login.tenant.host('parent'),
        token: login.token,
      })
      const ids = reply
        .json<{ uuid: string; groups: { id: string }[] }[]>()
        .flatMap((member) => [member.uuid, ...member.groups.map((group) => group.id)])
      for (const id of ids) if (![...login.tenant.members, login.tenant.group].includes(id)) wrongIds.push(id)
      // two children, each with its group
      if (ids.length !== 4) wrongIds.push(`not four ids: ${ids.length}`)
    }),
  )
  expect(wrongIds).toEqual([])
})

test('a parent’s overview is answered with 304 until something about the children changes', async () => {
  const parent = await world.logIn(one, 'parent')
  const loadOverview = (etag?: string) =>
    world.request({
      url: `/v1/users/${one.parent}/members?with_progress=1`,
      host: one.host('parent'),
      token: parent.token,
      headers: etag === undefined ? {} : { 'if-none-match': etag },
    })
  const first = await loadOverview()
  const etag = String(first.headers.etag)
  expect([(await loadOverview(etag)).statusCode, (await loadOverview(etag)).body]).toEqual([304, ''])
  const coach = await world.logIn(one, 'coach')
  const device = new Device(world, one, coach.token)
  await device.push(device.mark(one.members[1], '/stage-1/dive', 1))
  const changed = await loadOverview(etag)
  expect(changed.statusCode).toBe(200)
  const beca = changed.json<Member[]>().find(({ uuid }) => uuid === one.members[1])
  expect(beca?.scores?.['swim']?.['/stage-1/dive']?.grade).toBe(1)
  await world.owner.query(`DELETE FROM member_links WHERE client_id = 'one' AND member_id = $1`, [one.members[0]])
  expect((await loadOverview(String(changed.headers.etag))).json()).toHaveLength(1)
})

describe('curricula', () => {
  test('are sent in the language of the session, and answered with 304 when the ETag still matches', async () => {
    const reply = await world.request({
      method: 'POST',
      url: '/v1/auth/login',
      host: one.host('coach'),
      payload: {
        client_id: 'one',
        type: 'coach',
        // Welsh
        language_id: 2,
        email: 'coach@one.example',
        password: PASSWORD,
      },
    })
    const asCoach = { host: one.host('coach'), token: reply.json<{ token: string }>().token }
    const welsh = await world.request({ ...asCoach, url: '/v1/curriculum/swim' })
    expect(welsh.json()).toMatchObject({
      name: 'Nofio',
      language: 'cy',
      tree: [{ id: '/stage-1', title: 'cy-stage-1', t: 'l' }, { completion_type: 'manual' }],
    })
    const unchanged = await world.request({
      ...asCoach,
      url: '/v1/curriculum/swim',
      headers: { 'if-none-match': String(welsh.headers.etag) },
    })
    expect([unchanged.statusCode, unchanged.body]).toEqual([304, ''])
    expect((await world.request({ ...asCoach, url: '/v1/curriculum/nothing' })).statusCode).toBe(404)
    const schemes = await world.request({ ...asCoach, url: '/v1/schemes' })
    expect(schemes.json()).toMatchObject([{ slug: 'swim', name: 'Nofio' }])
    expect((await world.request({ ...asCoach, url: '/v1/schemes/swim/grades' })).json()).toMatchObject([
      { grade: 1, pass: 1 },
      { grade: 3, pass: 3, labels: ['Amh.', 'Gweddol', 'Da', 'Pasio'] },
    ])
  })
})

describe('a connection that breaks in the middle of a transaction', () => {
  // If nobody listened for the connection's error, it would end the process, here the test run.
  test('fails only that transaction, and the next one gets another connection', async () => {
    const transaction = inTenant(world.db, one.id, 'write', async (tx) => {
      const { rows } = await tx.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
      await world.owner.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid])
      // The connection breaks between two statements, when no query can report it.
      await expect
        .poll(
          async () => (await world.owner.query('SELECT FROM pg_stat_activity WHERE pid = $1', [rows[0]?.pid])).rowCount,
        )
        .toBe(0)
      // The error of the connection arrives before the next statement.
      await new Promise((resolve) => setImmediate(resolve))
      return tx.query('SELECT 1')
    })
    await expect(transaction).rejects.toThrow()
    const next = await inTenant(world.db, one.id, 'read', (tx) => tx.query('SELECT 1'))
    expect(next.rowCount).toBe(1)
  })
})

test('a reading transaction is not compiled just in time, cannot write, and leaves the connection as it was', async () => {
  const db = openDatabase(database.appUrl, /* connections */ 1)
  const setting = async (mode: 'read' | 'write', name: string) => {
    const { rows } = await inTenant(db, one.id, mode, (tx) =>
      tx.query<{ value: string }>(`SELECT current_setting('${name}') AS value`),
    )
    return rows[0]?.value
  }
  expect(await setting('read', 'jit')).toBe('off')
  expect(await setting('read', 'transaction_read_only')).toBe('on')
  const { rows: usual } = await db.pool.query<{ jit: string }>('SHOW jit')
  expect(await setting('write', 'jit')).toBe(usual[0]?.jit)
  expect(await setting('write', 'transaction_read_only')).toBe('off')
  await db.pool.end()
})

test('a transaction has its tenant and caller, as they are written, and the next one on the connection has neither', async () => {
  const caller = { type: 'coach' as const, originalUserId: one.coach, clubId: `o'n\\e"; COMMIT` }
  const db = openDatabase(database.appUrl, /* connections */ 1)
  const settings = (of: Caller | null) =>
    inTenant(
      db,
      'one',
      'read',
      async (tx) => {
        const { rows } = await tx.query<{ settings: string[] }>(
          `SELECT array_agg(coalesce(current_setting('app.' || name, true), '') ORDER BY place) AS settings
           FROM unnest('{client,user_type,original,club}'::text[]) WITH ORDINALITY setting (name, place)`,
        )
        return rows[0]?.settings
      },
      of,
    )
  expect(await settings(caller)).toEqual(['one', 'coach', one.coach, caller.clubId])
  expect(await settings(null)).toEqual(['one', '', '', ''])
  expect((await db.pool.query(`SELECT current_setting('app.client') AS client`)).rows).toEqual([{ client: '' }])
  await db.pool.end()
})

test.each([false, true])(
  'a transaction that leaves undone what a statement needs is rolled back (sent with the commit: %s)',
  async (withCommit) => {
    const insert = inTenant(world.db, one.id, 'write', async (tx, sendWithCommit) => {
      const write = () => {
        tx.undone.add('index-members')
        return tx.query(
          `INSERT INTO members (client_id, id, firstname, lastname) VALUES ('one', $1, 'Left', 'Undone')`,
          [crypto.randomUUID()],
        )
      }
      await (withCommit ? sendWithCommit(write) : write())
    })
    await expect(insert).rejects.toThrow('the transaction lacks index-members')
    const { rows } = await world.owner.query(`SELECT FROM members WHERE lastname = 'Undone'`)
    expect(rows).toEqual([])
  },
)
