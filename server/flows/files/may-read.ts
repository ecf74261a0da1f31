import { mayShowContent } from '#domain/curriculum/permissions.ts'
import { noticesPolicy } from '#domain/notices/policy.ts'
import { rightOf } from '#domain/platform/rights.ts'
import { mayAuthor } from '#server/curriculum/schemes/may-author.ts'
import { readFileRow, type FileRow } from '#server/platform/files/file-row.ts'
import { clubContextOf } from '#server/tenants/clubs/club-context.ts'
import type { Session } from '#server/platform/http/session.ts'
import { execute, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'

/** The row of a file that the session may read; null when it may not, or when there is no such file. */
export async function readableFile(tx: Tx, session: Session, id: string, nowMs: number): Promise<FileRow | null> {
  const file = await readFileRow(tx, id)
  return file && (await mayRead(tx, session, file, nowMs)) ? file : null
}

async function mayRead(tx: Tx, session: Session, file: FileRow, nowMs: number): Promise<boolean> {
  if (mayAuthor(session) || file.created_by === session.userId) return true
  switch (file.purpose) {
    case 'client-logo':
    case 'club-logo':
      return true
    case 'curriculum-file':
    case 'curriculum-video':
      return mayShowContent('files', session.features)
    case 'document':
      return rightOf(noticesPolicy['documents.read'], session)?.on === 'addressed'
        ? isAddressed(tx, file.id, (await clubContextOf(tx, session, nowMs)).clubId)
        : false
  }
}

const ADDRESSED_VERSIONS = tenantStatement(
  'flows/find-addressed-document-of-file',
  `SELECT FROM document_versions version
   JOIN documents document ON document.client_id = version.client_id AND document.id = version.document_id
     AND document.version = version.version
   JOIN document_clubs addressee ON addressee.client_id = document.client_id AND addressee.document_id = document.id
   WHERE version.client_id = $1 AND version.file_id = $2 AND addressee.club_id = $3 AND document.deleted_at IS NULL`,
)

/** Whether the file is the newest version of a document that is addressed to this club and not deleted. */
async function isAddressed(tx: Tx, fileId: string, clubId: string): Promise<boolean> {
  return (await execute(tx, ADDRESSED_VERSIONS, [fileId, clubId])) !== 0
}
