import type { DocumentsQuery, DocumentSort } from '#contract/notices/documents.ts'
import { SqlParams } from '#server/platform/http/sql-params.ts'
import type { Tx } from '#server/platform/tenancy.ts'

const orders: Record<DocumentSort, string> = {
  adescription: 'folded(d.description), d.id',
  ddescription: 'folded(d.description) DESC, d.id',
  aupdated: 'd.updated_at, d.id',
  dupdated: 'd.updated_at DESC, d.id',
}

/** SQL of the API's JSON of a file, from alias `f`. */
export const fileJson = `json_build_object('id', f.id, 'filename', f.filename, 'media_type', f.media_type, 'bytes', f.bytes,
  'width', f.width, 'height', f.height)`

/** SQL: joins, as `u`, the current administrators of each club of a document; `alias` is that of the rows with the clubs. */
export const administratorsOf = (alias: string) => `LEFT JOIN (user_clubs uc
  JOIN users u ON u.client_id = uc.client_id AND u.id = uc.user_id AND u.type = 'admin' AND u.status = 'current'
    AND current_date >= uc.from_date AND (uc.to_date IS NULL OR current_date <= uc.to_date))
  ON uc.client_id = ${alias}.client_id AND uc.club_id = ${alias}.club_id`

/** The user who reads the list. */
export interface Reader {
  userId: string
  /** An administrator sees only documents of this club; null for an author, who sees all. */
  clubId: string | null
}

/** One page of documents as JSON text, and the total number. */
export async function listDocuments(
  tx: Tx,
  reader: Reader,
  query: DocumentsQuery,
): Promise<{ json: string; total: number }> {
  const params = new SqlParams()
  const user = params.add(reader.userId)
  const club = reader.clubId === null ? null : params.add(reader.clubId)
  const andOwnClub = (column: string) => (club === null ? '' : ` AND ${column} = ${club}`)
  const conditions = ['d.deleted_at IS NULL']
  if (query.folder !== undefined) conditions.push(`d.folder = ${params.add(query.folder)}`)
  if (club !== null)
    conditions.push(
      `EXISTS (SELECT FROM document_clubs dc WHERE dc.client_id = d.client_id AND dc.document_id = d.id AND dc.club_id = ${club})`,
    )
  if (query.search !== undefined)
    conditions.push(
      `position(folded(${params.add(query.search.trim())}) IN folded(d.description || ' ' || (SELECT f.filename FROM document_versions v
         JOIN files f ON f.client_id = v.client_id AND f.id = v.file_id
         WHERE v.client_id = d.client_id AND v.document_id = d.id AND v.version = d.version))) > 0`,
    )
  const where = conditions.join(' AND ')
  const order = orders[query.sort ?? 'adescription']
  const ofDocument = (alias: string) => `${alias}.client_id = d.client_id AND ${alias}.document_id = d.id`
  const clubs = `FROM document_clubs dc JOIN clubs cl ON cl.client_id = dc.client_id AND cl.id = dc.club_id WHERE ${ofDocument('dc')}${andOwnClub('dc.club_id')}`
  const reads = `${ofDocument('r')} AND r.version = d.version`
  const readers = `document_clubs dc ${administratorsOf('dc')}
    LEFT JOIN document_reads r ON ${reads} AND r.club_id = dc.club_id AND r.user_id = u.id WHERE ${ofDocument('dc')}${andOwnClub('dc.club_id')}`
  const extraFields = [
    query.with_clubs === '1'
      ? `|| jsonb_build_object('clubs', (SELECT coalesce(jsonb_agg(jsonb_build_object('id', cl.id, 'name', cl.name) ORDER BY cl.name), '[]') ${clubs}))`
      : '',
    query.with_logs === '1'
      ? `|| jsonb_build_object('logs', (SELECT coalesce(jsonb_agg(jsonb_build_object('user_uuid', u.id, 'firstname', u.firstname,
           'lastname', u.lastname, 'club_id', r.club_id, 'read_ts', floor(extract(epoch FROM r.read_at))) ORDER BY r.read_at), '[]')
           FROM document_reads r JOIN users u ON u.client_id = r.client_id AND u.id = r.user_id
           WHERE ${ofDocument('r')} AND r.version = d.version${andOwnClub('r.club_id')}))`
      : '',
    query.with_legs === '1'
      ? `|| jsonb_build_object('legs', (SELECT coalesce(jsonb_agg(jsonb_build_object('club_id', cl.id, 'name', cl.name,
           'read', legs.read, 'total', legs.total) ORDER BY cl.name), '[]')
           FROM (SELECT dc.client_id, dc.club_id, count(r.user_id) AS read, count(u.id) AS total FROM ${readers} GROUP BY 1, 2) legs
           JOIN clubs cl ON cl.client_id = legs.client_id AND cl.id = legs.club_id))`
      : '',
    query.with_counts === '1'
      ? `|| jsonb_build_object('counts', (SELECT jsonb_build_object('clubs', count(DISTINCT dc.club_id), 'read', count(r.user_id),
           'total', count(u.id)) FROM ${readers}))`
      : '',
  ].join(' ')
  const perPage = Number(query.per_page ?? 10)
  const { rows } = await tx.query<{ json: string; total: number }>(
    `SELECT (SELECT coalesce(json_agg(jsonb_build_object('id', d.id, 'folder', d.folder, 'description', d.description,
         'version', d.version, 'updated_ts', floor(extract(epoch FROM d.updated_at)),
         'file', (SELECT ${fileJson} FROM document_versions v JOIN files f ON f.client_id = v.client_id AND f.id = v.file_id
           WHERE ${ofDocument('v')} AND v.version = d.version),
         'read', (EXISTS (SELECT FROM document_reads r WHERE ${reads} AND r.user_id = ${user}${andOwnClub('r.club_id')}))::int) ${extraFields}
         ORDER BY ${order}), '[]')
       FROM (SELECT * FROM documents d WHERE ${where} ORDER BY ${order}
         LIMIT ${params.add(perPage)} OFFSET ${params.add(Number(query.page ?? 0) * perPage)}) d)::text AS json,
       (SELECT count(*) FROM documents d WHERE ${where}) AS total`,
    params.values,
  )
  return rows[0] ?? { json: '[]', total: 0 }
}
