import { hkdfSync, randomBytes } from 'node:crypto'
import { link, mkdir, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** The least number of characters of a secret. */
export const MIN_SECRET = 32

/**
 * The secret of this installation: from the environment, or created at the first start and kept in the data folder. It
 * is never in the database.
 */
export async function readSecret(fromEnvironment: string | null, dataDir: string): Promise<Uint8Array> {
  const present = await findSecret(fromEnvironment, dataDir)
  if (present) return present
  // When two processes start at once, one of them keeps its secret and the other reads it.
  await keepSecret(Buffer.from(randomBytes(32).toString('base64url')), dataDir).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  })
  const kept = await findSecret(null, dataDir)
  if (kept === null) throw new Error(`${fileIn(dataDir)} holds no secret, or may not be read: put a copy of it there`)
  return kept
}

const fileIn = (dataDir: string) => join(dataDir, 'secret')

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
 * The secret as `readSecret` finds it; null where none is yet, or the file is empty or cut off. Nothing is created, so
 * that a restore can bring the right one.
 */
export async function findSecret(fromEnvironment: string | null, dataDir: string): Promise<Uint8Array | null> {
  if (fromEnvironment !== null) return Buffer.from(fromEnvironment)
  const secret = await readFile(fileIn(dataDir)).catch(() => null)
  return secret && secret.length >= MIN_SECRET ? secret : null
}

/**
 * Keeps a secret in a data folder that has none. The file is there once it is whole and on the disk: the database is
 * written with it from then on.
 */
export async function keepSecret(secret: Uint8Array, dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true })
  const written = `${fileIn(dataDir)}-${crypto.randomUUID()}`
  try {
    const file = await open(written, 'wx', 0o600)
    try {
      await file.writeFile(secret)
      await file.sync()
    } finally {
      await file.close()
    }
    await link(written, fileIn(dataDir))
  } finally {
    await rm(written, { force: true })
  }
}

/** What tells one secret from another without giving it away. */
export function fingerprintOf(secret: Uint8Array): string {
  return Buffer.from(hkdfSync('sha256', secret, '', 'rungs: fingerprint', 8)).toString('hex')
}
