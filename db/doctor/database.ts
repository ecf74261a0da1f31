import type pg from 'pg'
import { presentInstance, serverVersion } from '#db/backup/instance.ts'
import { migrationNames } from '#db/migrate.ts'
import { compareMigrations } from '#server/platform/migration-names.ts'
import { fail, ok, some, warn, type Finding } from './finding.ts'

const OLDEST_POSTGRESQL = 15

export async function checkVersion(owner: pg.Client): Promise<Finding> {
  const { major, version } = await serverVersion(owner)
  if (major >= OLDEST_POSTGRESQL) return ok('version', `PostgreSQL ${version}`)
  return fail('version', `PostgreSQL ${version} is too old`, `use PostgreSQL ${OLDEST_POSTGRESQL} or newer`)
}

export async function checkMigrations(owner: pg.Client): Promise<Finding> {
  const { rows: present } = await owner.query(
    `SELECT FROM pg_class WHERE oid = to_regclass('public.schema_migrations')`,
  )
  const { rows } = present.length
    ? await owner.query<{ name: string }>('SELECT name FROM schema_migrations')
    : { rows: [] }
  const applied = new Set(rows.map(({ name }) => name))
  const known = await migrationNames()
  const { missing, waiting, tooNew, newer } = compareMigrations(known, applied)
  if (tooNew.length > 0)
    return fail('migrations', `the database is too new for this version: ${some(tooNew)}`, 'start the newer version')
  if (missing.length > 0) return fail('migrations', `${missing.length} are missing: ${some(missing)}`, 'rungs migrate')
  if (newer.length > 0)
    return warn('migrations', `the database has newer ones: ${some(newer)}`, 'start the newer version everywhere')
  if (waiting.length > 0)
    return warn(
      'migrations',
      `${waiting.length} wait for the last server of the previous version to end: ${some(waiting)}`,
      'rungs migrate --contract, when none runs any more',
    )
  return ok('migrations', `all ${known.length} are applied`)
}

interface Role {
  rolname: string
  rolsuper: boolean
  rolbypassrls: boolean
  isSelf: boolean
  mayApp: boolean
}

/** `embedded` is an own cluster of this installation, whose only role is a superuser. */
export async function checkRoles(owner: pg.Client, embedded: boolean, appRole: string): Promise<Finding> {
  const { rows } = await owner.query<Role>(
    `SELECT rolname, rolsuper, rolbypassrls, rolname = current_user AS "isSelf",
       pg_has_role(oid, to_regrole('rungs_app'), 'USAGE') AS "mayApp"
     FROM pg_roles WHERE rolname IN ($1, current_user)`,
    [appRole],
  )
  const self = rows.find(({ isSelf }) => isSelf)
  const app = rows.find(({ rolname }) => rolname === appRole)
  if (!app?.mayApp)
    return fail('roles', `the application’s role ${appRole} is missing or has no rights`, 'rungs migrate')
  if (app.rolsuper || app.rolbypassrls)
    return fail('roles', `${appRole} sees the rows of all clients`, `ALTER ROLE ${appRole} NOSUPERUSER NOBYPASSRLS`)
  const { rows: foreign } = await owner.query<{ relname: string }>(
    `SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
       AND relowner <> current_user::regrole ORDER BY relname`,
  )
  if (foreign.length > 0)
    return fail(
      'roles',
      `${self?.rolname} does not own ${some(foreign.map(({ relname }) => relname))}`,
      'connect as the owner of the tables, or REASSIGN OWNED BY the other role',
    )
  if (self?.rolsuper && !embedded)
    return warn('roles', `${self.rolname} is a superuser`, 'connect as a role that only owns this database')
  return ok('roles', `${self?.rolname} owns the tables, ${appRole} sees one client at a time`)
}

export async function checkRowSecurity(owner: pg.Client): Promise<Finding> {
  const { rows } = await owner.query<{ relname: string }>(
    `SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
       AND EXISTS (SELECT FROM pg_attribute WHERE attrelid = pg_class.oid AND attname = 'client_id' AND NOT attisdropped)
       AND relname NOT IN ('hostnames', 'due_work')
       AND NOT (relrowsecurity AND relforcerowsecurity AND (SELECT count(*) FROM pg_policy
         WHERE polrelid = pg_class.oid AND polname IN ('tenant', 'backup')) = 2)
     ORDER BY relname`,
  )
  if (rows.length === 0) return ok('row security', 'is forced on every table of a client')
  return fail(
    'row security',
    `is not forced, or lacks a policy, on ${some(rows.map(({ relname }) => relname))}`,
    'somebody has changed the schema: rungs migrate adds the policy of backups, anything else is restored from a backup',
  )
}

/** Whether the database went back in time without a new epoch. */
export async function checkEpoch(owner: pg.Client): Promise<Finding> {
  const { rows } = await owner.query<{ system_identifier: string; timeline: number }>(
    'SELECT system_identifier, timeline FROM installation',
  )
  const [noted] = rows
  const present = await presentInstance(owner)
  if (noted?.system_identifier === present.systemIdentifier && noted.timeline === present.timeline)
    return ok('epoch', `the database is where it was (timeline ${present.timeline})`)
  return fail(
    'epoch',
    noted?.system_identifier === present.systemIdentifier
      ? `the database was recovered or failed over (timeline ${noted.timeline}, now ${present.timeline})`
      : 'the database is in another cluster than before',
    'rungs restored',
  )
}

const OLD_BACKUP_MS = 2 * 86_400_000

export async function checkBackup(owner: pg.Client, nowMs: number): Promise<Finding> {
  const { rows } = await owner.query<{ last_backup_at: Date | null }>('SELECT last_backup_at FROM installation')
  const last = rows[0]?.last_backup_at
  if (!last) return warn('backup', 'none was made yet', 'rungs backup, each night')
  const text = `the last one is of ${last.toISOString()}`
  return last.getTime() > nowMs - OLD_BACKUP_MS ? ok('backup', text) : warn('backup', text, 'rungs backup, each night')
}

export async function checkClock(owner: pg.Client): Promise<Finding> {
  const before = Date.now()
  const { rows } = await owner.query<{ ms: number }>(
    'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms',
  )
  const after = Date.now()
  // the database has looked at its clock between the two
  const ms = rows[0]?.ms ?? 0
  const seconds = Math.round(Math.max(before - ms, ms - after, 0) / 1_000)
  const text = `this machine and the database are ${seconds} s apart`
  if (seconds < 5) return ok('clock', text)
  return seconds < 60
    ? warn('clock', text, 'let both follow a time server')
    : fail('clock', text, 'let both follow a time server')
}
