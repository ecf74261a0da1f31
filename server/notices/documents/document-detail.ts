import type { DocumentDetail } from '#contract/notices/documents.ts'
import { revisionOf } from '#server/platform/http/revision.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { administratorsOf, fileJson } from './list.ts'

/** A document with its versions, and for each club who has read the newest one. */
export async function readDocument(tx: Tx, id: string): Promise<DocumentDetail | null> {
  const { rows } = await tx.query<{ detail: Omit<DocumentDetail, 'revision'> }>(
    `SELECT json_build_object('id', d.id, 'folder', d.folder, 'description', d.description, 'version', d.version,
       'versions', (SELECT json_agg(json_build_object('version', v.version, 'file', ${fileJson},
           'by', u.firstname || ' ' || u.lastname, 'created_ts', floor(extract(epoch FROM v.created_at))) ORDER BY v.version DESC)
         FROM document_versions v JOIN files f ON f.client_id = v.client_id AND f.id = v.file_id
         JOIN users u ON u.client_id = v.client_id AND u.id = v.created_by
         WHERE v.client_id = d.client_id AND v.document_id = d.id),
       'clubs', (SELECT coalesce(json_agg(json_build_object('id', cl.id, 'name', cl.name, 'people', people) ORDER BY cl.name, cl.id), '[]')
         FROM (SELECT dc.client_id, dc.club_id, coalesce(json_agg(json_build_object('uuid', u.id, 'firstname', u.firstname,
               'lastname', u.lastname, 'read_ts', floor(extract(epoch FROM r.read_at))) ORDER BY u.lastname, u.firstname, u.id)
               FILTER (WHERE u.id IS NOT NULL), '[]') AS people
             FROM document_clubs dc ${administratorsOf('dc')}
             LEFT JOIN document_reads r ON r.client_id = d.client_id AND r.document_id = d.id AND r.version = d.version
               AND r.club_id = dc.club_id AND r.user_id = u.id
             WHERE dc.client_id = d.client_id AND dc.document_id = d.id GROUP BY dc.client_id, dc.club_id) dc
         JOIN clubs cl ON cl.client_id = dc.client_id AND cl.id = dc.club_id)) AS detail
     FROM documents d WHERE d.id = $1 AND d.deleted_at IS NULL`,
    [id],
  )
  const detail = rows[0]?.detail
  return detail ? { ...detail, revision: revisionOf(entryOf(detail)) } : null
}

/** The fields that the form may change; the revision is computed from them. */
function entryOf({ folder, description, version, clubs }: Omit<DocumentDetail, 'revision'>) {
  return { folder, description, version, clubs: clubs.map(({ id }) => id) }
}
