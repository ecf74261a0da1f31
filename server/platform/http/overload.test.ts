import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import { inTenant, openDatabase, type Database, type Tx } from '#server/platform/tenancy.ts'
import { createWorld, Device, type Tenant, type World } from '#server/testing/world.ts'

let database: TestDatabase
let world: World
let db: Database
let one: Tenant
let token = ''

beforeAll(async () => {
  database = await createTestDatabase()
  // There is one connection for all requests, and only a push waits for it longer than this.
  db = openDatabase(database.appUrl, /* connections */ 1, /* waitMs */ 3_000)
  world = await createWorld(database, { db })
  one = world.tenants[0]
  token = (await world.logIn(one, 'coach')).token
  expect(await requestMe()).toMatchObject({ statusCode: 200 })
})
afterAll(async () => {
  await world.close()
  await db.pool.end()
  await database.drop()
})

/** A small request of the coach. */
const requestMe = () => world.request({ url: '/v1/me', host: one.host('coach'), token })
/** What a refused request gets: status, Retry-After and error code. */
const refusalOfMe = async () => {
  const { statusCode, headers, body } = await requestMe()
  return [statusCode, headers['retry-after'], (JSON.parse(body) as { error?: string }).error]
}

test('a request that waits too long for a connection is refused with Retry-After, while a push may wait longer', async () => {
  const connection = await db.pool.connect()
  const device = new Device(world, one, token)
  const push = device.push(device.mark(one.members[0], '/stage-1/float', 3))
  expect(await refusalOfMe()).toEqual([503, '5', 'OVERLOADED'])
  connection.release()
  expect((await push).outcomes).toMatchObject([{ outcome: 'applied' }])
  expect((await requestMe()).statusCode).toBe(200)
})

test('when many requests wait for a connection, further ones are refused at once, and a push still waits', async () => {
  const connection = await db.pool.connect()
  const waiting = Array.from({ length: db.maxWaiting }, () => requestMe())
  await vi.waitUntil(() => db.pool.waitingCount === db.maxWaiting)
  const began = performance.now()
  expect(await refusalOfMe()).toEqual([503, '5', 'OVERLOADED'])
  // the others are refused after three seconds
  expect(performance.now() - began).toBeLessThan(2_000)
  const device = new Device(world, one, token)
  const push = device.push(device.mark(one.members[0], '/stage-1/glide', 3))
  connection.release()
  expect((await push).outcomes).toMatchObject([{ outcome: 'applied' }])
  expect(new Set((await Promise.all(waiting)).map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
})

test('without the database every request is answered 503, and works again as soon as the database is back', async () => {
  const url = new URL(database.ownerUrl)
  const name = url.pathname.slice(1)
  url.pathname = '/postgres'
  const operator = new pg.Client({ connectionString: url.href })
  const device = new Device(world, one, token)
  await operator.connect()
  const endConnections = () =>
    operator.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND usename <> current_user`,
      [name],
    )
  try {
    // The database goes away under an open transaction.
    const connection = await db.pool.connect()
    await connection.query('BEGIN')
    await operator.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`)
    await endConnections()
    await expect(connection.query('SELECT 1')).rejects.toThrow()
    connection.release(/* destroy */ true)
    for (const [method, path, payload] of [
      ['GET', '/v1/me', undefined],
      ['GET', '/v1/client?hostname=coach.one.test', undefined],
      ['POST', '/v1/auth/login', { client_id: 'one', type: 'coach', email: 'coach@one.example', password: 'x' }],
      [
        'POST',
        '/v1/sync/push',
        { deviceId: device.id, operations: [device.mark(one.members[0], '/stage-1/glide', 3)] },
      ],
    ] as const) {
      const host = one.host('coach')
      const reply = await world.request({ method, url: path, host, token, ...(payload ? { payload } : {}) })
      expect([path, reply.statusCode]).toEqual([path, 503])
    }
  } finally {
    await operator.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`)
    await operator.end()
  }
  expect((await requestMe()).statusCode).toBe(200)
})

test('a call that meets a time limit which the operator has set is refused with Retry-After and writes nothing', async () => {
  const name = new URL(database.ownerUrl).pathname.slice(1)
  await world.owner.query(`ALTER DATABASE ${name} SET lock_timeout = '200ms'`)
  await world.owner.query(`ALTER DATABASE ${name} SET statement_timeout = '400ms'`)
  // only new connections have the limits
  const limited = openDatabase(database.appUrl, /* connections */ 2)
  const attempt = (work: (tx: Tx) => Promise<unknown>) => inTenant(limited, one.id, 'write', work)
  const refused = { code: 'OVERLOADED', retryAfter: 5 }
  const rename = (tx: Tx) => tx.query(`UPDATE clubs SET name = 'Never' WHERE client_id = $1`, [one.id])
  try {
    await world.owner.query('BEGIN; LOCK TABLE clubs IN EXCLUSIVE MODE')
    await expect(attempt(rename)).rejects.toMatchObject(refused)
    await world.owner.query('ROLLBACK')
    await expect(
      attempt(async (tx) => {
        await rename(tx)
        await tx.query('SELECT pg_sleep(5)')
      }),
    ).rejects.toMatchObject(refused)
    const { rows } = await world.owner.query(`SELECT FROM clubs WHERE name = 'Never'`)
    expect(rows).toEqual([])
  } finally {
    await limited.pool.end()
  }
})

test('statements that were sent after one that failed for want of disk are refused like it', async () => {
  const fill = `DO $$ BEGIN RAISE 'could not extend file' USING ERRCODE = 'disk_full'; END $$`
  const attempt = inTenant(db, one.id, 'write', async (tx) => {
    // whoever waits for the second statement only hears of it first
    const filling = tx.query(fill).catch(() => null)
    await tx.query('SELECT 1')
    await filling
  })
  await expect(attempt).rejects.toMatchObject({ code: 'OVERLOADED', retryAfter: 5 })
})

test('while the disk of the database is full, what would write is refused with Retry-After and reads go on', async () => {
  await world.owner.query(
    `CREATE FUNCTION fill_disk() RETURNS trigger LANGUAGE plpgsql AS
       $$ BEGIN RAISE 'could not extend file' USING ERRCODE = 'disk_full'; END $$;
     CREATE TRIGGER fill_disk BEFORE INSERT ON assessments EXECUTE FUNCTION fill_disk()`,
  )
  const device = new Device(world, one, token)
  const op = device.mark(one.members[0], '/stage-2/turn', 3)
  const payload = { deviceId: device.id, operations: [op] }
  const reply = await world.request({
    method: 'POST',
    url: '/v1/sync/push',
    host: one.host('coach'),
    token,
    payload,
  })
  expect([reply.statusCode, reply.headers['retry-after'], reply.json<{ error: string }>().error]).toEqual([
    503,
    '5',
    'OVERLOADED',
  ])
  expect((await requestMe()).statusCode).toBe(200)
  await world.owner.query('DROP FUNCTION fill_disk CASCADE')
  expect((await device.push(op)).outcomes).toMatchObject([{ outcome: 'applied' }])
})
