import { removeBytes, type FileStore } from '#server/platform/files/storage.ts'
import { isUnused } from '#server/platform/files/unused-files.ts'
import { execute, getRow, queryRows, tenantStatement } from '#server/platform/sql/statement.ts'
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
  await enqueueTask(tx, {
    kind: 'sweep-files',
    subject: clientId,
    dueMs: nowMs + UNUSED_AFTER_MS + 3_600_000,
    nowMs,
    by: null,
  })
}

const HAS_MORE = tenantStatement(
  'platform/has-more-to-sweep',
  `SELECT EXISTS (SELECT FROM documents WHERE client_id = $1 AND deleted_at IS NOT NULL)
     OR EXISTS (SELECT FROM files WHERE client_id = $1 AND ${isUnused('files')}) AS has_more`,
)

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
      if ((await getRow(tx, HAS_MORE)).has_more) await enqueueSweep(tx, clientId, nowMs)
      return continueAt(null)
    }
  }
}

const OLD_DOCUMENTS = tenantStatement(
  'platform/lock-old-documents',
  'SELECT id FROM documents WHERE client_id = $1 AND deleted_at < $2 ORDER BY id LIMIT $3 FOR UPDATE SKIP LOCKED',
)
const DELETE_READS = tenantStatement(
  'platform/delete-reads-of-documents',
  'DELETE FROM document_reads WHERE client_id = $1 AND document_id = ANY($2::uuid[])',
)
const DELETE_VERSIONS = tenantStatement(
  'platform/delete-versions-of-documents',
  'DELETE FROM document_versions WHERE client_id = $1 AND document_id = ANY($2::uuid[])',
)
const DELETE_CLUBS = tenantStatement(
  'platform/delete-clubs-of-documents',
  'DELETE FROM document_clubs WHERE client_id = $1 AND document_id = ANY($2::uuid[])',
)
const DELETE_USES = tenantStatement(
  'platform/delete-uses-by-documents',
  `DELETE FROM file_uses WHERE client_id = $1 AND kind = 'document' AND key = ANY($2::text[])`,
)
const DELETE_DOCUMENTS = tenantStatement(
  'platform/delete-documents',
  'DELETE FROM documents WHERE client_id = $1 AND id = ANY($2::uuid[])',
)

async function purgeDocuments(tx: Tx, before: Date): Promise<number> {
  const ids = (await queryRows(tx, OLD_DOCUMENTS, [before, MAX_ROWS])).map(({ id }) => id)
  for (const statement of [DELETE_READS, DELETE_VERSIONS, DELETE_CLUBS, DELETE_USES, DELETE_DOCUMENTS])
    await execute(tx, statement, [ids])
  return ids.length
}

const DELETE_UNUSED = tenantStatement(
  'platform/delete-unused-files',
  `DELETE FROM files WHERE client_id = $1 AND id IN (SELECT unused.id FROM files unused
     WHERE unused.client_id = $1 AND unused.created_at < $2 AND ${isUnused('unused')}
     LIMIT $3 FOR UPDATE SKIP LOCKED)`,
)

function deleteUnusedRows(tx: Tx, before: Date): Promise<number> {
  return execute(tx, DELETE_UNUSED, [before, MAX_ROWS])
}

const STORED_FILES = tenantStatement(
  'platform/list-stored-files',
  'SELECT id FROM files WHERE client_id = $1 AND id::text = ANY($2)',
)

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
  for (const { id } of await queryRows(tx, STORED_FILES, [[...keys.keys()]])) keys.delete(id)
  for (const [id, key] of keys) {
    const { lastModified } = await files.disk.getMetaData(key)
    if (lastModified.getTime() < beforeMs) await removeBytes(files, clientId, id)
  }
  return page.paginationToken
}
