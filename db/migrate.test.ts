import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { Hub } from '#server/platform/events/hub.ts'
import { Relay } from '#server/platform/events/relay.ts'
import { openDatabase } from '#server/platform/tenancy.ts'
import { migrate, migrationNames, MIGRATION_LOCK } from './migrate.ts'
import { createEmptyDatabase, type TestDatabase } from './testing.ts'

let database: TestDatabase
/** A connection of somebody else. */
let other: pg.Client

beforeAll(async () => {
  database = await createEmptyDatabase()
  other = new pg.Client({ connectionString: database.ownerUrl })
  await other.connect()
})
afterAll(async () => {
  await other.end()
  await database.drop()
})

test('a migration does not wait for ever for another process, and names it', async () => {
  await other.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK])
  const { rows } = await other.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  const migrating = migrate(database.ownerUrl, { patience: { process: 200, tables: 200 } })
  await expect(migrating).rejects.toThrow(
    `the database is being migrated by process ${rows[0]?.pid} of the database, from 127.0.0.1 since `,
  )
  await other.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK])
})

test('a migration that does not get a lock lets the others go on, and is applied once it is free', async () => {
  // what the first migration writes into, held as a long query of a running server would hold a table
  await other.query('CREATE TABLE schema_migrations (name text PRIMARY KEY, at timestamptz NOT NULL DEFAULT now())')
  await other.query('BEGIN; LOCK TABLE schema_migrations IN SHARE MODE')
  const migrating = migrate(database.ownerUrl, { patience: { process: 1_000, tables: 500 } })
  const watcher = new pg.Client({ connectionString: database.ownerUrl })
  await watcher.connect()
  const waits = async () =>
    (await watcher.query(`SELECT FROM pg_locks WHERE relation = 'schema_migrations'::regclass AND NOT granted`))
      .rowCount
  // it waits, gives its place back, and waits again
  await expect.poll(waits, { interval: 5 }).toBe(1)
  await expect.poll(waits, { interval: 5 }).toBe(0)
  await other.query('COMMIT')
  await watcher.end()
  expect(await migrating).toEqual(await migrationNames())
  const { rows } = await other.query<{ name: string }>('SELECT name FROM schema_migrations ORDER BY name')
  expect(rows.map(({ name }) => name)).toEqual(await migrationNames())
})

test('a migration that meets a running request in a deadlock is tried again, and the request goes on', async () => {
  const own = await createEmptyDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'rungs-migrations-'))
  await writeFile(join(folder, '000001_begin.sql'), 'CREATE TABLE first (a int); CREATE TABLE second (a int);')
  await migrate(own.ownerUrl, { folder })
  await writeFile(
    join(folder, '000002_both.sql'),
    'ALTER TABLE first ADD b int; SELECT pg_advisory_xact_lock(1); ALTER TABLE second ADD b int;',
  )
  // only a superuser may say how long it waits before it looks for a deadlock
  const url = new URL(inject('ownerUrl'))
  url.pathname = new URL(own.ownerUrl).pathname
  const [request, watcher] = [url, url].map(({ href }) => new pg.Client({ connectionString: href }))
  if (!request || !watcher) throw new Error('no connections')
  await request.connect()
  await watcher.connect()
  await request.query(`SET deadlock_timeout = '1min'; BEGIN; SELECT FROM second`)
  await watcher.query('SELECT pg_advisory_lock(1)')
  const migrating = migrate(own.ownerUrl, { folder, patience: { process: 1_000, tables: 30_000 } })
  const waiting = async (lock: string) =>
    (await watcher.query(`SELECT FROM pg_locks WHERE ${lock} AND NOT granted`)).rowCount
  await expect.poll(() => waiting(`locktype = 'advisory' AND objid = 1`), { interval: 5 }).toBe(1)
  const requested = request.query('SELECT FROM first')
  await expect.poll(() => waiting(`relation = 'first'::regclass`), { interval: 5 }).toBe(1)
  await watcher.query('SELECT pg_advisory_unlock(1)')
  await requested
  await request.query('COMMIT')
  await migrating
  expect((await watcher.query('SELECT first.b, second.b FROM first, second')).rows).toEqual([])
  await request.end()
  await watcher.end()
  await own.drop()
  await rm(folder, { recursive: true, force: true })
})

describe('a migration that contracts the schema', () => {
  const EXPAND = '000001_add_new.sql'
  const CONTRACT = '000002_drop_old.contract.sql'
  const EARLIER = '000000_begin.sql'
  let own: TestDatabase
  let folder = ''

  beforeAll(async () => {
    own = await createEmptyDatabase()
    folder = await mkdtemp(join(tmpdir(), 'rungs-migrations-'))
    await writeFile(join(folder, EARLIER), 'CREATE TABLE things (old int);')
  })
  afterAll(async () => {
    await own.drop()
    await rm(folder, { recursive: true, force: true })
  })

  async function columns({ ownerUrl }: TestDatabase): Promise<string[]> {
    const owner = new pg.Client({ connectionString: ownerUrl })
    await owner.connect()
    const { rows } = await owner.query<{ name: string }>(
      `SELECT attname AS name FROM pg_attribute WHERE attrelid = 'things'::regclass AND attnum > 0 AND NOT attisdropped`,
    )
    await owner.end()
    return rows.map(({ name }) => name)
  }
  /** A server that knows these migrations, as far as the database sees it. */
  async function connectServer(known: readonly string[]): Promise<{ relay: Relay; close: () => Promise<void> }> {
    const db = openDatabase(own.appUrl, /* connections */ 1)
    const relay = new Relay(db, own.appUrl, new Hub(), { forget: () => {} } as never, known)
    await relay.open()
    const close = async () => {
      await relay.close()
      await db.pool.end()
    }
    return { relay, close }
  }

  test('is applied on request only, when no server of an older version is connected, and keeps those out', async () => {
    await migrate(own.ownerUrl, { folder })
    await writeFile(join(folder, EXPAND), 'ALTER TABLE things ADD new int;')
    await writeFile(join(folder, CONTRACT), 'ALTER TABLE things DROP old;')
    const older = await connectServer([EARLIER, EXPAND])
    const newer = await connectServer([EARLIER, EXPAND, CONTRACT])

    await migrate(own.ownerUrl, { folder })
    expect(await columns(own)).toEqual(['old', 'new'])
    expect([await older.relay.findFault(), await newer.relay.findFault()]).toEqual([null, null])
    await expect(migrate(own.ownerUrl, { folder, contract: true })).rejects.toThrow(
      /^a server of an older version is connected \(process \d+ of the database\): stop it first$/,
    )
    expect(await columns(own)).toEqual(['old', 'new'])

    await older.close()
    await migrate(own.ownerUrl, { folder, contract: true })
    expect(await columns(own)).toEqual(['new'])
    expect(await newer.relay.findFault()).toBe(null)
    const late = await connectServer([EARLIER, EXPAND])
    expect(await late.relay.findFault()).toBe('migrations')
    await late.close()
    await newer.close()

    // an older version has no such file
    await rm(join(folder, CONTRACT))
    await expect(migrate(own.ownerUrl, { folder })).rejects.toThrow(
      `the database is too new for this version, because of ${CONTRACT}: start the newer version`,
    )
    await writeFile(join(folder, CONTRACT), 'ALTER TABLE things DROP old;')
  })

  test('is applied at once in a new database', async () => {
    const empty = await createEmptyDatabase()
    await migrate(empty.ownerUrl, { folder })
    expect(await columns(empty)).toEqual(['new'])
    await empty.drop()
  })
})
