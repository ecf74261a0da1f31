import type { ClientFile, ClientFilesQuery } from '#contract/tenants/client-files.ts'
import { audit } from '#server/platform/audit.ts'
import type { ClientContext } from '#server/tenants/clubs/client-context.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { SqlParams } from '#server/platform/http/sql-params.ts'
import type { Tx } from '#server/platform/tenancy.ts'

const orders: Record<NonNullable<ClientFilesQuery['sort']>, string> = {
  acreated: 'created_at, id',
  dcreated: 'created_at DESC, id',
  aname: 'folded(filename), id',
  dname: 'folded(filename) DESC, id',
  abytes: 'bytes, id',
  dbytes: 'bytes DESC, id',
}
/** A row of the list describes at most this many uses of the file. */
const MAX_NAMED_USES = 5

/**
 * SQL of all uses of the files of the client $1. It covers the tables with foreign keys to files. Only the second names
 * the client, because in it a client also sees the rows of schemes to which it subscribes.
 */
const ALL_USES = `SELECT file_id, kind, key FROM file_uses
  UNION ALL SELECT file_id, 'published', scheme_id::text FROM published_files WHERE client_id = $1`
/** SQL condition: nothing uses the file of a row of `files`. */
const IS_UNUSED = `NOT EXISTS (SELECT FROM file_uses
    WHERE file_uses.client_id = files.client_id AND file_uses.file_id = files.id)
  AND NOT EXISTS (SELECT FROM published_files
    WHERE published_files.client_id = files.client_id AND published_files.file_id = files.id)`

/**
 * SQL of the name and the link of what uses a file, from a row `named_uses` of `ALL_USES`. What is deleted has no link.
 * `language` is SQL, too. The key of a node is the scheme's id (36 characters) followed by the node's id; the key of a
 * video is the scheme's id, a slash and the video's id.
 */
const describeUse = (language: string) => `SELECT named_uses.kind,
    coalesce(document.description, club.name, node.title ->> ${language}, node.title ->> 'en', video.name,
      scheme.name ->> ${language}, scheme.slug, client.name) AS name,
    CASE named_uses.kind
      WHEN 'document' THEN CASE WHEN document.deleted_at IS NULL
        THEN '/documents?folder=' || document.folder || '&document=' || document.id END
      WHEN 'club' THEN CASE WHEN club.deleted_at IS NULL THEN '/clubs?club=' || club.id END
      WHEN 'client' THEN '/settings' WHEN 'published' THEN '/sharing'
      WHEN 'node' THEN CASE WHEN node.deleted_at IS NULL AND scheme.deleted_at IS NULL
        THEN '/scheme/' || scheme.slug || node.id END
      WHEN 'video' THEN CASE WHEN scheme.deleted_at IS NULL THEN '/overview/' || scheme.slug END END AS "to"
  FROM clients client
    LEFT JOIN documents document ON named_uses.kind = 'document' AND document.id::text = named_uses.key
    LEFT JOIN clubs club ON named_uses.kind = 'club' AND club.id::text = named_uses.key
    LEFT JOIN schemes scheme ON named_uses.kind IN ('node', 'video', 'published')
      AND scheme.id::text = split_part(named_uses.key, '/', 1)
    LEFT JOIN scheme_nodes node ON named_uses.kind = 'node' AND node.scheme_id = scheme.id
      AND node.id = substr(named_uses.key, 37)
    LEFT JOIN scheme_videos video ON named_uses.kind = 'video' AND video.scheme_id = scheme.id
      AND video.id::text = split_part(named_uses.key, '/', 2)`

/** One page of the client's files, and how many there are in all. */
export async function listFiles(
  tx: Tx,
  clientId: string,
  language: string,
  query: ClientFilesQuery,
): Promise<{ rows: ClientFile[]; total: number }> {
  const params = new SqlParams()
  // The first parameter is $1, which `ALL_USES` reads.
  params.add(clientId)
  const languageParam = params.add(language)
  // The first condition is always true. Without filters it keeps the list of conditions from being empty, and it tells
  // PostgreSQL the parameter's type.
  const conditions = [`${languageParam}::text IS NOT NULL`]
  if (query.purpose !== undefined) conditions.push(`purpose = ${params.add(query.purpose)}`)
  if (query.unused === '1') conditions.push(IS_UNUSED)
  if (query.search !== undefined)
    conditions.push(`position(folded(${params.add(query.search.trim())}) IN folded(filename)) > 0`)
  const where = conditions.join(' AND ')
  const order = orders[query.sort ?? 'dcreated']
  const perPage = Number(query.per_page ?? 10)
  const { rows } = await tx.query<{ list: ClientFile[]; total: number }>(
    // The files of the page in their order, each with its uploader, the number of its uses and the first few of them.
    `WITH page AS (SELECT *, row_number() OVER (ORDER BY ${order}) AS position FROM files
       WHERE $1::text IS NOT NULL AND ${where}
       ORDER BY ${order} LIMIT ${params.add(perPage)} OFFSET ${params.add(Number(query.page ?? 0) * perPage)}),
     uses AS MATERIALIZED (SELECT * FROM (${ALL_USES}) all_uses WHERE file_id IN (SELECT id FROM page))
     SELECT (SELECT coalesce(json_agg(json_build_object('id', page.id, 'purpose', page.purpose,
         'filename', page.filename, 'media_type', page.media_type,
         'bytes', page.bytes, 'width', page.width, 'height', page.height,
         'created_ts', floor(extract(epoch FROM page.created_at))::bigint,
         'by', (SELECT trim(firstname || ' ' || lastname) FROM users WHERE users.id = page.created_by),
         'used', (SELECT count(*) FROM uses WHERE uses.file_id = page.id),
         'uses', (SELECT coalesce(json_agg(described), '[]')
           FROM (SELECT * FROM uses WHERE uses.file_id = page.id ORDER BY kind, key LIMIT ${MAX_NAMED_USES}) named_uses,
           LATERAL (${describeUse(languageParam)}) described)) ORDER BY page.position), '[]') FROM page) AS list,
       (SELECT count(*)::int FROM files WHERE ${where}) AS total`,
    params.values,
  )
  return { rows: rows[0]?.list ?? [], total: rows[0]?.total ?? 0 }
}

/** Deletes the row of a file that nothing uses. The caller removes the bytes after commit. */
export async function deleteFile(tx: Tx, { clientId, userId }: ClientContext, id: string): Promise<void> {
  // The lock waits for a transaction that is just beginning to use the file, so that the next query sees its use.
  await tx.query('SELECT FROM files WHERE id = $1 FOR UPDATE', [id])
  const { rows } = await tx.query<{ filename: string; purpose: string; bytes: number; unused: boolean }>(
    `SELECT filename, purpose, bytes, ${IS_UNUSED} AS unused FROM files WHERE id = $1`,
    [id],
  )
  const [file] = rows
  if (!file) throw new Refusal('NOT_FOUND', { field: 'id' })
  const { unused: isUnused, ...before } = file
  if (!isUnused) throw new Refusal('FILE_IN_USE', { field: 'id' })
  await tx.query('DELETE FROM files WHERE id = $1', [id])
  await audit(tx, clientId, { userId, action: 'delete', entity: 'file', entityId: id, before })
}
