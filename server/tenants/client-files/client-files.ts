import type { ClientFile, ClientFilesQuery } from '#contract/tenants/client-files.ts'
import { audit } from '#server/platform/audit.ts'
import type { ClientContext } from '#server/tenants/clubs/client-context.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { SqlParams } from '#server/platform/http/sql-params.ts'
import type { Tx } from '#server/platform/tenancy.ts'

const orders: Record<NonNullable<ClientFilesQuery['sort']>, string> = {
  acreated: 'f.created_at, f.id',
  dcreated: 'f.created_at DESC, f.id',
  aname: 'folded(f.filename), f.id',
  dname: 'folded(f.filename) DESC, f.id',
  abytes: 'f.bytes, f.id',
  dbytes: 'f.bytes DESC, f.id',
}
/** A row of the list names at most this many uses. */
const MAX_NAMED_USES = 5

/** SQL of all uses of files. It covers the tables with foreign keys to files, `file_uses` and `published_files`. */
const USES = `SELECT u.file_id, u.kind, u.key FROM file_uses u
  UNION ALL SELECT p.file_id, 'published', p.scheme_id::text FROM published_files p WHERE p.client_id = $1`
/** SQL condition: nothing uses the file `f`. */
const unused = `NOT EXISTS (SELECT FROM file_uses u WHERE u.client_id = f.client_id AND u.file_id = f.id)
  AND NOT EXISTS (SELECT FROM published_files p WHERE p.client_id = f.client_id AND p.file_id = f.id)`

/** SQL of the name and the link of a use `u`. `used-files.ts` defines the keys of nodes and videos. */
const describedUse = (
  language: string,
) => `SELECT u.kind, coalesce(d.description, cl.name, n.title ->> ${language}, n.title ->> 'en', v.name, s.name ->> ${language}, s.slug, c.name) AS name,
    CASE u.kind WHEN 'document' THEN CASE WHEN d.deleted_at IS NULL THEN '/documents?folder=' || d.folder || '&document=' || d.id END
      WHEN 'club' THEN CASE WHEN cl.deleted_at IS NULL THEN '/clubs?club=' || cl.id END
      WHEN 'client' THEN '/settings' WHEN 'published' THEN '/sharing'
      WHEN 'node' THEN CASE WHEN n.deleted_at IS NULL AND s.deleted_at IS NULL THEN '/scheme/' || s.slug || n.id END
      WHEN 'video' THEN CASE WHEN s.deleted_at IS NULL THEN '/overview/' || s.slug END END AS "to"
  FROM clients c
    LEFT JOIN documents d ON u.kind = 'document' AND d.id::text = u.key
    LEFT JOIN clubs cl ON u.kind = 'club' AND cl.id::text = u.key
    LEFT JOIN schemes s ON u.kind IN ('node', 'video', 'published') AND s.id::text = split_part(u.key, '/', 1)
    LEFT JOIN scheme_nodes n ON u.kind = 'node' AND n.scheme_id = s.id AND n.id = substr(u.key, 37)
    LEFT JOIN scheme_videos v ON u.kind = 'video' AND v.scheme_id = s.id AND v.id::text = split_part(u.key, '/', 2)`

/** One page of the client's files, and how many there are in all. */
export async function listFiles(
  tx: Tx,
  clientId: string,
  language: string,
  query: ClientFilesQuery,
): Promise<{ rows: ClientFile[]; total: number }> {
  const params = new SqlParams()
  params.add(clientId)
  const languageParam = params.add(language)
  // The first condition is always true, so that the list is not empty, and tells PostgreSQL the parameter's type.
  const conditions = [`${languageParam}::text IS NOT NULL`]
  if (query.purpose !== undefined) conditions.push(`f.purpose = ${params.add(query.purpose)}`)
  if (query.unused === '1') conditions.push(unused)
  if (query.search !== undefined)
    conditions.push(`position(folded(${params.add(query.search.trim())}) IN folded(f.filename)) > 0`)
  const where = conditions.join(' AND ')
  const order = orders[query.sort ?? 'dcreated']
  const perPage = Number(query.per_page ?? 10)
  const { rows } = await tx.query<{ list: ClientFile[]; total: number }>(
    `WITH page AS (SELECT f.*, row_number() OVER (ORDER BY ${order}) AS place FROM files f WHERE $1::text IS NOT NULL AND ${where}
       ORDER BY ${order} LIMIT ${params.add(perPage)} OFFSET ${params.add(Number(query.page ?? 0) * perPage)}),
     uses AS MATERIALIZED (SELECT * FROM (${USES}) a WHERE a.file_id IN (SELECT id FROM page))
     SELECT (SELECT coalesce(json_agg(json_build_object('id', f.id, 'purpose', f.purpose, 'filename', f.filename, 'media_type', f.media_type,
         'bytes', f.bytes, 'width', f.width, 'height', f.height, 'created_ts', floor(extract(epoch FROM f.created_at))::bigint,
         'by', (SELECT trim(u.firstname || ' ' || u.lastname) FROM users u WHERE u.id = f.created_by),
         'used', (SELECT count(*) FROM uses u WHERE u.file_id = f.id),
         'uses', (SELECT coalesce(json_agg(n), '[]') FROM (SELECT * FROM uses u WHERE u.file_id = f.id ORDER BY u.kind, u.key LIMIT ${MAX_NAMED_USES}) u,
           LATERAL (${describedUse(languageParam)}) n)) ORDER BY f.place), '[]') FROM page f) AS list,
       (SELECT count(*)::int FROM files f WHERE ${where}) AS total`,
    params.values,
  )
  return { rows: rows[0]?.list ?? [], total: rows[0]?.total ?? 0 }
}

/** Deletes the row of a file that nothing uses. The caller removes the bytes after commit. */
export async function deleteFile(tx: Tx, { clientId, userId }: ClientContext, id: string): Promise<void> {
  // The lock waits for a transaction that is just beginning to use the file, so that the next query sees its use.
  await tx.query('SELECT FROM files WHERE id = $1 FOR UPDATE', [id])
  const { rows } = await tx.query<{ filename: string; purpose: string; bytes: number; unused: boolean }>(
    `SELECT f.filename, f.purpose, f.bytes, ${unused} AS unused FROM files f WHERE f.id = $1`,
    [id],
  )
  const [file] = rows
  if (!file) throw new Refusal('NOT_FOUND', { field: 'id' })
  const { unused: isUnused, ...before } = file
  if (!isUnused) throw new Refusal('FILE_IN_USE', { field: 'id' })
  await tx.query('DELETE FROM files WHERE id = $1', [id])
  await audit(tx, clientId, { userId, action: 'delete', entity: 'file', entityId: id, before })
}
