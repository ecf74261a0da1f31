import type { FileUse } from '#contract/platform/files.ts'
import type { Purpose } from '#domain/platform/file-type.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import type { Tx } from '#server/platform/tenancy.ts'

/** What uses a file: a kind of entity, and the key of one entity of this kind. */
export interface FileUser {
  kind: 'document' | 'client' | 'club' | 'node' | 'video'
  key: string
}

/**
 * Records which files an entity uses now, in the transaction that changes the entity. A used file cannot be deleted; a
 * file that nothing uses any more is deleted a day later. Refuses ids that are not files of this purpose; the refusal
 * names `field` of the request.
 */
export async function setUses(
  tx: Tx,
  clientId: string,
  user: FileUser,
  files: { purpose: Purpose; ids: readonly string[]; field: string },
): Promise<void> {
  // The lock keeps the sweep from deleting the files meanwhile.
  const { rows } = await tx.query<{ id: string }>(
    'SELECT id FROM files WHERE id = ANY($1::uuid[]) AND purpose = $2 FOR KEY SHARE',
    [files.ids, files.purpose],
  )
  if (rows.length !== new Set(files.ids).size) throw new Refusal('NOT_FOUND', { field: files.field })
  await tx.query('DELETE FROM file_uses WHERE kind = $1 AND key = $2 AND file_id <> ALL($3::uuid[])', [
    user.kind,
    user.key,
    files.ids,
  ])
  await tx.query(
    `INSERT INTO file_uses (client_id, file_id, kind, key) SELECT $1, id, $3, $4 FROM unnest($2::uuid[]) id
     ON CONFLICT DO NOTHING`,
    [clientId, files.ids, user.kind, user.key],
  )
}

/** Sets or removes the logo of a club or of the client. Users may set only a file that they uploaded themselves. */
export async function setLogo(
  tx: Tx,
  user: FileUser & { kind: 'client' | 'club' },
  { clientId, userId, fileId }: { clientId: string; userId: string; fileId: string | null },
): Promise<void> {
  const field = 'logo_file_id'
  // finds no row when the logo is removed (`fileId` is null)
  const { rowCount } = await tx.query('SELECT FROM files WHERE id = $1 AND created_by = $2', [fileId, userId])
  if (fileId !== null && rowCount === 0) throw new Refusal('NOT_FOUND', { field })
  await setUses(tx, clientId, user, { purpose: `${user.kind}-logo`, ids: fileId === null ? [] : [fileId], field })
}

export async function readUses(tx: Tx, fileId: string): Promise<FileUse[]> {
  const { rows } = await tx.query<FileUse>('SELECT kind, key FROM file_uses WHERE file_id = $1 ORDER BY kind, key', [
    fileId,
  ])
  return rows
}
