import type { DocumentPatch, DocumentDetail, NewDocumentBody } from '#contract/notices/documents.ts'
import { audit } from '#server/platform/audit.ts'
import { setUses } from '#server/platform/files/uses.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { matchRevision } from '#server/platform/http/revision.ts'
import { enqueueSweep } from '#server/platform/jobs/sweep-files.ts'
import { enqueueMails } from '#server/platform/mail/queue.ts'
import { execute, findRow, getRow, queryRows, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { leftJoinAdministrators } from './list.ts'
import { readDocument } from './document-detail.ts'

/** Who changes a document, and when. */
export interface Actor {
  clientId: string
  userId: string
  nowMs: number
}

const missing = () => new Refusal('NOT_FOUND', { field: 'id' })
const entity = 'document'

const INSERT_DOCUMENT = tenantStatement(
  'notices/insert-document',
  'INSERT INTO documents (client_id, id, folder, description, updated_at) VALUES ($1, $2, $3, $4, $5)',
)

/** Creates a document with its first version, for the given clubs. */
export async function createDocument(tx: Tx, by: Actor, id: string, body: NewDocumentBody): Promise<void> {
  const description = body.description.trim()
  await execute(tx, INSERT_DOCUMENT, [id, body.folder, description, new Date(by.nowMs)])
  await addVersion(tx, by, id, 1, body.file_id)
  await setClubs(tx, id, body.club_ids)
  await audit(tx, {
    userId: by.userId,
    action: 'create',
    entity,
    entityId: id,
    after: { ...body, description },
  })
}

const UPDATE_DOCUMENT = tenantStatement(
  'notices/update-document',
  `UPDATE documents SET folder = $3, description = $4, version = $5, updated_at = $6
   WHERE client_id = $1 AND id = $2`,
)

/** Changes the given fields of a document. A different file becomes a new version. */
export async function changeDocument(
  tx: Tx,
  by: Actor,
  id: string,
  patch: DocumentPatch,
  ifMatch: string,
): Promise<void> {
  const before = await lockDocument(tx, id)
  matchRevision(ifMatch, before.revision)
  const newest = before.versions[0]?.file.id
  const version = patch.file_id !== undefined && patch.file_id !== newest ? before.version + 1 : before.version
  if (patch.file_id !== undefined && version !== before.version) await addVersion(tx, by, id, version, patch.file_id)
  await execute(tx, UPDATE_DOCUMENT, [
    id,
    patch.folder ?? before.folder,
    (patch.description ?? before.description).trim(),
    version,
    new Date(by.nowMs),
  ])
  if (patch.club_ids) await setClubs(tx, id, patch.club_ids)
  const beforeFields = {
    folder: before.folder,
    description: before.description,
    version: before.version,
    club_ids: before.clubs.map(({ id: clubId }) => clubId),
  }
  await audit(tx, {
    userId: by.userId,
    action: 'change',
    entity,
    entityId: id,
    before: beforeFields,
    after: patch,
  })
}

const MARK_DELETED = tenantStatement(
  'notices/mark-document-deleted',
  'UPDATE documents SET deleted_at = $3 WHERE client_id = $1 AND id = $2',
)

/** Removes a document from all lists; for a month it can be restored (`undeleteDocument`). */
export async function deleteDocument(tx: Tx, by: Actor, id: string): Promise<void> {
  const { description } = await lockDocument(tx, id)
  await execute(tx, MARK_DELETED, [id, new Date(by.nowMs)])
  // the sweep deletes the document for good after that month
  await enqueueSweep(tx, by.clientId, by.nowMs)
  await audit(tx, { userId: by.userId, action: 'delete', entity, entityId: id, before: { description } })
}

export async function undeleteDocument(tx: Tx, by: Actor, id: string): Promise<void> {
  const restored = await execute(tx, MARK_DELETED, [id, null])
  if (restored === 0) throw missing()
  await audit(tx, { userId: by.userId, action: 'undelete', entity, entityId: id })
}

const VERSION_FOR_CLUB = tenantStatement(
  'notices/find-version-for-club',
  `SELECT documents.version FROM documents
    JOIN document_clubs ON document_clubs.client_id = documents.client_id
      AND document_clubs.document_id = documents.id
   WHERE documents.client_id = $1 AND documents.id = $2 AND document_clubs.club_id = $3
     AND documents.deleted_at IS NULL`,
)

const INSERT_READ = tenantStatement(
  'notices/insert-document-read',
  `INSERT INTO document_reads (client_id, document_id, version, club_id, user_id, read_at)
   VALUES ($1, $2, $3, $4, $5, $6)
   ON CONFLICT DO NOTHING`,
)

/**
 * Records that an administrator has read the newest version of a document, for the club; refused when `ifMatch` is another
 * version. A repeated confirmation changes nothing.
 */
export async function confirmRead(
  tx: Tx,
  by: Actor,
  clubId: string,
  id: string,
  ifMatch: string | undefined,
): Promise<void> {
  const document = await findRow(tx, VERSION_FOR_CLUB, [id, clubId])
  if (!document) throw missing()
  if (ifMatch !== undefined) matchRevision(ifMatch, String(document.version))
  const inserted = await execute(tx, INSERT_READ, [id, document.version, clubId, by.userId, new Date(by.nowMs)])
  if (inserted === 0) return
  const after = { version: document.version, club: clubId }
  await audit(tx, { userId: by.userId, action: 'confirm-read', entity, entityId: id, after })
}

const USERS_TO_REMIND = tenantStatement(
  'notices/list-users-to-remind',
  `SELECT DISTINCT users.id FROM documents
    JOIN document_clubs ON document_clubs.client_id = documents.client_id
      AND document_clubs.document_id = documents.id
   ${leftJoinAdministrators('document_clubs')}
   WHERE documents.client_id = $1 AND documents.id = $2 AND users.verified AND users.email IS NOT NULL
     AND NOT EXISTS (SELECT FROM document_reads
       WHERE document_reads.client_id = documents.client_id AND document_reads.document_id = documents.id
       AND document_reads.version = documents.version AND document_reads.club_id = document_clubs.club_id
         AND document_reads.user_id = users.id)
     AND NOT EXISTS (SELECT FROM mails WHERE mails.client_id = users.client_id AND mails.user_id = users.id
       AND mails.kind = 'document-reminder' AND mails.data->>'document' = $2::text AND mails.created_at > $3)
   ORDER BY users.id`,
)

/**
 * Mails a reminder to the administrators who have not confirmed the newest version, have a verified address and were
 * not reminded within a day; returns their number.
 */
export async function remindUnread(tx: Tx, by: Actor, id: string): Promise<number> {
  await lockDocument(tx, id)
  const users = await queryRows(tx, USERS_TO_REMIND, [id, new Date(by.nowMs - 86_400_000)])
  await enqueueMails(tx, new Date(by.nowMs), {
    userIds: users.map((user) => user.id),
    kind: 'document-reminder',
    data: { document: id },
  })
  const after = { reminded: users.length }
  await audit(tx, { userId: by.userId, action: 'remind', entity, entityId: id, after })
  return users.length
}

const LOCK_DOCUMENT = tenantStatement(
  'notices/lock-document',
  'SELECT FROM documents WHERE client_id = $1 AND id = $2 FOR UPDATE',
)

async function lockDocument(tx: Tx, id: string): Promise<DocumentDetail> {
  await execute(tx, LOCK_DOCUMENT, [id])
  const detail = await readDocument(tx, id)
  if (!detail) throw missing()
  return detail
}

const FILES_OF_VERSIONS = tenantStatement(
  'notices/list-files-of-versions',
  'SELECT file_id FROM document_versions WHERE client_id = $1 AND document_id = $2',
)

const INSERT_VERSION = tenantStatement(
  'notices/insert-document-version',
  `INSERT INTO document_versions (client_id, document_id, version, file_id, created_by, created_at)
   VALUES ($1, $2, $3, $4, $5, $6)`,
)

/** Adds a version. Earlier versions stay, because administrators have confirmed them. */
async function addVersion(tx: Tx, by: Actor, id: string, version: number, fileId: string): Promise<void> {
  const versions = await queryRows(tx, FILES_OF_VERSIONS, [id])
  // the document uses the files of all its versions
  const ids = [fileId, ...versions.map((row) => row.file_id)]
  await setUses(tx, { kind: 'document', key: id }, { purpose: 'document', ids, field: 'file_id' })
  await execute(tx, INSERT_VERSION, [id, version, fileId, by.userId, new Date(by.nowMs)])
}

const DELETE_OTHER_CLUBS = tenantStatement(
  'notices/delete-other-clubs-of-document',
  'DELETE FROM document_clubs WHERE client_id = $1 AND document_id = $2 AND club_id <> ALL($3::uuid[])',
)

const COUNT_CLUBS = tenantStatement(
  'notices/count-clubs-of-document',
  'SELECT count(*) AS existing FROM clubs WHERE client_id = $1 AND deleted_at IS NULL AND id = ANY($2::uuid[])',
)

const INSERT_CLUBS = tenantStatement(
  'notices/insert-clubs-of-document',
  `INSERT INTO document_clubs (client_id, document_id, club_id)
   SELECT $1, $2, id FROM unnest($3::uuid[]) id ON CONFLICT DO NOTHING RETURNING client_id`,
)

/** Sets the clubs for which a document is; refuses an unknown club. */
async function setClubs(tx: Tx, id: string, clubIds: readonly string[]): Promise<void> {
  await execute(tx, DELETE_OTHER_CLUBS, [id, clubIds])
  const { existing } = await getRow(tx, COUNT_CLUBS, [clubIds])
  if (existing !== clubIds.length) throw new Refusal('NOT_FOUND', { field: 'club_ids' })
  await execute(tx, INSERT_CLUBS, [id, clubIds])
}
