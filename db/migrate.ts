import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { compareMigrations, isContract, numberOf, refuseTooNew } from '#server/platform/migration-names.ts'
import { isPooled } from '#server/platform/pooler.ts'
import { SERVER_NAME } from '#server/platform/events/relay.ts'
import { ensureBackupPolicies } from './backup/policy.ts'

const MIGRATIONS = fileURLToPath(new URL('./migrations/', import.meta.url))

/** The advisory lock that lets only one process at a time migrate a database. The number is arbitrary. */
export const MIGRATION_LOCK = 7_214_301

/** The names of the migrations of this version, in order. */
export async function migrationNames(folder = MIGRATIONS): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
}

/** How long a migration waits for others, in ms. */
interface Patience {
  /** For another process that migrates the same database. */
  process: number
  /** For the locks of tables that running servers use. Meanwhile their requests wait too, so it is short. */
  tables: number
}

const PATIENCE: Patience = { process: 120_000, tables: 4_000 }
/** Tries of a migration that does not get its locks, and the pause between them in ms. */
const [TRIES, RETRY_MS] = [10, 1_000]
const hasCode = (error: unknown, ...codes: string[]) =>
  error instanceof pg.DatabaseError && codes.includes(error.code ?? '')
const isLockTimeout = (error: unknown) => hasCode(error, '55P03')
/** A deadlock with a request, which holds a table that the migration needs and waits for one that the migration has. */
const isDeadlock = (error: unknown) => hasCode(error, '40P01')

interface MigrateOptions {
  patience?: Patience
  /** Applies the migrations that contract the schema too, for which servers of the previous version must have ended. */
  contract?: boolean
  /** Where the files are. */
  folder?: string
}

/**
 * Migrates the database at `ownerUrl`: runs each file of `migrations/` once, in order, each in its own transaction.
 * Several processes may call it at once, also beside running servers. Those that contract the schema wait for
 * `contract`, but in a new database nobody works yet. Returns the names of all files.
 */
export async function migrate(
  ownerUrl: string,
  { patience = PATIENCE, contract = false, folder = MIGRATIONS }: MigrateOptions = {},
): Promise<string[]> {
  const db = new pg.Client({ connectionString: ownerUrl })
  await db.connect()
  try {
    // the lock below belongs to a connection, which a pooler would give to somebody else
    if (await isPooled(db))
      throw new Error(
        'DATABASE_URL leads to a pooler: name the database itself there, and the pooler in APP_DATABASE_URL',
      )
    await waitForOtherProcess(db, patience.process)
    await db.query(
      'CREATE TABLE IF NOT EXISTS schema_migrations (name text PRIMARY KEY, at timestamptz NOT NULL DEFAULT now())',
    )
    const applied = new Set(
      (await db.query<{ name: string }>('SELECT name FROM schema_migrations')).rows.map((row) => row.name),
    )
    const names = await migrationNames(folder)
    const difference = compareMigrations(names, applied)
    refuseTooNew(difference)
    if (contract) await refuseWhileOlderServersRun(db, difference.waiting)
    const isDue = (name: string) => !applied.has(name) && (contract || applied.size === 0 || !isContract(name))
    for (const name of names.filter(isDue)) await apply(db, folder, name, patience.tables)
    // A server is ready when the database has the migrations that it knows.
    await db.query('GRANT SELECT ON schema_migrations TO rungs_app')
    await ensureBackupPolicies(db)
    return names
  } finally {
    await db.end()
  }
}

/** Takes the lock of migrations; names the process that holds it when that takes too long. */
async function waitForOtherProcess(db: pg.Client, waitMs: number): Promise<void> {
  await db.query(`SET lock_timeout = ${waitMs}`)
  try {
    await db.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK])
  } catch (error) {
    if (!isLockTimeout(error)) throw error
    const { rows } = await db.query<{ pid: number; address: string | null; since: Date }>(
      `SELECT pid, host(client_addr) AS address, backend_start AS since FROM pg_locks JOIN pg_stat_activity USING (pid)
       WHERE locktype = 'advisory' AND objid = $1 AND granted`,
      [MIGRATION_LOCK],
    )
    const [holder] = rows
    const who = holder
      ? `process ${holder.pid} of the database, from ${holder.address ?? 'this machine'} since ${holder.since.toISOString()}`
      : 'a process that has just ended'
    throw new Error(`the database is being migrated by ${who}: wait for it and try again`, { cause: error })
  }
  await db.query('RESET lock_timeout')
}

/** Throws while a server is connected that does not know these migrations; each says the newest one that it knows. */
async function refuseWhileOlderServersRun(db: pg.Client, waiting: readonly string[]): Promise<void> {
  const needed = Math.max(0, ...waiting.map(numberOf))
  // the owner of a database sees this much of other roles' connections, and no address
  const { rows } = await db.query<{ name: string; pid: number }>(
    `SELECT application_name AS name, pid FROM pg_stat_activity
     WHERE datname = current_database() AND application_name LIKE '${SERVER_NAME}%'`,
  )
  const older = rows.filter(({ name }) => numberOf(name.slice(SERVER_NAME.length)) < needed)
  if (older.length === 0) return
  const pids = older.map(({ pid }) => pid).join(', ')
  throw new Error(`a server of an older version is connected (process ${pids} of the database): stop it first`)
}

/** Applies a migration; tries again when it does not get the locks of its tables in time. */
async function apply(db: pg.Client, folder: string, name: string, lockMs: number): Promise<void> {
  const sql = await readFile(join(folder, name), 'utf8')
  for (let tries = 1; ; tries++) {
    await db.query('BEGIN')
    try {
      await db.query(`SET LOCAL lock_timeout = ${lockMs}`)
      await db.query(sql)
      await db.query('INSERT INTO schema_migrations (name) VALUES ($1)', [name])
      await db.query('COMMIT')
      return
    } catch (error) {
      await db.query('ROLLBACK')
      if (!isLockTimeout(error) && !isDeadlock(error)) throw new Error(`migration ${name} failed`, { cause: error })
      if (tries === TRIES)
        throw new Error(`migration ${name} did not get the locks of its tables in ${TRIES} tries: try again later`, {
          cause: error,
        })
      await pause(RETRY_MS)
    }
  }
}
