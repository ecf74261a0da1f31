import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { deleteOldBackups, writeBackup, type Source } from '#db/backup/write-backup.ts'
import { refuseOtherSecret } from '#db/open-secrets.ts'
import type { Env } from '#server/env.ts'
import { openFiles } from '#server/platform/files/storage.ts'
import { SecretBox } from '#server/platform/secret-box.ts'
import { findSecret, readSecret, readSecrets } from '#server/platform/secret.ts'
import manifest from '../package.json' with { type: 'json' }
import { wrongUsage } from './usage.ts'

const PREFIX = 'rungs'

/** Where backups are unless another folder is named. */
export const backupsOf = (env: Env): string => join(env.dataDir, 'backups')

/** What a backup of this installation is made of. */
export async function sourceOf(env: Env, ownerUrl: string): Promise<Source> {
  return {
    ownerUrl,
    files: await openFiles(env.dataDir, env.filesUrl),
    secret: await readSecret(env.secret, env.dataDir),
    isRotating: env.otherSecret !== null,
    backupKey: env.backupKey,
    pgBin: env.pgBin,
    application: manifest.version,
  }
}

/** Throws when `SECRET` is not the server's: with another one, or none, a backup cannot be used. */
async function refuseUnusable(env: Env, ownerUrl: string): Promise<void> {
  if ((await findSecret(env.secret, env.dataDir)) === null)
    throw new Error('SECRET is not set, and DATA_DIR holds none: give the command the server’s environment')
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  try {
    await refuseOtherSecret(owner, new SecretBox(...(await readSecrets(env))))
  } finally {
    await owner.end()
  }
}

/** Makes a backup while the server runs, and deletes the oldest ones when it is whole. */
export async function backup(args: string[], env: Env, ownerUrl: string): Promise<string> {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { keep: { type: 'string' } } })
  const [parent = backupsOf(env), ...rest] = positionals
  const keep = values.keep === undefined ? null : Number(values.keep)
  if (rest.length > 0 || (keep !== null && !(Number.isInteger(keep) && keep > 0))) throw wrongUsage('backup')
  await refuseUnusable(env, ownerUrl)
  const made = await writeBackup(await sourceOf(env, ownerUrl), parent, PREFIX, new Date())
  const deleted = keep === null ? [] : await deleteOldBackups(made.folder, PREFIX, keep)
  const { rows, files } = made.manifest
  const rowCount = Object.values(rows).reduce((sum, count) => sum + count, 0)
  return [
    `${made.folder} holds ${rowCount} rows of ${Object.keys(rows).length} tables and ${files.count} files.`,
    ...(files.missing.length > 0 ? [`Files without bytes: ${files.missing.length}; rungs doctor names them.`] : []),
    ...(env.backupKey === null ? ['SECRET is not in it, because BACKUP_KEY is not set: keep a copy elsewhere.'] : []),
    ...(env.otherSecret === null ? [] : ['SECRET_OTHER is not in it: after rungs secret rotate, make another backup.']),
    ...deleted.map((name) => `${name} is deleted.`),
  ].join('\n')
}
