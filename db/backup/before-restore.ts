import type pg from 'pg'
import { MIGRATION_LOCK } from '#db/migrate.ts'

/** What a database holds before a restore: nothing, or an installation of Rungs. Another database is refused. */
export async function contentOf(owner: pg.Client): Promise<'nothing' | 'rungs'> {
  const { rows } = await owner.query<{ tables: number; migrated: boolean }>(
    `SELECT count(*)::int AS tables, count(*) FILTER (WHERE relname = 'schema_migrations') > 0 AS migrated
     FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'`,
  )
  const [found] = rows
  if (!found || found.tables === 0) return 'nothing'
  if (!found.migrated) throw new Error('the database holds tables of another application')
  return 'rungs'
}

/**
 * Refuses while somebody else is connected, such as a server, whose work would be lost. A server that starts from now on
 * waits until this connection ends, because it migrates first.
 */
export async function refuseWhileConnected(owner: pg.Client): Promise<void> {
  await owner.query('SELECT pg_try_advisory_lock($1)', [MIGRATION_LOCK])
  const { rows } = await owner.query<{ usename: string; count: number }>(
    `SELECT usename, count(*)::int AS count FROM pg_stat_activity
     WHERE datname = current_database() AND usename IS NOT NULL AND pid <> pg_backend_pid()
     GROUP BY usename ORDER BY usename`,
  )
  if (rows.length === 0) return
  const others = rows.map(({ usename, count }) => `${count} as ${usename}`).join(', ')
  throw new Error(`others are connected to the database (${others}): stop all servers first`)
}
