import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
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
  const migrating = migrate(database.ownerUrl, { process: 200, tables: 200 })
  await expect(migrating).rejects.toThrow(
    `the database is being migrated by process ${rows[0]?.pid} of the database, from 127.0.0.1 since `,
  )
  await other.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK])
})

test('a migration that does not get a lock lets the others go on, and is applied once it is free', async () => {
  // what the first migration writes into, held as a long query of a running server would hold a table
  await other.query('CREATE TABLE schema_migrations (name text PRIMARY KEY, at timestamptz NOT NULL DEFAULT now())')
  await other.query('BEGIN; LOCK TABLE schema_migrations IN SHARE MODE')
  const migrating = migrate(database.ownerUrl, { process: 1_000, tables: 50 })
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
