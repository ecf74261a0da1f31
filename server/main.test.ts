import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { Agent, request, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '#db/migrate.ts'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import { readEnv } from '#server/env.ts'
import { serve, type Running } from '#server/main.ts'
import { MailServer } from '#server/testing/mail-server.ts'
import { createWorld, Device, type Tenant, type World } from '#server/testing/world.ts'

let database: TestDatabase
let world: World
let one: Tenant
let token = ''
let migrations: string[]
/** The folder of the portals' pages and of the servers' data. */
let root = ''
const running = new Set<Running>()

beforeAll(async () => {
  database = await createTestDatabase()
  migrations = await migrate(database.ownerUrl)
  world = await createWorld(database)
  one = world.tenants[0]
  token = (await world.logIn(one, 'coach')).token
  root = await mkdtemp(join(tmpdir(), 'rungs-serve-'))
  await writeFile(join(root, 'coach.html'), 'the page of coaches')
})
afterAll(async () => {
  await Promise.all([...running].map(({ close }) => close()))
  await world.close()
  await database.drop()
  await rm(root, { recursive: true, force: true })
})

/** Starts the server as `rungs serve` does, but in the process of this test. `known` are the migrations of its version. */
async function start(stopDelay = '0', known = migrations, more: Record<string, string> = {}): Promise<Running> {
  const { ownerUrl, appUrl } = database
  const env = readEnv({
    PORT: '0',
    DATABASE_URL: ownerUrl,
    LOG_LEVEL: 'silent',
    STOP_DELAY: stopDelay,
    METRICS_PORT: '0',
    DATA_DIR: join(root, 'data'),
    ...more,
  })
  const server = await serve(env, appUrl, /* demo */ null, world.secrets, known, root)
  running.add(server)
  return server
}
async function stop(server: Running): Promise<void> {
  running.delete(server)
  await server.close()
}

interface Answer {
  status: number | undefined
  text: string
}

/** Sends a request to a server, of the coach unless another host is named: a POST when there is a body, else a GET. */
async function send(
  { port }: Running,
  path: string,
  { body, host = one.host('coach'), agent }: { body?: object; host?: string; agent?: Agent } = {},
): Promise<Answer> {
  const answered = Promise.withResolvers<Answer>()
  const options = {
    hostname: '127.0.0.1',
    port,
    path,
    method: body ? 'POST' : 'GET',
    agent: agent ?? false,
    headers: { host, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  }
  const sent = request(options, (reply: IncomingMessage) => {
    let text = ''
    reply.setEncoding('utf8').on('data', (part: string) => (text += part))
    reply.on('end', () => answered.resolve({ status: reply.statusCode, text })).on('error', answered.reject)
  })
  sent.on('error', answered.reject).end(body && JSON.stringify(body))
  return answered.promise
}
/** The body of a push of one mark. */
const pushOf = (device: Device, grade: number) => ({
  deviceId: device.id,
  operations: [device.mark(one.members[0], '/stage-1/float', grade)],
})
/** Whether the server is ready, and if not, why. */
async function readiness(server: Running): Promise<[status: number | undefined, why: string | undefined]> {
  const { status, text } = await send(server, '/readyz', { host: 'balancer.internal' })
  return [status, (JSON.parse(text) as { why?: string }).why]
}

test('a server that stops answers the requests under way, tells streams when to come back, and accepts no more', async () => {
  const server = await start()
  const stream = send(server, '/v1/events')
  await world.owner.query('BEGIN; LOCK TABLE assessments IN EXCLUSIVE MODE')
  const push = send(server, '/v1/sync/push', { body: pushOf(new Device(world, one, token), 3) })
  const waiting = async () => {
    const { rowCount } = await world.owner.query(
      `SELECT FROM pg_locks WHERE NOT granted AND relation = 'assessments'::regclass`,
    )
    return rowCount
  }
  await expect.poll(waiting, { timeout: 10_000 }).toBe(1)
  const stopped = stop(server)
  await expect.poll(async () => send(server, '/healthz').catch((error: Error) => error.message)).toContain('REFUSED')
  expect((await stream).text).toMatch(/^data: .*\n\nretry: [1-5]\d{3}\n\n$/)
  await world.owner.query('ROLLBACK')
  expect(await push).toMatchObject({ status: 200, text: expect.stringContaining('"applied"') as string })
  await stopped
})

test('a server sends at once the mail that another process has queued', async () => {
  const mailServer = await MailServer.open()
  const server = await start('0', migrations, { SMTP_URL: mailServer.url, MAIL_FROM: 'club@one.example' })
  // the application of the world is another process, which sends nothing
  const askReset = () =>
    world.request({
      method: 'POST',
      url: '/v1/auth/reset-password',
      host: one.host('parent'),
      payload: { email: 'parent@one.example', client_id: one.id, app_id: 'parent' },
    })
  expect((await askReset()).statusCode).toBe(204)
  await expect.poll(() => mailServer.arrived.length, { timeout: 10_000 }).toBe(1)
  // the server has looked, and found nothing more
  expect((await askReset()).statusCode).toBe(204)
  await expect.poll(() => mailServer.arrived.length, { timeout: 10_000, interval: 20 }).toBe(2)
  await stop(server)
  await mailServer.close()
})

test('two servers restart in turn under load, and no request is cut', async () => {
  const servers = [await start('0.5'), await start('0.5')]
  let ready = servers
  const balancer = { stopped: false }
  const watching = (async () => {
    while (!balancer.stopped) {
      const answers = await Promise.all(servers.map((server) => readiness(server).catch(() => [0])))
      ready = servers.filter((_server, index) => answers[index]?.[0] === 200)
      await pause(20)
    }
  })()
  let [turn, answered] = [0, 0]
  const failures: unknown[] = []
  const agent = new Agent({ keepAlive: true })
  const load = async () => {
    const device = new Device(world, one, token)
    while (!balancer.stopped) {
      const server = ready[turn++ % ready.length]
      if (!server) {
        await pause(20)
        continue
      }
      const [path, body] = turn % 3 === 0 ? ['/v1/sync/push', pushOf(device, turn % 4)] : ['/v1/me', undefined]
      await send(server, path, { agent, ...(body ? { body } : {}) }).then(
        ({ status }) => (status === 200 ? answered++ : failures.push(status)),
        (error: unknown) => failures.push(error),
      )
    }
  }
  const clients = Array.from({ length: 8 }, load)
  for (const old of servers.slice()) {
    const enough = answered + 100
    await expect.poll(() => answered > enough && ready.length === 2, { timeout: 20_000 }).toBe(true)
    await stop(old)
    servers.splice(servers.indexOf(old), 1, await start('0.5'))
  }
  balancer.stopped = true
  await Promise.all([watching, ...clients])
  agent.destroy()
  expect([failures, answered > 200]).toEqual([[], true])
})

test('a server says at any host that it is alive and ready, and no portal answers to other paths of that kind', async () => {
  const server = await start()
  expect(await send(server, '/healthz', { host: '10.0.0.7' })).toEqual({ status: 200, text: '{"status":"alive"}' })
  expect(await readiness(server)).toEqual([200, undefined])
  expect(await send(server, '/groups')).toEqual({ status: 200, text: 'the page of coaches' })
  for (const path of ['/livez', '/health?full=1', '/metrics', '/readyz/database'])
    expect([path, (await send(server, path)).status]).toEqual([path, 404])
  await stop(server)
})

test('a server is not ready while it stops, without its database, or when the database lacks a migration', async () => {
  const newer = await start('0', [...migrations, '999999_of_a_newer_version.sql'])
  expect(await readiness(newer)).toEqual([503, 'migrations'])
  await stop(newer)

  const server = await start('0.5')
  const url = new URL(database.ownerUrl)
  const name = url.pathname.slice(1)
  url.pathname = '/postgres'
  const operator = new pg.Client({ connectionString: url.href })
  await operator.connect()
  try {
    await operator.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`)
    await operator.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND usename LIKE 'rungs_app%'`,
      [name],
    )
    await expect.poll(() => readiness(server)).toEqual([503, 'database'])
    expect((await send(server, '/healthz')).status).toBe(200)
  } finally {
    await operator.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`)
    await operator.end()
  }
  await expect.poll(() => readiness(server), { timeout: 10_000 }).toEqual([200, undefined])
  const stopped = stop(server)
  expect(await readiness(server)).toEqual([503, 'stopping'])
  await stopped
})

test('the metrics are on a port of their own and count requests, edits and the connections of the database', async () => {
  const server = await start()
  await send(server, '/v1/sync/push', { body: pushOf(new Device(world, one, token), 2) })
  await send(server, '/v1/me', { host: one.host('club') })
  const metricsUrl = `http://127.0.0.1:${server.metricsPort}/metrics`
  const metrics = async () => (await fetch(metricsUrl)).text()
  // a request is counted when its reply has left, which may be after it has arrived
  await expect.poll(metrics).toMatch(/_count\{method="GET",route="\/v1\/me",status="4\d\d"\} [1-9]/)
  const text = await metrics()
  expect(text).toMatch(/_count\{method="POST",route="\/v1\/sync\/push",status="200"\} [1-9]/)
  expect(text).toMatch(new RegExp(`rungs_client_requests_total\\{client="${one.id}"\\} [1-9]`))
  expect(text).toMatch(/rungs_sync_operations_total\{outcome="applied"\} [1-9]/)
  expect(text).toMatch(/rungs_sync_lag_seconds_count [1-9]/)
  expect(text).toMatch(/rungs_database_connections\{state="idle"\} [1-9]/)
  expect(text).toMatch(/rungs_data_disk_bytes\{of="available"\} \d{6,}/)
  expect(text).toMatch(/rungs_worker_last_round_timestamp_seconds\{work="background"\} \d+/)
  expect(text).not.toMatch(/^rungs_last_backup_timestamp_seconds [1-9]/m)
  await world.owner.query(`UPDATE installation SET last_backup_at = '2026-11-26T02:30:00Z'`)
  expect(await metrics()).toMatch(/^rungs_last_backup_timestamp_seconds 1795660200$/m)
  expect((await fetch(metricsUrl.replace('/metrics', '/'))).status).toBe(404)
  await stop(server)
  await expect(fetch(metricsUrl)).rejects.toThrow('fetch failed')
})
