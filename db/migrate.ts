import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { isPooled } from '#server/platform/pooler.ts'
import { ensureBackupPolicies } from './backup/policy.ts'

const folder = fileURLToPath(new URL('./migrations/', import.meta.url))

/** The advisory lock that lets only one process at a time migrate a database. The number is arbitrary. */
export const MIGRATION_LOCK = 7_214_301

/** The names of the migrations of this version, in order. */
export async function migrationNames(): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
}

/**
 * Migrates the database at `ownerUrl`: runs each file of `migrations/` once, in order, each in its own transaction.
 * Several processes may call it at once. Returns the names of the files.
 */
export async function migrate(ownerUrl: string): Promise<string[]> {
  const db = new pg.Client({ connectionString: ownerUrl })
  await db.connect()
  try {
    // the lock below belongs to a connection, which a pooler would give to somebody else
    if (await isPooled(db))
      throw new Error(
        'DATABASE_URL leads to a pooler: name the database itself there, and the pooler in APP_DATABASE_URL',
      )
    await db.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK])
    await db.query(
      'CREATE TABLE IF NOT EXISTS schema_migrations (name text PRIMARY KEY, at timestamptz NOT NULL DEFAULT now())',
    )
    const applied = new Set(
      (await db.query<{ name: string }>('SELECT name FROM schema_migrations')).rows.map((row) => row.name),
    )
    const names = await migrationNames()
    for (const name of names.filter((candidate) => !applied.has(candidate))) {
      const sql = await readFile(folder + name, 'utf8')
      await db.query('BEGIN')
      try {
        await db.query(sql)
        await db.query('INSERT INTO schema_migrations (name) VALUES ($1)', [name])
        await db.query('COMMIT')
      } catch (error) {
        await db.query('ROLLBACK')
        throw new Error(`migration ${name} failed`, { cause: error })
      }
    }
    // A server is ready when the database has the migrations that it knows.
    await db.query('GRANT SELECT ON schema_migrations TO rungs_app')
    await ensureBackupPolicies(db)
    return names
  } finally {
    await db.end()
  }
}
