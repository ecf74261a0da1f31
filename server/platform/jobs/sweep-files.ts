import { removeBytes, type FileStore } from '#server/platform/files/storage.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import type { RunBatch, BatchResult, WorkerDeps } from './batch.ts'
import { enqueueTask, type Task } from './tasks.ts'

const DAY_MS = 86_400_000
/** A new file may not be used yet, because its form is not saved. After this time it counts as unused. */
const UNUSED_AFTER_MS = DAY_MS
/** For this long a deleted document can be restored. */
const RESTORABLE_MS = 30 * DAY_MS
/** Rows per batch. */
const MAX_ROWS = 100

/** The part of the sweep that comes next (`now`); `token` is the page of stored objects at which it goes on. */
type Position = { now: 'documents' } | { now: 'files' } | { now: 'bytes'; token?: string | undefined }

/** Enqueues a sweep, unless one is queued: an hour after a file that is stored now will count as unused. */
export async function enqueueSweep(tx: Tx, clientId: string, nowMs: number): Promise<void> {
  await enqueueTask(tx, clientId, {
    kind: 'sweep-files',
    subject: clientId,
    dueMs: nowMs + UNUSED_AFTER_MS + 3_600_000,
    nowMs,
    by: null,
  })
}

/**
 * Removes documents that were deleted long ago, then rows of unused files, then stored bytes without a row. Enqueues
 * another sweep while deleted documents or unused files remain.
 */
export const sweepFilesBatch: RunBatch = async (deps, clientId, task) => (tx) => sweepPart(deps, tx, clientId, task)

async function sweepPart({ files, now }: WorkerDeps, tx: Tx, clientId: string, task: Task): Promise<BatchResult> {
  const position = (task.position as Position | null) ?? { now: 'documents' }
  const nowMs = now()
  const continueAt = (next: Position | null) => {
    task.position = next
    return { finished: next === null, announcement: null }
  }
  switch (position.now) {
    case 'documents': {
      const purged = await purgeDocuments(tx, new Date(nowMs - RESTORABLE_MS))
      return continueAt(purged === MAX_ROWS ? position : { now: 'files' })
    }
    case 'files': {
      const deleted = await deleteUnusedRows(tx, new Date(nowMs - UNUSED_AFTER_MS))
      task.done += deleted
      return continueAt(deleted === MAX_ROWS ? position : { now: 'bytes' })
    }
    case 'bytes': {
      const token = await sweepBytes(files, tx, clientId, nowMs - UNUSED_AFTER_MS, position.token)
      if (token !== undefined) return continueAt({ now: 'bytes', token })
      const { rows } = await tx.query<{ has_more: boolean }>(
        `SELECT EXISTS (SELECT FROM documents WHERE deleted_at IS NOT NULL)
           OR EXISTS (SELECT FROM files WHERE NOT EXISTS (SELECT FROM file_uses
             WHERE file_uses.client_id = files.client_id AND file_uses.file_id = files.id)) AS has_more`,
      )
      if (rows[0]?.has_more) await enqueueSweep(tx, clientId, nowMs)
      return continueAt(null)
    }
  }
}

async function purgeDocuments(tx: Tx, before: Date): Promise<number> {
  const { rows } = await tx.query<{ id: string }>(
    'SELECT id FROM documents WHERE deleted_at < $1 ORDER BY id LIMIT $2 FOR UPDATE SKIP LOCKED',
    [before, MAX_ROWS],
  )
  const ids = rows.map((row) => row.id)
  await tx.query('DELETE FROM document_reads WHERE document_id = ANY($1::uuid[])', [ids])
  await tx.query('DELETE FROM document_versions WHERE document_id = ANY($1::uuid[])', [ids])
  await tx.query('DELETE FROM document_clubs WHERE document_id = ANY($1::uuid[])', [ids])
  await tx.query(`DELETE FROM file_uses WHERE kind = 'document' AND key = ANY($1::text[])`, [ids])
  await tx.query('DELETE FROM documents WHERE id = ANY($1::uuid[])', [ids])
  return ids.length
}

async function deleteUnusedRows(tx: Tx, before: Date): Promise<number> {
  const { rowCount } = await tx.query(
    `DELETE FROM files WHERE id IN (SELECT unused.id FROM files unused WHERE unused.created_at < $1
       AND NOT EXISTS (SELECT FROM file_uses
         WHERE file_uses.client_id = unused.client_id AND file_uses.file_id = unused.id)
       LIMIT $2 FOR UPDATE SKIP LOCKED)`,
    [before, MAX_ROWS],
  )
  return rowCount ?? 0
}

/** Sweeps one page of the stored objects; returns the token of the next page. */
async function sweepBytes(
  files: FileStore,
  tx: Tx,
  clientId: string,
  beforeMs: number,
  token: string | undefined,
): Promise<string | undefined> {
  const page = await files.disk.listAll(`${clientId}/`, {
    recursive: true,
    ...(token === undefined ? {} : { paginationToken: token }),
  })
  // One storage key of each file, by the file's id. Files with a row are removed from it, so that those without are
  // left.
  const keys = new Map<string, string>()
  for (const object of page.objects) if (object.isFile) keys.set(object.key.split('/')[1] ?? '', object.key)
  const { rows } = await tx.query<{ id: string }>('SELECT id FROM files WHERE id::text = ANY($1)', [[...keys.keys()]])
  for (const { id } of rows) keys.delete(id)
  for (const [id, key] of keys) {
    const { lastModified } = await files.disk.getMetaData(key)
    if (lastModified.getTime() < beforeMs) await removeBytes(files, clientId, id)
  }
  return page.paginationToken
}
