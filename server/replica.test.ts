import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { request, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openServer } from '#cli/serve.ts'
import type { MemberCounts } from '#contract/members/club-members.ts'
import { startEmbedded, type Embedded } from '#db/embedded.ts'
import { migrate } from '#db/migrate.ts'
import { grantLogin } from '#db/roles.ts'
import { atPort, Postgres } from '#db/testing-postgres.ts'
import { readEnv } from '#server/env.ts'
import type { Running } from '#server/main.ts'
import { replicaReads } from '#server/platform/metrics/metrics.ts'
import { Replica, replicaUrl } from '#server/platform/replica.ts'
import { inTenant, openDatabase, type Database } from '#server/platform/tenancy.ts'
import { turnOnAllFeatures } from '#server/testing/all-features.ts'
import { enterMembers } from '#server/testing/enter-members.ts'
import { PGBOUNCER, startPgBouncer } from '#server/testing/pgbouncer.ts'
import { rungsOn } from '#server/testing/rungs.ts'
import { createWorld, SECRET, type Tenant, type World } from '#server/testing/world.ts'

// A primary and a standby that follows it by streaming, both on this machine.

let folder = ''
let database: Embedded
let appUrl = ''
let standby: Postgres
/** The superuser of the standby. */
let standbyOwner: pg.Client
let world: World
let one: Tenant
let db: Database

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rungs-replica-'))
  // as root, the database runs as another user, who must be able to enter the folder
  await chmod(folder, 0o755)
  const bin = process.env['TEST_POSTGRES_BIN']
  database = await startEmbedded({ dataDir: join(folder, 'database'), ...(bin ? { bin } : {}) })
  standby = await (await Postgres.of(join(folder, 'database', 'cluster'))).startStandby(database.url, 'standby')
  await migrate(database.url)
  appUrl = await grantLogin(database.url)
  world = await createWorld({ ownerUrl: database.url, appUrl })
  one = world.tenants[0]
  db = openDatabase(appUrl, 4)
  standbyOwner = await connectToStandby()
})
afterAll(async () => {
  await standbyOwner.end()
  await db.pool.end()
  await world.close()
  await standby.stopImmediately()
  await database.stop()
  await rm(folder, { recursive: true, force: true })
})
const caller = { type: 'admin', originalUserId: null, clubId: null } as const
const opened: Replica[] = []
beforeEach(() => replicaReads.reset())
afterEach(async () => {
  for (const replica of opened.splice(0)) await replica.close()
})

async function connectToStandby(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: atPort(database.url, standby.port) })
  client.on('error', () => {})
  await client.connect()
  return client
}

function openReplica(url = `postgres://127.0.0.1:${standby.port}`): Replica {
  const replica = new Replica(db, replicaUrl(appUrl, url), 4)
  opened.push(replica)
  return replica
}

/** How many reads the replica and the primary have served since the test began. */
async function served(): Promise<{ replica: number; primary: number }> {
  const { values } = await replicaReads.get()
  const by = (name: string) => values.find(({ labels }) => labels.by === name)?.value ?? 0
  return { replica: by('replica'), primary: by('primary') }
}

/** Where a read ran, with how many members it saw. */
async function read(replica: Replica, clientId = one.id): Promise<{ onReplica: boolean; members: number }> {
  return replica.read(
    clientId,
    async (tx) => {
      const { rows } = await tx.query<{ onReplica: boolean; members: number }>(
        'SELECT pg_is_in_recovery() AS "onReplica", count(*)::int AS members FROM members',
      )
      return rows[0] ?? { onReplica: false, members: 0 }
    },
    caller,
  )
}

async function addMember(firstname: string): Promise<void> {
  await inTenant(db, one.id, 'write', (tx) =>
    enterMembers(tx, one.id, [
      { id: crypto.randomUUID(), clubIds: [one.club], firstname, lastname: 'Morgan', dob: '2017-05-06' },
    ]),
  )
}

/** Runs `work` while the standby gets the log and does not replay it. */
async function withoutReplay(work: () => Promise<void>): Promise<void> {
  await standbyOwner.query('SELECT pg_wal_replay_pause()')
  try {
    await work()
  } finally {
    await standbyOwner.query('SELECT pg_wal_replay_resume()')
  }
}

describe('a read that the replica may serve', () => {
  test('runs there, as the application’s role, and sees one client and all that was committed before', async () => {
    const replica = openReplica()
    const before = await read(replica)
    for (let round = 1; round <= 30; round++) {
      await addMember(`Round ${round}`)
      expect((await read(replica)).members).toBe(before.members + round)
    }
    // on a busy machine, some may wait too long for the replica
    expect((await served()).replica).toBeGreaterThan(0)
    expect(await read(openReplica(), 'nobody')).toMatchObject({ members: 0 })
    expect(await replica.lag()).toBe(0)
  })

  test('runs at the primary while the replica lags, and sees what was just committed', async () => {
    const replica = openReplica()
    const before = await read(replica)
    await withoutReplay(async () => {
      await addMember('Late')
      expect(await read(replica)).toEqual({ onReplica: false, members: before.members + 1 })
      expect(await replica.lag()).toBeGreaterThan(0)
    })
  })

  test('begins again at the primary when its connection breaks in the middle', async () => {
    const replica = openReplica()
    await expect.poll(async () => (await read(openReplica())).onReplica).toBe(true)
    let runs = 0
    const reading = replica.read(
      one.id,
      async (tx) => {
        runs++
        const { rows } = await tx.query<{ inRecovery: boolean }>(
          `SELECT pg_is_in_recovery() AS "inRecovery", CASE WHEN pg_is_in_recovery() THEN pg_sleep(30) END`,
        )
        return rows[0]?.inRecovery
      },
      caller,
    )
    await expect
      .poll(async () => {
        const { rowCount } = await standbyOwner.query(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE '%pg_sleep%' AND pid <> pg_backend_pid()`,
        )
        return rowCount
      })
      .toBe(1)
    expect([await reading, runs]).toEqual([false, 2])
  })

  test('runs at the primary where the address leads to no replica of it, or to nobody', async () => {
    for (const url of [`postgres://127.0.0.1:${new URL(appUrl).port}`, 'postgres://127.0.0.1:1']) {
      const replica = openReplica(url)
      expect(await read(replica)).toMatchObject({ onReplica: false })
      expect(await replica.lag()).toBe(Infinity)
    }
    expect(await served()).toEqual({ replica: 0, primary: 2 })
  })

  test('fails where it also would at the primary', async () => {
    const replica = openReplica()
    const wrong = replica.read(one.id, (tx) => tx.query('SELECT 1 / 0'), caller)
    await expect(wrong).rejects.toThrow('division by zero')
  })

  if (PGBOUNCER !== undefined) {
    const program = PGBOUNCER
    test('runs behind PgBouncer in transaction mode too', async () => {
      const bouncer = await startPgBouncer(program, atPort(appUrl, standby.port))
      const replica = openReplica(`postgres://127.0.0.1:${new URL(bouncer.url).port}`)
      await expect.poll(async () => (await read(openReplica())).onReplica).toBe(true)
      const reads = await Promise.all(Array.from({ length: 12 }, () => read(replica)))
      expect(reads.filter(({ onReplica }) => onReplica).length).toBeGreaterThan(0)
      await bouncer.stop()
    })
  }
})

test('a write at a standby is refused for now, as after a failover whose address moved too early', async () => {
  const atStandby = openDatabase(atPort(appUrl, standby.port), 1)
  const write = inTenant(atStandby, one.id, 'write', (tx) => tx.query('DELETE FROM requests'))
  await expect(write).rejects.toMatchObject({ code: 'OVERLOADED' })
  await atStandby.pool.end()
})

describe('two servers with a replica', () => {
  let servers: Running[]
  let tokens = { club: '', scheme: '' }

  /** The paths of the routes whose reads the replica may serve. */
  const marked = new Set<string>()

  beforeAll(async () => {
    const watch = (message: unknown) =>
      (message as { fastify: FastifyInstance }).fastify.addHook('onRoute', ({ url, config }) => {
        if (config?.mayReadReplica) marked.add(url)
      })
    subscribe('fastify.initialization', watch)
    const vars = { PORT: '0', METRICS_PORT: '0', LOG_LEVEL: 'silent', STOP_DELAY: '0', DATA_DIR: folder }
    const urls = { APP_DATABASE_URL: appUrl, DATABASE_READ_URL: `postgres://127.0.0.1:${standby.port}` }
    const env = readEnv({ ...vars, ...urls, SECRET: Buffer.from(SECRET).toString() })
    servers = []
    for (let number = 0; number < 2; number++)
      servers.push((await openServer(env, /* ownerUrl */ null, /* demo */ false, folder)).running)
    unsubscribe('fastify.initialization', watch)
    await turnOnAllFeatures(world)
    tokens = { club: (await world.logIn(one, 'club')).token, scheme: (await world.logIn(one, 'scheme')).token }
  })
  afterAll(() => Promise.all(servers.map(({ close }) => close())))

  function send(
    { port }: Running,
    path: string,
    body?: object,
    portal: 'club' | 'scheme' = 'club',
  ): Promise<IncomingMessage> {
    const replied = Promise.withResolvers<IncomingMessage>()
    const headers = {
      host: one.host(portal),
      authorization: `Bearer ${tokens[portal]}`,
      'content-type': 'application/json',
    }
    const options = { hostname: '127.0.0.1', port, path, method: body ? 'POST' : 'GET', agent: false, headers }
    request(options, replied.resolve)
      .on('error', replied.reject)
      .end(body && JSON.stringify(body))
    return replied.promise
  }
  async function countMembers(server: Running): Promise<number> {
    const reply = await send(server, '/v1/members/counts')
    expect(reply.statusCode).toBe(200)
    return (JSON.parse(await text(reply)) as MemberCounts).active
  }
  const server = (number: number) => {
    const found = servers[number]
    if (!found) throw new Error(`no server ${number}`)
    return found
  }

  test('answer a change at one of them by a list at the other one that has it', async () => {
    const before = await countMembers(server(1))
    const names = ['Ann', 'Ben', 'Cai', 'Dai', 'Eva', 'Fay', 'Gil', 'Huw', 'Ifor', 'Jo']
    for (const [index, firstname] of names.entries()) {
      const member = { firstname, lastname: 'Parry', dob: '2016-03-02' }
      expect((await send(server(0), '/v1/members', member)).statusCode).toBe(201)
      expect(await countMembers(server(1))).toBe(before + index + 1)
    }
    expect((await served()).replica).toBeGreaterThan(0)
  })

  test('serve each marked route from the replica', async () => {
    const queries: Record<string, string> = { '/v1/page-views': '?from=2026-01-01&to=2026-02-01' }
    const values: Record<string, string> = { report: 'attendance', list: 'badges' }
    const isServed = async (url: string, portal: 'club' | 'scheme') => {
      const path = url.replaceAll(/:(\w+)/g, (_, name: string) => values[name] ?? '') + (queries[url] ?? '')
      const before = await served()
      const reply = await send(server(0), path, undefined, portal)
      await text(reply)
      return reply.statusCode === 200 && (await served()).replica > before.replica
    }
    expect(marked.size).toBeGreaterThan(15)
    for (const url of marked)
      // on a busy machine the primary may serve some first
      await expect
        .poll(async () => (await isServed(url, 'club')) || (await isServed(url, 'scheme')), { message: url })
        .toBe(true)
  })

  test('read at the primary when the replica is gone, and at the replica when it is back', async () => {
    await standby.stopImmediately()
    await countMembers(server(0))
    expect((await served()).primary).toBe(1)
    expect((await send(server(0), '/readyz')).statusCode).toBe(200)
    const metrics = await fetch(`http://127.0.0.1:${server(0).metricsPort}/metrics`)
    expect(await metrics.text()).toMatch(/^rungs_replica_lag_seconds \+Inf$/m)
    await standby.start()
    standbyOwner = await connectToStandby()
    await expect
      .poll(async () => {
        await countMembers(server(0))
        return (await served()).replica
      })
      .toBeGreaterThan(0)
  })
})

test('rungs doctor says how the replica is', async () => {
  const check = async (readUrl: string) => {
    const rungs = rungsOn({ ownerUrl: database.url, appUrl }, { DATABASE_READ_URL: readUrl })
    const findings = JSON.parse((await rungs('doctor', '--json')).out) as {
      check: string
      state: string
      text: string
    }[]
    const found = findings.find((finding) => finding.check === 'replica')
    return `${found?.state}: ${found?.text}`
  }
  const url = `postgres://127.0.0.1:${standby.port}`
  expect(await check('')).toBe('ok: none is named: the database serves all reads')
  expect(await check(url)).toBe('ok: has all that the database has')
  expect(await check('postgres://127.0.0.1:1')).toMatch(/^warn: does not answer: /)
  expect(await check(`postgres://127.0.0.1:${new URL(database.url).port}`)).toMatch(/^fail: .* leads to no replica/)
  await withoutReplay(async () => {
    await addMember('Unseen')
    expect(await check(url)).toMatch(/^warn: is \d+ s behind$/)
  })
})
