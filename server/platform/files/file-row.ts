import type { Purpose } from '#domain/platform/file-type.ts'
import type { Tx } from '#server/platform/tenancy.ts'

/** A row of the table `files`. */
export interface FileRow {
  id: string
  purpose: Purpose
  filename: string
  media_type: string
  bytes: number
  /** The widths of the smaller copies of a picture, in pixels. */
  variants: number[]
  /** Null for a copy of a file that another client published. */
  created_by: string | null
}

export async function readFileRow(tx: Tx, id: string): Promise<FileRow | null> {
  const { rows } = await tx.query<FileRow>(
    'SELECT id, purpose, filename, media_type, bytes, variants, created_by FROM files WHERE id = $1',
    [id],
  )
  return rows[0] ?? null
}
