import type pg from 'pg'
import { fileIdOf, storedKeys, type FileStore } from '#server/platform/files/storage.ts'
import { fail, ok, some, type Finding } from './finding.ts'

/** Whether every file of the database has its bytes, on a connection that reads all clients. */
export async function checkFiles(owner: pg.Client, store: FileStore): Promise<Finding> {
  const stored = new Set<string>()
  const { rows: before } = await owner.query<{ key: string }>(
    `SELECT client_id || '/' || id || '/original' AS key FROM files`,
  )
  for await (const key of storedKeys(store, new Set(before.map(({ key }) => fileIdOf(key))))) stored.add(key)
  const { rows: after } = await owner.query<{ key: string }>(
    `SELECT client_id || '/' || id || '/original' AS key FROM files`,
  )
  const left = new Set(after.map(({ key }) => key))
  // a file that came or went while this looked is no finding
  const missing = before.flatMap(({ key }) => (left.has(key) && !stored.has(key) ? [key] : [])).sort()
  if (missing.length === 0) return ok('files', `all ${after.length} have their bytes`)
  return fail(
    'files',
    `${missing.length} of ${after.length} have no bytes: ${some(missing)}`,
    'copy them from a backup’s folder files/ to DATA_DIR/files or the bucket, under the same names',
  )
}
