import { hkdfSync, randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * The secret of this installation: from the environment, or created at the first start and kept in the data folder. It
 * is never in the database.
 */
export async function readSecret(fromEnvironment: string | null, dataDir: string): Promise<Uint8Array> {
  if (fromEnvironment !== null) return Buffer.from(fromEnvironment)
  await mkdir(dataDir, { recursive: true })
  const file = join(dataDir, 'secret')
  // When two processes start at once, one of them writes the file and the other reads it.
  await writeFile(file, randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600 }).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  })
  return readFile(file)
}

/** `SECRET`, and `SECRET_OTHER` while it is rotated. */
type Secrets = readonly [secret: Uint8Array, other: Uint8Array | null]

/** The secret as `readSecret` finds it, with the other one that still encrypts values in the database. */
export async function readSecrets(env: {
  secret: string | null
  otherSecret: string | null
  dataDir: string
}): Promise<Secrets> {
  return [await readSecret(env.secret, env.dataDir), env.otherSecret === null ? null : Buffer.from(env.otherSecret)]
}

/**
 * The secret as `readSecret` finds it; null where none is yet. Nothing is created, so that a restore can bring the right
 * one.
 */
export async function findSecret(fromEnvironment: string | null, dataDir: string): Promise<Uint8Array | null> {
  if (fromEnvironment !== null) return Buffer.from(fromEnvironment)
  return readFile(join(dataDir, 'secret')).catch(() => null)
}

/** Keeps a secret in a data folder that has none. */
export async function keepSecret(secret: Uint8Array, dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true })
  await writeFile(join(dataDir, 'secret'), secret, { flag: 'wx', mode: 0o600 })
}

/** What tells one secret from another without giving it away. */
export function fingerprintOf(secret: Uint8Array): string {
  return Buffer.from(hkdfSync('sha256', secret, '', 'rungs: fingerprint', 8)).toString('hex')
}
