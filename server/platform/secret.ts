import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The secret of this installation, that no copy of the database holds: given, or made at the first start and kept in the data folder. */
export async function readSecret(given: string | null, dataDir: string): Promise<Uint8Array> {
  if (given !== null) return Buffer.from(given)
  await mkdir(dataDir, { recursive: true })
  const file = join(dataDir, 'secret')
  // of two processes that start at once one makes it
  await writeFile(file, randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600 }).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  })
  return readFile(file)
}
