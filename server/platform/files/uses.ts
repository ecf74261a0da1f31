import type { FileUse } from '#contract/platform/files.ts'
import type { Purpose } from '#domain/platform/file-type.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import type { Tx } from '#server/platform/tenancy.ts'

/** What uses a file: `key` is the id of a thing of this kind. */
export interface User {
  kind: 'document' | 'client' | 'club' | 'node' | 'video'
  key: string
}

/**
 * Says which files a thing uses now, in the transaction that changes it. A used file cannot be deleted; one that nothing
 * uses any more goes a day later. Refuses ids that are no file of this purpose.
 */
export async function setUses(
  tx: Tx,
  clientId: string,
  by: User,
  files: { purpose: Purpose; ids: readonly string[]; field: string },
): Promise<void> {
  // locked, so that none is cleaned away meanwhile
  const { rows } = await tx.query<{ id: string }>(
    'SELECT id FROM files WHERE id = ANY($1::uuid[]) AND purpose = $2 FOR KEY SHARE',
    [files.ids, files.purpose],
  )
  if (rows.length !== new Set(files.ids).size) throw new Refusal('NOT_FOUND', { field: files.field })
  await tx.query('DELETE FROM file_uses WHERE kind = $1 AND key = $2 AND file_id <> ALL($3::uuid[])', [
    by.kind,
    by.key,
    files.ids,
  ])
  await tx.query(
    `INSERT INTO file_uses (client_id, file_id, kind, key) SELECT $1, id, $3, $4 FROM unnest($2::uuid[]) id
     ON CONFLICT DO NOTHING`,
    [clientId, files.ids, by.kind, by.key],
  )
}

/** The logo of a club or of the client, or none. Only what the same user put: another's is not theirs to take. */
export async function useLogo(
  tx: Tx,
  by: User & { kind: 'client' | 'club' },
  { clientId, userId, fileId }: { clientId: string; userId: string; fileId: string | null },
): Promise<void> {
  const field = 'logo_file_id'
  const { rowCount } = await tx.query('SELECT FROM files WHERE id = $1 AND created_by = $2', [fileId, userId])
  if (fileId !== null && rowCount === 0) throw new Refusal('NOT_FOUND', { field })
  await setUses(tx, clientId, by, { purpose: `${by.kind}-logo`, ids: fileId === null ? [] : [fileId], field })
}

export async function usesOf(tx: Tx, fileId: string): Promise<FileUse[]> {
  const { rows } = await tx.query<FileUse>('SELECT kind, key FROM file_uses WHERE file_id = $1 ORDER BY kind, key', [
    fileId,
  ])
  return rows
}
