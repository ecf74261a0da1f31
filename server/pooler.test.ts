import { mkdtemp, rm } from 'node:fs/promises'
import { request, type IncomingMessage } from 'node:http'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openServer } from '#cli/serve.ts'
import type { LoginReply } from '#contract/identity/auth.ts'
import { MIGRATION_LOCK } from '#db/migrate.ts'
import { createEmptyDatabase, type TestDatabase } from '#db/testing.ts'
import { readEnv } from '#server/env.ts'
import type { Running } from '#server/main.ts'
import { listenUrl } from '#server/platform/pooler.ts'
import { PGBOUNCER, startPgBouncer } from '#server/testing/pgbouncer.ts'
import { rungsOn } from '#server/testing/rungs.ts'
import { createWorld, Device, SECRET, type Tenant, type World } from '#server/testing/world.ts'

const SECRET_TEXT = Buffer.from(SECRET).toString()

let database: TestDatabase
let world: World
let one: Tenant
let session: LoginReply
let dataDir = ''

beforeAll(async () => {
  database = await createEmptyDatabase()
  await rungsOn(database)('migrate')
  world = await createWorld(database)
  one = world.tenants[0]
  session = await world.logIn(one, 'coach')
  dataDir = await mkdtemp(join(tmpdir(), 'rungs-pooler-'))
})
afterAll(async () => {
  await world.close()
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
})

/** Starts a server that knows only the application's role, as `rungs serve` does without `DATABASE_URL`. */
async function start(appUrl: string, more: Record<string, string> = {}): Promise<Running> {
  const vars = { PORT: '0', LOG_LEVEL: 'silent', STOP_DELAY: '0', DATA_DIR: dataDir, SECRET: SECRET_TEXT }
  const env = readEnv({ ...vars, APP_DATABASE_URL: appUrl, ...more })
  return (await openServer(env, /* ownerUrl */ null, /* demo */ false, dataDir)).running
}

/** Sends a request of the coach. */
function send({ port }: Running, path: string, body?: object): Promise<IncomingMessage> {
  const replied = Promise.withResolvers<IncomingMessage>()
  const headers = {
    host: one.host('coach'),
    authorization: `Bearer ${session.token}`,
    'content-type': 'application/json',
  }
  const options = { hostname: '127.0.0.1', port, path, method: body ? 'POST' : 'GET', agent: false, headers }
  request(options, replied.resolve)
    .on('error', replied.reject)
    .end(body && JSON.stringify(body))
  return replied.promise
}

/** A proxy that, as a pooler does, tells connections of another process than the one that works for them. */
async function startTeller(url: string): Promise<{ url: string; server: Server }> {
  const { hostname, port } = new URL(url)
  const server = createServer((client: Socket) => {
    const database = connect(Number(port), hostname)
    client.on('error', () => database.destroy()).pipe(database)
    database.on('error', () => client.destroy())
    database.on('data', (chunk: Buffer) => {
      // the message BackendKeyData: its kind, its length of 12, process and key
      const at = chunk.indexOf(Buffer.from([0x4b, 0, 0, 0, 12]))
      if (at >= 0) chunk.writeUInt32BE(1, at + 5)
      client.write(chunk)
    })
    database.on('end', () => client.end())
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const told = new URL(url)
  told.port = String((server.address() as AddressInfo).port)
  return { url: told.href, server }
}

describe('a server without the owner of the database', () => {
  test('starts on a database that rungs migrate has prepared, and refuses any other', async () => {
    const running = await start(database.appUrl)
    const pull = await send(running, `/v1/sync/changes?club_id=${one.club}&cursor=`)
    expect(pull.statusCode).toBe(200)
    await running.close()

    await expect(start(database.appUrl, { SECRET: 'another secret that is long enough' })).rejects.toThrow(
      'SECRET is not the one this database was written with',
    )
    const empty = await createEmptyDatabase()
    await expect(start(empty.appUrl)).rejects.toThrow(
      'the database is not prepared for this version: rungs migrate, with DATABASE_URL and SECRET',
    )
    await empty.drop()
  })

  test('waits for a restore or a migration, whose work it would spoil', async () => {
    const owner = new pg.Client({ connectionString: database.ownerUrl })
    await owner.connect()
    // as a restore does until it has ended
    await owner.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK])
    const starting = start(database.appUrl)
    const countWaiting = async () =>
      (
        await owner.query(`SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = $1 AND NOT granted`, [
          MIGRATION_LOCK,
        ])
      ).rowCount
    await expect.poll(countWaiting).toBe(1)
    await owner.end()
    await (await starting).close()
  })

  test('refuses a pooler unless the database itself is named too', async () => {
    const { url, server } = await startTeller(database.appUrl)
    await expect(start(url)).rejects.toThrow('name the database itself in DATABASE_DIRECT_URL')
    await expect(start(url, { DATABASE_DIRECT_URL: url })).rejects.toThrow('DATABASE_DIRECT_URL leads to a pooler')
    expect(await listenUrl(url, database.appUrl)).toBe(database.appUrl)
    const owner = await startTeller(database.ownerUrl)
    const migrated = await rungsOn({ ownerUrl: owner.url, appUrl: url })('migrate')
    expect(migrated.error).toMatch(/^rungs: DATABASE_URL leads to a pooler: name the database itself there/)
    for (const proxy of [server, owner.server]) proxy.close()
  })
})

// not declared where PgBouncer is not installed
if (PGBOUNCER !== undefined) {
  const program = PGBOUNCER
  describe('two servers behind PgBouncer in transaction mode', () => {
    test('read, push, hear of each other’s changes, and know of a logout at the other one', async () => {
      const bouncer = await startPgBouncer(program, database.appUrl)
      const servers = await Promise.all([1, 2].map(() => start(bouncer.url, { DATABASE_DIRECT_URL: database.appUrl })))
      const [first, second] = servers
      if (!first || !second) throw new Error('no two servers')
      const stream = await send(second, '/v1/events')
      const events: string[] = []
      stream.setEncoding('utf8').on('data', (part: string) => events.push(part))
      const device = new Device(world, one, session.token)
      for (const grade of [1, 2, 3]) {
        const operations = [device.mark(one.members[0], '/stage-1/float', grade)]
        const push = await send(first, '/v1/sync/push', { deviceId: device.id, operations })
        expect(await text(push)).toContain('"applied"')
        // statements that are prepared elsewhere, on more connections than the pooler has
        const pulls = await Promise.all(
          Array.from({ length: 12 }, () => send(second, `/v1/sync/changes?club_id=${one.club}&cursor=`)),
        )
        for (const pull of pulls) expect(await text(pull)).toContain('"/stage-1/float"')
      }
      await expect.poll(() => events.join('')).toContain(one.club)
      expect((await send(first, '/v1/auth/logout', { refresh_token: session.refresh_token })).statusCode).toBeLessThan(
        300,
      )
      await expect
        .poll(async () => (await send(second, `/v1/sync/changes?club_id=${one.club}&cursor=`)).statusCode)
        .toBe(401)
      await Promise.all(servers.map(({ close }) => close()))
      await bouncer.stop()
    })
  })
}
