import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { fileIdOf, storedKeys, type FileStore } from '#server/platform/files/storage.ts'
import { fingerprintOf } from '#server/platform/secret.ts'
import { presentInstance, serverVersion } from './instance.ts'
import { PARTS, sha256Of, type Manifest } from './manifest.ts'
import { ensureBackupPolicies, readAllClients } from './policy.ts'
import { findProgram, start, type Program } from './programs.ts'
import { sealSecret } from './sealed-secret.ts'

/** The advisory lock that lets only one backup of a database run at a time. The number is arbitrary. */
const BACKUP_LOCK = 7_214_302

/** What a backup is made of, and how. */
export interface Source {
  ownerUrl: string
  files: FileStore
  secret: Uint8Array
  /** Some values may be encrypted with `SECRET_OTHER`, which no backup holds. */
  isRotating: boolean
  /** With it `SECRET` is in the backup, encrypted. */
  backupKey: string | null
  pgBin: string | null
  /** The version of the application. */
  application: string
}

/** A backup that was made. */
export interface Made {
  folder: string
  manifest: Manifest
}

const NOT_IN_IT = [
  'the environment: DATABASE_URL, SMTP_URL, FILES_URL, host names of the machine, certificates',
  'roles of PostgreSQL and their passwords: the application’s role is made anew',
  'settings of roles and of the database, such as timeouts, and who may connect',
  'files that no row of the database names',
  'what tablets have not sent yet: it is on the tablets',
]

/**
 * Makes a backup in the folder `parent` while servers run: the database as it is at one moment, then the bytes of the
 * files that it names, which never change. The backup is whole when its folder has its name.
 */
export async function writeBackup(source: Source, parent: string, prefix: string, now: Date): Promise<Made> {
  const owner = new pg.Client({ connectionString: source.ownerUrl })
  await owner.connect()
  try {
    await ensureBackupPolicies(owner)
    await readAllClients(owner)
    const { rows } = await owner.query<{ free: boolean }>('SELECT pg_try_advisory_lock($1) AS free', [BACKUP_LOCK])
    if (!rows[0]?.free) throw new Error('another backup of this database is being made')
    const name = `${prefix}-${now.toISOString().replaceAll(/[-:.]/g, '')}`
    const folder = join(parent, name)
    const partial = join(parent, `.${name}.partial`)
    await mkdir(partial, { recursive: true, mode: 0o700 })
    try {
      const manifest = await writeParts(source, owner, partial, now)
      await rename(partial, folder)
      await sync(parent)
      await noteBackup(owner, now)
      return { folder, manifest }
    } finally {
      await rm(partial, { recursive: true, force: true })
    }
  } finally {
    await owner.end()
  }
}

/** Notes when the last backup was made. The database of an older version, which is about to be migrated, has no place. */
async function noteBackup(owner: pg.Client, now: Date): Promise<void> {
  const { rowCount } = await owner.query(`SELECT FROM pg_class WHERE oid = to_regclass('public.installation')`)
  if (rowCount !== 0) await owner.query('UPDATE installation SET last_backup_at = $1', [now])
}

/** Writes all parts into a folder. */
async function writeParts(source: Source, owner: pg.Client, folder: string, now: Date): Promise<Manifest> {
  const { major, version } = await serverVersion(owner)
  const pgDump = await findProgram('pg_dump', major, source.pgBin)
  const dumped = await dumpDatabase(source.ownerUrl, owner, pgDump, join(folder, PARTS.database))
  // a table that a migration wrote anew is empty in an older snapshot
  if ((await readMigrations(owner)).length !== dumped.migrations.length)
    throw new Error('the database was migrated while it was dumped: make the backup again')
  const files = await copyFiles(source.files, dumped.fileIds, join(folder, PARTS.files))
  const database = `${await sha256Of(join(folder, PARTS.database))}  ${PARTS.database}`
  const sums = `${[database, ...files.sums].join('\n')}\n`
  await writeFile(join(folder, PARTS.sums), sums, { mode: 0o600 })
  if (source.backupKey !== null)
    await writeFile(join(folder, PARTS.secret), sealSecret(source.secret, source.backupKey), { mode: 0o600 })
  const manifest: Manifest = {
    format: 1,
    madeAt: now.toISOString(),
    application: source.application,
    postgresql: version,
    pgDump: pgDump.version,
    ...(await presentInstance(owner)),
    migrations: dumped.migrations,
    rows: dumped.rows,
    files: { count: files.count, bytes: files.bytes, missing: files.missing },
    secretFingerprint: fingerprintOf(source.secret),
    sumsSha256: createHash('sha256').update(sums).digest('hex'),
    notInIt: [
      ...(source.backupKey === null ? ['SECRET'] : []),
      ...(source.isRotating ? ['SECRET_OTHER, with which some values may be encrypted'] : []),
      ...NOT_IN_IT,
    ],
  }
  await writeFile(join(folder, PARTS.manifest), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 })
  for (const part of [PARTS.database, PARTS.sums, PARTS.manifest]) await sync(join(folder, part))
  return manifest
}

/** Waits until a file or folder is on the disk. */
async function sync(path: string): Promise<void> {
  const handle = await open(path)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** The names of the migrations that the database has. */
async function readMigrations(owner: pg.Client): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>('SELECT name FROM schema_migrations ORDER BY name')
  return rows.map(({ name }) => name)
}

/** Dumps the database, and reads what the manifest says of it in the same snapshot. */
async function dumpDatabase(ownerUrl: string, owner: pg.Client, pgDump: Program, path: string) {
  await owner.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
  // the snapshot is there as long as this transaction, which waits for the dump
  await owner.query('SET LOCAL idle_in_transaction_session_timeout = 0')
  const list = async (sql: string) => (await owner.query<{ item: string }>(sql)).rows.map(({ item }) => item)
  const [snapshot = ''] = await list('SELECT pg_export_snapshot() AS item')
  const dumping = start(
    pgDump,
    ['--format=custom', '--enable-row-security', '--schema=public', '--snapshot', snapshot, '--file', path],
    ownerUrl,
  )
  try {
    const tables = await list(`SELECT relname AS item FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY relname`)
    const rows: Record<string, number> = {}
    for (const table of tables)
      rows[table] = Number((await list(`SELECT count(*)::text AS item FROM public.${pg.escapeIdentifier(table)}`))[0])
    const migrations = await readMigrations(owner)
    const fileIds = await list(`SELECT client_id || '/' || id AS item FROM files`)
    await dumping.ended
    return { rows, migrations, fileIds: new Set(fileIds) }
  } finally {
    dumping.process.kill()
    await owner.query('ROLLBACK')
  }
}

/** False for a file that is not there any more, which a folder says only when it is read; throws any other error. */
function unlessGone(error: NodeJS.ErrnoException): false {
  if (error.code === 'ENOENT') return false
  throw error
}

/** Copies the bytes of the files with these ids (`client/file`), with all smaller copies. */
async function copyFiles(store: FileStore, fileIds: ReadonlySet<string>, folder: string) {
  const missing = new Set(fileIds)
  const sums: string[] = []
  let bytes = 0
  for await (const key of storedKeys(store, fileIds)) {
    const fileId = fileIdOf(key)
    const path = join(folder, key)
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    const stream = await store.disk.getStream(key).catch(() => null)
    if (!stream) continue
    const hash = createHash('sha256')
    const isCopied = await pipeline(
      stream,
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          hash.update(chunk)
          bytes += chunk.length
          yield chunk
        }
      },
      createWriteStream(path, { mode: 0o600 }),
    ).then(() => true, unlessGone)
    // its row was deleted since, and its bytes have followed
    if (!isCopied) {
      await rm(path, { force: true })
      continue
    }
    sums.push(`${hash.digest('hex')}  ${PARTS.files}/${key}`)
    // a smaller copy does not stand for what was uploaded
    if (key === `${fileId}/original`) missing.delete(fileId)
  }
  return { count: fileIds.size - missing.size, bytes, sums, missing: [...missing].sort() }
}

/**
 * Deletes the oldest backups but `keep`, and what an interrupted one left a day ago. `newest` is the folder that was made
 * last: a name after its own is of a clock that was ahead, and goes first. Restore points stay.
 */
export async function deleteOldBackups(newest: string, prefix: string, keep: number): Promise<string[]> {
  const parent = dirname(newest)
  const names = (await readdir(parent)).sort()
  const backups = names.filter((name) => new RegExp(`^${prefix}-\\d{8}T\\d{9}Z$`).test(name))
  const last = backups.indexOf(basename(newest)) + 1
  const old = [...backups.slice(last), ...backups.slice(0, last)].slice(0, -keep)
  for (const name of old) await rm(join(parent, name), { recursive: true })
  for (const name of names.filter((other) => other.endsWith('.partial'))) {
    const path = join(parent, name)
    if ((await stat(path)).mtimeMs < Date.now() - 86_400_000) await rm(path, { recursive: true, force: true })
  }
  return old
}
