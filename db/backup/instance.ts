import pg from 'pg'

/** Which cluster a database is in, and in which branch of that cluster's history. */
export interface Instance {
  systemIdentifier: string
  timeline: number
}

const PRESENT = `SELECT system_identifier::text AS "systemIdentifier",
    ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::int AS timeline
  FROM pg_control_system()`

/** Where the database is now. A restore, a point-in-time recovery and a failover change it. */
export async function presentInstance(owner: pg.Client): Promise<Instance> {
  const { rows } = await owner.query<Instance>(PRESENT)
  const [present] = rows
  if (!present) throw new Error('PostgreSQL does not say which cluster it is')
  return present
}

/** SQL that notes where the database is now. It runs also while a restore is under way, whose search path is empty. */
export const NOTE_INSTANCE = `UPDATE public.installation
  SET (system_identifier, timeline) = (SELECT "systemIdentifier", timeline FROM (${PRESENT}) present)`

/** The major version of the server and its whole version. */
export async function serverVersion(owner: pg.Client): Promise<{ major: number; version: string }> {
  const { rows } = await owner.query<{ server_version: string }>('SHOW server_version')
  const version = rows[0]?.server_version.split(' ')[0] ?? ''
  return { major: Number.parseInt(version), version }
}

/** Notes where the database is now. */
export async function noteInstance(ownerUrl: string): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  try {
    await owner.query(NOTE_INSTANCE)
  } finally {
    await owner.end()
  }
}
