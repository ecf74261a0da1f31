import { randomBytes } from 'node:crypto'
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
