import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { contentOf, refuseWhileConnected } from '#db/backup/before-restore.ts'
import { erasedSince, type Erasure } from '#db/backup/erased-since.ts'
import { checkParts, PARTS, readManifest, type Manifest } from '#db/backup/manifest.ts'
import { allClientIds } from '#db/backup/policy.ts'
import { findRestorePrograms, restoreDatabase } from '#db/backup/restore-database.ts'
import { openSealedSecret } from '#db/backup/sealed-secret.ts'
import { writeBackup } from '#db/backup/write-backup.ts'
import { migrate, migrationNames } from '#db/migrate.ts'
import type { Env } from '#server/env.ts'
import { openFiles, type FileStore } from '#server/platform/files/storage.ts'
import { findSecret, fingerprintOf, keepSecret } from '#server/platform/secret.ts'
import { backupsOf, sourceOf } from './backup.ts'
import { eraseAgain } from './erase-again.ts'
import { isHostname } from './hostname.ts'
import { wrongUsage } from './usage.ts'

/**
 * Replaces database and files by those of a backup. Everything that could stop it is checked before anything is written.
 */
export async function restore(args: string[], env: Env, ownerUrl: string): Promise<string> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { 'no-restore-point': { type: 'boolean' }, domain: { type: 'string' } },
  })
  const [folder, ...rest] = positionals
  if (folder === undefined || rest.length > 0) throw wrongUsage('restore')
  const domain = values.domain?.toLowerCase() ?? null
  if (domain !== null && !isHostname(domain)) throw new Error(`"${domain}" is not a domain`)

  const manifest = await readManifest(folder)
  await refuseNewer(manifest)
  const bringSecret = await secretFor(folder, manifest, env)
  const keys = await checkParts(folder, manifest)
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  let lines: string[]
  let erasures: Erasure[] = []
  try {
    const programs = await findRestorePrograms(owner, env.pgBin)
    const content = await contentOf(owner)
    await refuseWhileConnected(owner)
    if (content === 'rungs') erasures = await erasedSince(owner, manifest.madeAt)
    await bringSecret()
    const needsPoint = content === 'rungs' && !values['no-restore-point']
    lines = needsPoint ? [await makeRestorePoint(env, ownerUrl)] : []
    await putFiles(await openFiles(env.dataDir, env.filesUrl), folder, keys)
    await restoreDatabase(ownerUrl, programs, folder, manifest, { domain, erasures })
  } finally {
    await owner.end()
  }
  await migrate(ownerUrl)
  const erased = await eraseAgain(ownerUrl).catch((error: unknown) => {
    throw new Error(
      'the backup is restored, and holds persons who were erased since: `rungs migrate` tries again to erase them',
      { cause: error },
    )
  })
  // in whose log an erasure would be kept
  const present = new Set(await allClientIds(ownerUrl))
  const forgottenBy = [...new Set(erasures.map((erasure) => erasure.client_id))].filter((id) => !present.has(id))
  return [
    ...lines,
    `The backup of ${manifest.madeAt} is restored. Every client has a new epoch: tablets send again what it lacks.`,
    ...(erased === 0 ? [] : [`Members and accounts that had been erased since are erased again: ${erased}.`]),
    ...(forgottenBy.length === 0
      ? []
      : [
          `The backup lacks ${forgottenBy.join(', ')}. A newer backup would bring back who was erased there: restore the one of before this restore first.`,
        ]),
    ...(domain === null ? [] : [`The portals are at PORTAL.CLIENT.${domain}; mails that waited are dropped.`]),
  ].join('\n')
}

/** Refuses a backup whose schema this version does not know. */
async function refuseNewer({ application, migrations }: Manifest): Promise<void> {
  const known = await migrationNames()
  const unknown = migrations.find((name) => !known.includes(name))
  if (unknown !== undefined)
    throw new Error(
      `the backup is of version ${application}, whose schema has ${unknown}: restore it with that version`,
    )
}

/**
 * Refuses when no secret of this installation is the backup's. Where there is none yet, the returned function keeps the
 * one of the backup.
 */
async function secretFor(folder: string, manifest: Manifest, env: Env): Promise<() => Promise<void>> {
  const present = await findSecret(env.secret, env.dataDir)
  const other = env.otherSecret === null ? null : Buffer.from(env.otherSecret)
  if (present && ![present, other].some((secret) => secret && fingerprintOf(secret) === manifest.secretFingerprint))
    throw new Error(
      'SECRET is not the one with which the backup’s database was written; SECRET_OTHER may hold that one',
    )
  if (present) return async () => {}
  const sealed = await readFile(join(folder, PARTS.secret)).catch(() => null)
  if (!sealed) throw new Error('the backup holds no secret, and there is none here: set SECRET')
  if (env.backupKey === null) throw new Error('set SECRET, or BACKUP_KEY, with which the backup’s secret is encrypted')
  const secret = openSealedSecret(sealed, env.backupKey)
  return () => keepSecret(secret, env.dataDir)
}

async function makeRestorePoint(env: Env, ownerUrl: string): Promise<string> {
  const parent = backupsOf(env)
  try {
    const made = await writeBackup(await sourceOf(env, ownerUrl), parent, 'before-restore', new Date())
    return `What was here before is in ${made.folder}.`
  } catch (error) {
    throw new Error('no restore point could be created (--no-restore-point goes without)', { cause: error })
  }
}

/** Stores the bytes of files, before the rows that name them. */
async function putFiles({ disk }: FileStore, folder: string, keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    const path = join(folder, PARTS.files, key)
    await disk.putStream(key, createReadStream(path), { contentLength: (await stat(path)).size })
  }
}
