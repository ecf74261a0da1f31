import { Type } from 'typebox'
import { ClientFile, type ClientFilesQuery } from '#contract/tenants/client-files.ts'
import { pageOf } from '#server/platform/http/page-of.ts'
import { audit } from '#server/platform/audit.ts'
import type { ClientContext } from '#server/tenants/clubs/client-context.ts'
import { isUnused } from '#server/platform/files/unused-files.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { execute, findRow, getRow, tenantStatement, tenantStatements } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { wordsIn } from '#server/platform/sql/words-in.ts'

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

/** SQL of all uses of the files of the client. It covers the tables with foreign keys to files. */
const ALL_USES = `SELECT file_id, kind, key FROM file_uses WHERE client_id = $1
  UNION ALL SELECT file_id, 'published', scheme_id::text FROM published_files WHERE client_id = $1`

/**
 * SQL of the name and the link of what uses a file, from a row `named_uses` of `ALL_USES`, in the language `$2`. What is
 * deleted has no link. The key of a node is the scheme's id (36 characters) followed by the node's id; the key of a
 * video is the scheme's id, a slash and the video's id.
 */
const DESCRIBE_USE = `SELECT named_uses.kind,
    coalesce(document.description, club.name, ${wordsIn('node.title', '$2')}, video.name,
      ${wordsIn('scheme.name', '$2')}, scheme.slug, client.name) AS name,
    CASE named_uses.kind
      WHEN 'document' THEN CASE WHEN document.deleted_at IS NULL
        THEN '/documents?folder=' || document.folder || '&document=' || document.id END
      WHEN 'club' THEN CASE WHEN club.deleted_at IS NULL THEN '/clubs?club=' || club.id END
      WHEN 'client' THEN '/settings' WHEN 'published' THEN '/sharing'
      WHEN 'node' THEN CASE WHEN node.deleted_at IS NULL AND scheme.deleted_at IS NULL
        THEN '/scheme/' || scheme.slug || node.id END
      WHEN 'video' THEN CASE WHEN scheme.deleted_at IS NULL THEN '/overview/' || scheme.slug END END AS "to"
  FROM clients client
    LEFT JOIN documents document ON document.client_id = client.client_id AND named_uses.kind = 'document' AND document.id::text = named_uses.key
    LEFT JOIN clubs club ON club.client_id = client.client_id AND named_uses.kind = 'club' AND club.id::text = named_uses.key
    LEFT JOIN schemes scheme ON scheme.client_id = client.client_id AND named_uses.kind IN ('node', 'video', 'published')
      AND scheme.id::text = split_part(named_uses.key, '/', 1)
    LEFT JOIN scheme_nodes node ON node.client_id = client.client_id AND named_uses.kind = 'node' AND node.scheme_id = scheme.id
      AND node.id = substr(named_uses.key, 37)
    LEFT JOIN scheme_videos video ON video.client_id = client.client_id AND named_uses.kind = 'video' AND video.scheme_id = scheme.id
      AND video.id::text = split_part(named_uses.key, '/', 2)
  WHERE client.client_id = $1`

/**
 * SQL of the files that the filters leave: a purpose (`$3`, or null), only unused files (`$4`), and a searched text
 * (`$5`, or null).
 */
const FROM_LISTED = `FROM files WHERE client_id = $1 AND ($3::text IS NULL OR purpose = $3)
  AND (NOT $4::boolean OR ${isUnused('files')})
  AND ($5::text IS NULL OR position(folded($5) IN folded(filename)) > 0)`

/** The files of a page in their order, each with its uploader, the number of its uses and the first few of them. */
const LIST_FILES = tenantStatements(
  'tenants/list-files',
  orders,
  (order) => `WITH page AS (SELECT *, row_number() OVER (ORDER BY ${order}) AS position ${FROM_LISTED}
     ORDER BY ${order} LIMIT $6 OFFSET $7),
   uses AS MATERIALIZED (SELECT * FROM (${ALL_USES}) all_uses WHERE file_id IN (SELECT id FROM page))
   SELECT (SELECT coalesce(json_agg(json_build_object('id', page.id, 'purpose', page.purpose,
       'filename', page.filename, 'media_type', page.media_type,
       'bytes', page.bytes, 'width', page.width, 'height', page.height,
       'created_ts', floor(extract(epoch FROM page.created_at))::bigint,
       'by', (SELECT trim(firstname || ' ' || lastname) FROM users
         WHERE users.client_id = $1 AND users.id = page.created_by),
       'used', (SELECT count(*) FROM uses WHERE uses.file_id = page.id),
       'uses', (SELECT coalesce(json_agg(described), '[]')
         FROM (SELECT * FROM uses WHERE uses.file_id = page.id ORDER BY kind, key LIMIT ${MAX_NAMED_USES}) named_uses,
         LATERAL (${DESCRIBE_USE}) described)) ORDER BY page.position), '[]') FROM page) AS list,
     (SELECT count(*) ${FROM_LISTED}) AS total`,
  { json: { list: Type.Array(ClientFile) } },
)

/** One page of the client's files, and how many there are in all. */
export async function listFiles(
  tx: Tx,
  language: string,
  query: ClientFilesQuery,
): Promise<{ rows: ClientFile[]; total: number }> {
  const { perPage, offset } = pageOf(query)
  const { list, total } = await getRow(tx, LIST_FILES[query.sort ?? 'dcreated'], [
    language,
    query.purpose ?? null,
    query.unused === '1',
    query.search?.trim() ?? null,
    perPage,
    offset,
  ])
  return { rows: list, total }
}

const LOCK_FILE = tenantStatement('tenants/lock-file', 'SELECT FROM files WHERE client_id = $1 AND id = $2 FOR UPDATE')

const FILE_TO_DELETE = tenantStatement(
  'tenants/read-file-to-delete',
  `SELECT filename, purpose, bytes, ${isUnused('files')} AS unused FROM files WHERE client_id = $1 AND id = $2`,
)

const DELETE_FILE = tenantStatement('tenants/delete-file', 'DELETE FROM files WHERE client_id = $1 AND id = $2')

/** Deletes the row of a file that nothing uses. The caller removes the bytes after commit. */
export async function deleteFile(tx: Tx, { userId }: ClientContext, id: string): Promise<void> {
  // The lock waits for a transaction that is just beginning to use the file, so that the next query sees its use.
  await execute(tx, LOCK_FILE, [id])
  const file = await findRow(tx, FILE_TO_DELETE, [id])
  if (!file) throw new Refusal('NOT_FOUND', { field: 'id' })
  const { unused: isUnused, ...before } = file
  if (!isUnused) throw new Refusal('FILE_IN_USE', { field: 'id' })
  await execute(tx, DELETE_FILE, [id])
  await audit(tx, { userId, action: 'delete', entity: 'file', entityId: id, before })
}
