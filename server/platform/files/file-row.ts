import { filePurposes, type Purpose } from '#domain/platform/file-type.ts'
import { oneOf } from '#server/platform/sql/one-of.ts'
import { findRow, tenantStatement, type RowOf } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'

const FILE = tenantStatement(
  'platform/find-file',
  `SELECT id, purpose, filename, media_type, bytes,
     -- the widths of the smaller copies of a picture, in pixels
     variants,
     -- null for a copy of a file that another client published
     created_by FROM files WHERE client_id = $1 AND id = $2`,
)

/** A row of the table `files`. */
export type FileRow = RowOf<typeof FILE> & { purpose: Purpose }

export async function readFileRow(tx: Tx, id: string): Promise<FileRow | null> {
  const row = await findRow(tx, FILE, [id])
  return row ? { ...row, purpose: oneOf(filePurposes, row.purpose) } : null
}
