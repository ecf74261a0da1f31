import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '#db/migrate.ts'
import { createEmptyDatabase, type TestDatabase } from '#db/testing.ts'
import { refused, rungsOn } from '#server/testing/rungs.ts'

let database: TestDatabase
let dataDir: string
/** A connection of somebody else. */
let other: pg.Client

beforeAll(async () => {
  database = await createEmptyDatabase()
  dataDir = await mkdtemp(join(tmpdir(), 'rungs-backup-'))
  await migrate(database.ownerUrl)
  other = new pg.Client({ connectionString: database.ownerUrl })
  await other.connect()
})
afterAll(async () => {
  await other.end()
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
})

test('a backup beside a migration, which may write a table anew, fails instead of leaving the rows of the table out', async () => {
  const rungs = rungsOn(database, { DATA_DIR: dataDir })
  await rungs('client', 'create', 'one', 'One', '--domain', 'one.test')
  await other.query('BEGIN')
  await other.query(`ALTER TABLE clients ALTER name TYPE varchar(500)`)
  await other.query(`INSERT INTO schema_migrations (name) VALUES ('999999_later.sql')`)
  const watcher = new pg.Client({ connectionString: database.ownerUrl })
  await watcher.connect()
  const making = rungs('backup')
  const waiting = async () =>
    (await watcher.query(`SELECT FROM pg_locks WHERE relation = 'clients'::regclass AND NOT granted`)).rowCount
  // the dump, and who counts its rows
  await expect.poll(waiting, { interval: 20, timeout: 20_000 }).toBe(2)
  await other.query('COMMIT')
  await watcher.end()
  expect(await making).toEqual(refused('the database was migrated while it was dumped: make the backup again'))
  expect(await readdir(join(dataDir, 'backups'))).toEqual([])
  expect((await rungs('backup')).out).toContain(' rows of ')
})
