import { storageKey, type FileStore } from '#server/platform/files/storage.ts'
import { enqueueSweep } from '#server/platform/jobs/sweep-files.ts'
import { shownFiles } from '#server/curriculum/schemes/used-files.ts'
import { execute, queryRows, queryRowsInTenant, tenantStatement } from '#server/platform/sql/statement.ts'
import { inTenant, type Database, type Tx } from '#server/platform/tenancy.ts'
import type { Content } from './content.ts'
import { isSubscribedTo } from './subscriptions.ts'

const FORGET_FILES = tenantStatement(
  'curriculum/forget-published-files',
  'DELETE FROM published_files WHERE client_id = $1 AND scheme_id = $2 AND file_id <> ALL($3::uuid[])',
)

const PUBLISH_FILES = tenantStatement(
  'curriculum/insert-published-files',
  `INSERT INTO published_files (client_id, scheme_id, file_id,
     purpose, filename, media_type, bytes, width, height, variants, sha256)
   SELECT client_id, $2, id, purpose, filename, media_type, bytes, width, height, variants, sha256 FROM files
   WHERE client_id = $1 AND id = ANY($3::uuid[]) AND purpose IN ('curriculum-file', 'curriculum-video')
   ON CONFLICT DO NOTHING RETURNING client_id`,
)

/**
 * Records which of the client's files the published revision shows. The files are not deleted while it is the newest
 * revision.
 */
export async function publishFiles(
  tx: Tx,
  clientId: string,
  schemeId: string,
  content: Content,
  nowMs: number,
): Promise<void> {
  const ids = [...new Set(shownFiles(content).map(({ file }) => file))]
  // files that only the previous revision shows may be unused now
  if ((await execute(tx, FORGET_FILES, [schemeId, ids])) > 0) await enqueueSweep(tx, clientId, nowMs)
  await execute(tx, PUBLISH_FILES, [schemeId, ids])
}

/**
 * SQL of the id of client $1's file that is the same as the row `published`: a copy of it, which has the same id, or
 * else an uploaded file with the same hash.
 */
const OWN_FILE = `(SELECT file.id FROM files file WHERE file.client_id = $1 AND file.purpose = published.purpose
    AND (file.id = published.file_id OR file.sha256 = published.sha256)
  ORDER BY file.id <> published.file_id, file.id LIMIT 1)`

const MISSING_FILES = tenantStatement(
  'curriculum/list-missing-files',
  `SELECT published.file_id, published.variants FROM published_files published
   WHERE published.client_id = $2 AND published.scheme_id = $3 AND ${isSubscribedTo('published')}
     AND ${OWN_FILE} IS NULL ORDER BY published.file_id`,
  { readsShared: true, prepare: true },
)

const COPY_FILE = tenantStatement(
  'curriculum/copy-published-file',
  `INSERT INTO files (client_id, created_at, id,
     purpose, filename, media_type, bytes, width, height, variants, sha256)
   SELECT $1, $2, file_id, purpose, filename, media_type, bytes, width, height, variants, sha256
   FROM published_files published WHERE client_id = $3 AND scheme_id = $4 AND file_id = $5
     AND ${isSubscribedTo('published')}
   ON CONFLICT DO NOTHING RETURNING client_id`,
  { readsShared: true },
)

/**
 * Copies the bytes of one published file that the client does not have yet, under the same random id. Returns a
 * function that writes the file's row and returns how many files are left; null when nothing is missing.
 */
export async function copyNextFile(
  { db, files, nowMs }: { db: Database; files: FileStore; nowMs: number },
  clientId: string,
  source: { owner: string; schemeId: string },
): Promise<((tx: Tx) => Promise<number>) | null> {
  const { owner, schemeId } = source
  const missing = await queryRowsInTenant(db, clientId, MISSING_FILES, [owner, schemeId])
  const [next] = missing
  if (!next) return null
  // The sweep deletes bytes without a row, which an interrupted copy leaves. A copy that fails deletes none itself, because
  // another worker, which went on after the lease of this one, may have written the row.
  await inTenant(db, clientId, 'write', (tx) => enqueueSweep(tx, clientId, nowMs))
  const { file_id: id, variants } = next
  // the original (no width) and each smaller picture
  for (const width of [undefined, ...variants])
    await files.disk.copy(storageKey(owner, id, width), storageKey(clientId, id, width))
  return async (tx) => {
    await execute(tx, COPY_FILE, [new Date(nowMs), owner, schemeId, id])
    return missing.length - 1
  }
}

const OWN_FILES = tenantStatement(
  'curriculum/list-own-files-of-published',
  `SELECT published.file_id AS theirs, ${OWN_FILE} AS ours FROM published_files published
   WHERE published.client_id = $2 AND published.scheme_id = $3 AND ${isSubscribedTo('published')}`,
  { readsShared: true },
)

/** The content of a published revision, with the addresses of files replaced by those of the client's own copies. */
export async function withOwnFiles(
  tx: Tx,
  source: { owner: string; schemeId: string },
  content: Content,
): Promise<Content> {
  const rows = await queryRows(tx, OWN_FILES, [source.owner, source.schemeId])
  const replaced = rows.filter(({ theirs, ours }) => ours !== null && ours !== theirs)
  if (replaced.length === 0) return content
  let text = JSON.stringify(content)
  for (const { theirs, ours } of replaced) text = text.replaceAll(`/files/${theirs}/`, `/files/${ours}/`)
  return JSON.parse(text) as Content
}
