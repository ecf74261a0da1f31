import { Type, type Static } from 'typebox'
import { DocumentDetail } from '#contract/notices/documents.ts'
import { revisionOf } from '#server/platform/http/revision.ts'
import { findRow, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { leftJoinAdministrators, fileJson } from './list.ts'

const StoredDocument = Type.Omit(DocumentDetail, ['revision'])
type StoredDocument = Static<typeof StoredDocument>

const DOCUMENT = tenantStatement(
  'notices/read-document',
  `SELECT json_build_object('id', documents.id, 'folder', documents.folder, 'description', documents.description,
    'version', documents.version,
     'versions', (SELECT json_agg(json_build_object('version', document_versions.version, 'file', ${fileJson},
         'by', users.firstname || ' ' || users.lastname,
           'created_ts', floor(extract(epoch FROM document_versions.created_at)))
           ORDER BY document_versions.version DESC)
       FROM document_versions
         JOIN files ON files.client_id = document_versions.client_id AND files.id = document_versions.file_id
       JOIN users ON users.client_id = document_versions.client_id AND users.id = document_versions.created_by
       WHERE document_versions.client_id = documents.client_id AND document_versions.document_id = documents.id),
     'clubs', (SELECT coalesce(json_agg(json_build_object('id', clubs.id, 'name', clubs.name, 'people', people)
       ORDER BY clubs.name, clubs.id), '[]')
       FROM (SELECT document_clubs.client_id, document_clubs.club_id,
         coalesce(json_agg(json_build_object('uuid', users.id, 'firstname', users.firstname,
             'lastname', users.lastname, 'read_ts', floor(extract(epoch FROM document_reads.read_at)))
               ORDER BY users.lastname, users.firstname, users.id)
             FILTER (WHERE users.id IS NOT NULL), '[]') AS people
           FROM document_clubs ${leftJoinAdministrators('document_clubs')}
           LEFT JOIN document_reads ON document_reads.client_id = documents.client_id
             AND document_reads.document_id = documents.id AND document_reads.version = documents.version
             AND document_reads.club_id = document_clubs.club_id AND document_reads.user_id = users.id
           WHERE document_clubs.client_id = documents.client_id AND document_clubs.document_id = documents.id
             GROUP BY document_clubs.client_id, document_clubs.club_id) per_club
       JOIN clubs ON clubs.client_id = per_club.client_id AND clubs.id = per_club.club_id)) AS detail
   FROM documents WHERE documents.client_id = $1 AND documents.id = $2 AND documents.deleted_at IS NULL`,
  { json: { detail: StoredDocument } },
)

/**
 * A document with its versions, and for each club the current administrators and when they have confirmed the newest
 * version, if so. Null for an unknown or deleted document.
 */
export async function readDocument(tx: Tx, id: string): Promise<DocumentDetail | null> {
  const row = await findRow(tx, DOCUMENT, [id])
  return row ? { ...row.detail, revision: revisionOf(editableFields(row.detail)) } : null
}

/** The fields of a document that its form changes; the revision is computed from them. */
function editableFields({ folder, description, version, clubs }: StoredDocument) {
  return { folder, description, version, clubs: clubs.map(({ id }) => id) }
}
