import pg from 'pg'
import type { SecretBox } from '#server/platform/secret-box.ts'
import { compareMigrations, refuseTooNew } from '#server/platform/migration-names.ts'
import { MIGRATION_LOCK, migrationNames } from './migrate.ts'
import { refuseOtherSecret } from './open-secrets.ts'

/**
 * Checks, as the role of the application, that `rungs migrate` has prepared the database for this version and these secrets.
 * Waits for a migration or a restore that is under way: what a server wrote meanwhile would be lost.
 * Returns the names of the migrations. The role must not see the rows of all clients.
 */
export async function refuseUnprepared(appUrl: string, secrets: SecretBox): Promise<string[]> {
  const app = new pg.Client({ connectionString: appUrl })
  await app.connect()
  try {
    // until the end of this statement, because a pooler would give a longer lock to somebody else
    await app.query('SELECT pg_advisory_xact_lock_shared($1)', [MIGRATION_LOCK])
    const { rows: roles } = await app.query<{ all: boolean }>(
      'SELECT rolsuper OR rolbypassrls AS all FROM pg_roles WHERE rolname = current_user',
    )
    if (roles[0]?.all) throw new Error('the role of APP_DATABASE_URL sees the rows of all clients')
    const { rows: tables } = await app.query(`SELECT FROM pg_class WHERE oid = to_regclass('public.schema_migrations')`)
    const { rows: applied } = tables.length
      ? await app.query<{ name: string }>('SELECT name FROM schema_migrations')
      : { rows: [] }
    const names = await migrationNames()
    const difference = compareMigrations(names, new Set(applied.map(({ name }) => name)))
    refuseTooNew(difference)
    const { missing } = difference
    const { rowCount: keys } = missing.length ? { rowCount: 0 } : await app.query('SELECT FROM signing_keys')
    if (missing.length > 0 || keys === 0)
      throw new Error('the database is not prepared for this version: rungs migrate, with DATABASE_URL and SECRET')
    await refuseOtherSecret(app, secrets)
    return names
  } finally {
    await app.end()
  }
}
