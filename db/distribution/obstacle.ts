import type pg from 'pg'
import { migrationNames, MIGRATION_LOCK } from '#db/migrate.ts'
import { compareMigrations } from '#server/platform/migration-names.ts'

/** What is missing before tables can be spread over nodes, as a sentence; null when nothing is. Changes nothing. */
export async function obstacleTo(db: pg.Client): Promise<string | null> {
  for (const check of [extension, superuser, migrations, nodes, roles, connections]) {
    const obstacle = await check(db)
    if (obstacle !== null) return obstacle
  }
  return null
}

export async function extension(db: pg.Client): Promise<string | null> {
  const { rows } = await db.query(`SELECT FROM pg_extension WHERE extname = 'citus'`)
  if (rows.length > 0) return null
  return 'this database lacks the extension citus: install it on each node, and CREATE EXTENSION citus'
}

export async function superuser(db: pg.Client): Promise<string | null> {
  const { rows } = await db.query<{ name: string }>(
    'SELECT rolname AS name FROM pg_roles WHERE rolname = current_user AND NOT rolsuper',
  )
  return rows[0] ? `${rows[0].name} is no superuser: name one in DATABASE_URL for this command` : null
}

export async function migrations(db: pg.Client): Promise<string | null> {
  const { rows } = await db.query<{ name: string }>('SELECT name FROM schema_migrations')
  const { missing, waiting } = compareMigrations(await migrationNames(), new Set(rows.map(({ name }) => name)))
  const [first] = [...missing, ...waiting]
  return first === undefined ? null : `the migration ${first} is not applied: rungs migrate --contract`
}

async function nodes(db: pg.Client): Promise<string | null> {
  const { rows } = await db.query<{ isCoordinator: boolean; workers: number }>(
    `SELECT (SELECT groupid FROM pg_dist_local_group) = 0 AS "isCoordinator",
       (SELECT count(*)::int FROM pg_dist_node
        WHERE isactive AND noderole = 'primary' AND shouldhaveshards AND groupid <> 0) AS workers`,
  )
  if (!rows[0]?.isCoordinator) return 'this node is not the coordinator: name that one in DATABASE_URL'
  return rows[0].workers > 0 ? null : 'the cluster has no node for tables: add one with citus_add_node'
}

/** The roles that own tables or have rights on them must be on each node; connections to it are made as these. */
async function roles(db: pg.Client): Promise<string | null> {
  const { rows: needed } = await db.query<{ name: string }>(
    `SELECT rolname AS name FROM pg_roles
     WHERE rolname = 'rungs_app' OR oid IN (SELECT relowner FROM pg_class WHERE relnamespace = 'public'::regnamespace)
       OR oid IN (SELECT member FROM pg_auth_members WHERE roleid = 'rungs_app'::regrole) ORDER BY 1`,
  )
  const names = JSON.stringify(needed.map(({ name }) => name))
  const { rows } = await db.query<{ nodeid: number; success: boolean; result: string | null }>(
    `SELECT nodeid, success, result FROM run_command_on_all_nodes(format(
       'SELECT string_agg(name, '', '') FROM json_array_elements_text(%L) name
        WHERE name NOT IN (SELECT rolname FROM pg_roles)', $1::text))`,
    [names],
  )
  const failed = rows.find(({ success }) => !success)
  if (failed) return `node ${failed.nodeid} does not answer: ${failed.result}`
  const lacking = rows.find(({ result }) => (result ?? '') !== '')
  return lacking ? `node ${lacking.nodeid} lacks the roles ${lacking.result}: create them there` : null
}

/** Takes the lock of migrations too, so that a server that starts from now on waits. */
export async function connections(db: pg.Client): Promise<string | null> {
  const { rows: locks } = await db.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [
    MIGRATION_LOCK,
  ])
  if (!locks[0]?.taken) return 'the database is being migrated: wait for it'
  // the engine's own connections say in their name what they are
  const { rows } = await db.query<{ name: string; count: number }>(
    `SELECT usename AS name, count(*)::int AS count FROM pg_stat_activity
     WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()
       AND application_name NOT LIKE 'citus%' GROUP BY usename ORDER BY usename`,
  )
  if (rows.length === 0) return null
  const others = rows.map(({ name, count }) => `${count} as ${name}`).join(', ')
  return `others are connected to the database (${others}): stop all servers first`
}
