import type { FileUse } from '#contract/platform/files.ts'
import type { Purpose } from '#domain/platform/file-type.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { execute, queryRows, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'

/** What uses a file: a kind of entity, and the key of one entity of this kind. */
export interface FileUser {
  kind: 'document' | 'client' | 'club' | 'node' | 'video'
  key: string
}

/** The lock keeps the sweep from deleting the files meanwhile. */
const LOCK_FILES = tenantStatement(
  'platform/lock-files',
  'SELECT FROM files WHERE client_id = $1 AND id = ANY($2::uuid[]) AND purpose = $3 FOR KEY SHARE',
)
const DELETE_USES = tenantStatement(
  'platform/delete-other-uses',
  'DELETE FROM file_uses WHERE client_id = $1 AND kind = $2 AND key = $3 AND file_id <> ALL($4::uuid[])',
)
const INSERT_USES = tenantStatement(
  'platform/insert-uses',
  `INSERT INTO file_uses (client_id, file_id, kind, key) SELECT $1, id, $3, $4 FROM unnest($2::uuid[]) id
   ON CONFLICT DO NOTHING RETURNING client_id`,
)

/**
 * Records which files an entity uses now, in the transaction that changes the entity. A used file cannot be deleted; a
 * file that nothing uses any more is deleted a day later. Refuses ids that are not files of this purpose; the refusal
 * names `field` of the request.
 */
export async function setUses(
  tx: Tx,
  user: FileUser,
  files: { purpose: Purpose; ids: readonly string[]; field: string },
): Promise<void> {
  const found = await execute(tx, LOCK_FILES, [files.ids, files.purpose])
  if (found !== new Set(files.ids).size) throw new Refusal('NOT_FOUND', { field: files.field })
  await execute(tx, DELETE_USES, [user.kind, user.key, files.ids])
  await execute(tx, INSERT_USES, [files.ids, user.kind, user.key])
}

const OWN_FILE = tenantStatement(
  'platform/find-file-of-user',
  'SELECT FROM files WHERE client_id = $1 AND id = $2 AND created_by = $3',
)

/** Sets or removes the logo of a club or of the client. Users may set only a file that they uploaded themselves. */
export async function setLogo(
  tx: Tx,
  user: FileUser & { kind: 'client' | 'club' },
  { userId, fileId }: { userId: string; fileId: string | null },
): Promise<void> {
  const field = 'logo_file_id'
  if (fileId !== null && (await execute(tx, OWN_FILE, [fileId, userId])) === 0)
    throw new Refusal('NOT_FOUND', { field })
  await setUses(tx, user, { purpose: `${user.kind}-logo`, ids: fileId === null ? [] : [fileId], field })
}

const USES_OF_FILE = tenantStatement(
  'platform/list-uses-of-file',
  'SELECT kind, key FROM file_uses WHERE client_id = $1 AND file_id = $2 ORDER BY kind, key',
)

export function readUses(tx: Tx, fileId: string): Promise<FileUse[]> {
  return queryRows(tx, USES_OF_FILE, [fileId])
}
