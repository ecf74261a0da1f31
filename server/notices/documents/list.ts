import type { DocumentsQuery, DocumentSort } from '#contract/notices/documents.ts'
import { pageOf } from '#server/platform/http/page-of.ts'
import { getRow, tenantStatements } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { includesToday } from '#server/tenants/clubs/today.ts'

const orders: Record<DocumentSort, string> = {
  adescription: 'folded(documents.description), documents.id',
  ddescription: 'folded(documents.description) DESC, documents.id',
  aupdated: 'documents.updated_at, documents.id',
  dupdated: 'documents.updated_at DESC, documents.id',
}

/** SQL of the API's JSON of a file, from the row `files`. */
export const fileJson = `json_build_object('id', files.id, 'filename', files.filename, 'media_type', files.media_type,
  'bytes', files.bytes, 'width', files.width, 'height', files.height)`

/**
 * SQL of a LEFT JOIN that adds the current administrators of each club as `users`, whose columns are null for a club
 * without any; `table` is the name of the rows with the clubs.
 */
export const leftJoinAdministrators = (table: string) => `LEFT JOIN (user_clubs
  JOIN users ON users.client_id = user_clubs.client_id AND users.id = user_clubs.user_id AND users.type = 'admin'
    AND users.status = 'current'
    AND ${includesToday('user_clubs')})
  ON user_clubs.client_id = ${table}.client_id AND user_clubs.club_id = ${table}.club_id`

/** The user who reads the list. */
export interface Reader {
  userId: string
  /** An administrator sees only documents of this club; null for an author, who sees all. */
  clubId: string | null
}

/** SQL condition that a column is the reader's club in `$3`, which is null for an author. */
const isReadersClub = (column: string) => `($3::uuid IS NULL OR ${column} = $3)`

const ofDocument = (table: string) => `${table}.client_id = documents.client_id AND ${table}.document_id = documents.id`

const readsOfNewest = `${ofDocument('document_reads')} AND document_reads.version = documents.version`

const fromClubs = `FROM document_clubs
  JOIN clubs ON clubs.client_id = document_clubs.client_id AND clubs.id = document_clubs.club_id
  WHERE ${ofDocument('document_clubs')} AND ${isReadersClub('document_clubs.club_id')}`

/** SQL of the administrators of a document's clubs, each with the confirmation of the newest version, if there is one. */
const fromAdministrators = `FROM document_clubs ${leftJoinAdministrators('document_clubs')}
  LEFT JOIN document_reads ON ${readsOfNewest} AND document_reads.club_id = document_clubs.club_id
    AND document_reads.user_id = users.id
  WHERE ${ofDocument('document_clubs')} AND ${isReadersClub('document_clubs.club_id')}`

/** SQL of a field that is only in the JSON when the parameter is true. */
const fieldIf = (param: string, name: string, value: string) =>
  `|| CASE WHEN ${param}::boolean THEN jsonb_build_object('${name}', ${value}) ELSE '{}' END`

const clubsJson = `(SELECT coalesce(jsonb_agg(jsonb_build_object('id', clubs.id, 'name', clubs.name)
  ORDER BY clubs.name), '[]') ${fromClubs})`

const logsJson = `(SELECT coalesce(jsonb_agg(jsonb_build_object('user_uuid', users.id, 'firstname', users.firstname,
    'lastname', users.lastname, 'club_id', document_reads.club_id,
    'read_ts', floor(extract(epoch FROM document_reads.read_at))) ORDER BY document_reads.read_at), '[]')
  FROM document_reads JOIN users ON users.client_id = document_reads.client_id AND users.id = document_reads.user_id
  WHERE ${readsOfNewest} AND ${isReadersClub('document_reads.club_id')})`

/** `legs` in the contract are the clubs, each with how many administrators it has and how many of them have read it. */
const legsJson = `(SELECT coalesce(jsonb_agg(jsonb_build_object('club_id', clubs.id, 'name', clubs.name,
    'read', per_club.read, 'total', per_club.total) ORDER BY clubs.name), '[]')
  FROM (SELECT document_clubs.client_id, document_clubs.club_id, count(document_reads.user_id) AS read,
    count(users.id) AS total ${fromAdministrators} GROUP BY 1, 2) per_club
  JOIN clubs ON clubs.client_id = per_club.client_id AND clubs.id = per_club.club_id)`

const countsJson = `(SELECT jsonb_build_object('clubs', count(DISTINCT document_clubs.club_id),
  'read', count(document_reads.user_id), 'total', count(users.id)) ${fromAdministrators})`

/** SQL of the documents that a list shows; `$4` is a folder and `$5` a search, or null. */
const FROM_LISTED = `FROM documents WHERE documents.client_id = $1 AND documents.deleted_at IS NULL
  AND ($4::text IS NULL OR documents.folder = $4)
  AND ($3::uuid IS NULL OR EXISTS (SELECT FROM document_clubs
    WHERE ${ofDocument('document_clubs')} AND document_clubs.club_id = $3))
  AND ($5::text IS NULL OR position(folded($5) IN folded(documents.description || ' ' || (
    SELECT files.filename FROM document_versions
    JOIN files ON files.client_id = document_versions.client_id AND files.id = document_versions.file_id
    WHERE ${ofDocument('document_versions')} AND document_versions.version = documents.version))) > 0)`

const LIST_DOCUMENTS = tenantStatements(
  'notices/list-documents',
  orders,
  (order) => `SELECT (SELECT coalesce(json_agg(jsonb_build_object('id', documents.id, 'folder', documents.folder,
       'description', documents.description, 'version', documents.version,
       'updated_ts', floor(extract(epoch FROM documents.updated_at)),
       'file', (SELECT ${fileJson} FROM document_versions
         JOIN files ON files.client_id = document_versions.client_id AND files.id = document_versions.file_id
         WHERE ${ofDocument('document_versions')} AND document_versions.version = documents.version),
       'read', (EXISTS (SELECT FROM document_reads WHERE ${readsOfNewest} AND document_reads.user_id = $2
         AND ${isReadersClub('document_reads.club_id')}))::int)
       ${fieldIf('$8', 'clubs', clubsJson)} ${fieldIf('$9', 'logs', logsJson)}
       ${fieldIf('$10', 'legs', legsJson)} ${fieldIf('$11', 'counts', countsJson)}
       ORDER BY ${order}), '[]')
     FROM (SELECT * ${FROM_LISTED} ORDER BY ${order} LIMIT $6 OFFSET $7) documents)::text AS json,
     (SELECT count(*) ${FROM_LISTED}) AS total`,
)

/** One page of documents as JSON text, and the total number. */
export async function listDocuments(
  tx: Tx,
  reader: Reader,
  query: DocumentsQuery,
): Promise<{ json: string; total: number }> {
  const { perPage, offset } = pageOf(query)
  return getRow(tx, LIST_DOCUMENTS[query.sort ?? 'adescription'], [
    reader.userId,
    reader.clubId,
    query.folder ?? null,
    query.search?.trim() ?? null,
    perPage,
    offset,
    query.with_clubs === '1',
    query.with_logs === '1',
    query.with_legs === '1',
    query.with_counts === '1',
  ])
}
