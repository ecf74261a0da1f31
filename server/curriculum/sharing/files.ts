import { removeBytes, storageKey, type FileStore } from '#server/platform/files/storage.ts'
import { enqueueSweep } from '#server/platform/jobs/sweep-files.ts'
import { shownFiles } from '#server/curriculum/schemes/used-files.ts'
import { inTenant, type Database, type Tx } from '#server/platform/tenancy.ts'
import type { Content } from './content.ts'

/** Records which of the client's files the published revision shows. They are kept while it is the newest revision. */
export async function publishFiles(tx: Tx, clientId: string, schemeId: string, content: Content): Promise<void> {
  const ids = [...new Set(shownFiles(content).map(({ file }) => file))]
  await tx.query('DELETE FROM published_files WHERE client_id = $1 AND scheme_id = $2 AND file_id <> ALL($3::uuid[])', [
    clientId,
    schemeId,
    ids,
  ])
  await tx.query(
    `INSERT INTO published_files (client_id, scheme_id, file_id, purpose, filename, media_type, bytes, width, height, variants, sha256)
     SELECT client_id, $1, id, purpose, filename, media_type, bytes, width, height, variants, sha256 FROM files
     WHERE id = ANY($2::uuid[]) AND purpose IN ('curriculum-file', 'curriculum-video') ON CONFLICT DO NOTHING`,
    [schemeId, ids],
  )
}

interface MissingFile {
  file_id: string
  variants: number[]
}

/**
 * SQL of the client's own file that is the same as the published file `p`: copied before, or uploaded with the same
 * hash.
 */
const SAME = `(SELECT f.id FROM files f WHERE f.client_id = $1 AND f.purpose = p.purpose AND (f.id = p.file_id OR f.sha256 = p.sha256)
  ORDER BY f.id <> p.file_id, f.id LIMIT 1)`

/**
 * Copies the bytes of one published file that the client does not have yet, under the same random id. Returns a
 * function that writes the file's row and returns how many files are left; null when nothing is missing. Row-level
 * security lets the client see only what is published to it.
 */
export async function copyNextFile(
  { db, files, nowMs }: { db: Database; files: FileStore; nowMs: number },
  clientId: string,
  from: { owner: string; schemeId: string },
): Promise<((tx: Tx) => Promise<number>) | null> {
  const { owner, schemeId } = from
  const missing = await inTenant(db, clientId, 'write', async (tx) => {
    const { rows } = await tx.query<MissingFile>(
      `SELECT p.file_id, p.variants FROM published_files p WHERE p.client_id = $2 AND p.scheme_id = $3 AND ${SAME} IS NULL
       ORDER BY p.file_id`,
      [clientId, owner, schemeId],
    )
    // the sweep deletes bytes without a row, which an interrupted copy leaves
    if (rows.length > 0) await enqueueSweep(tx, clientId, nowMs)
    return rows
  })
  const [next] = missing
  if (!next) return null
  const { file_id: id, variants } = next
  try {
    for (const width of [undefined, ...variants])
      await files.disk.copy(storageKey(owner, id, width), storageKey(clientId, id, width))
  } catch (error) {
    await removeBytes(files, clientId, id).catch(() => undefined)
    throw error
  }
  return async (tx) => {
    await tx.query(
      `INSERT INTO files (client_id, id, purpose, filename, media_type, bytes, width, height, variants, sha256, created_at)
       SELECT $1, file_id, purpose, filename, media_type, bytes, width, height, variants, sha256, $4 FROM published_files
       WHERE client_id = $2 AND file_id = $5 AND scheme_id = $3 ON CONFLICT DO NOTHING`,
      [clientId, owner, schemeId, new Date(nowMs), id],
    )
    return missing.length - 1
  }
}

/** The content of a published revision, with the addresses of files replaced by those of the client's own copies. */
export async function withOwnFiles(
  tx: Tx,
  clientId: string,
  from: { owner: string; schemeId: string },
  content: Content,
): Promise<Content> {
  const { rows } = await tx.query<{ theirs: string; ours: string }>(
    `SELECT p.file_id AS theirs, ${SAME} AS ours FROM published_files p WHERE p.client_id = $2 AND p.scheme_id = $3`,
    [clientId, from.owner, from.schemeId],
  )
  const others = rows.filter(({ theirs, ours }) => ours !== null && ours !== theirs)
  if (others.length === 0) return content
  let text = JSON.stringify(content)
  for (const { theirs, ours } of others) text = text.replaceAll(`/files/${theirs}/`, `/files/${ours}/`)
  return JSON.parse(text) as Content
}
