import { audit } from '#server/platform/audit.ts'
import { lockAccount } from './commands.ts'
import { countRename } from './count-rename.ts'
import { revokeAll } from '#server/platform/http/end-sessions.ts'
import { execute, queryRows, statement, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'

const UNLINK_CHILDREN = tenantStatement(
  'identity/unlink-children',
  'DELETE FROM member_links WHERE client_id = $1 AND user_id = $2 RETURNING member_id',
)

const ANONYMISE_USER = statement('identity/anonymise-user', 'SELECT anonymise_user($1)')

/**
 * Closes an account for good [7.25]: its sessions end, names, addresses and links to children are deleted, and what the
 * user did stays under the id. `by` is who closes it; null for the server. Returns the families of the ended sessions.
 */
export async function closeAccount(tx: Tx, by: string | null, userId: string, now: Date): Promise<string[]> {
  await lockAccount(tx, userId)
  const ended = await revokeAll(tx, userId, now)
  const children = await queryRows(tx, UNLINK_CHILDREN, [userId])
  for (const { member_id: entityId } of children)
    await audit(tx, { userId: by, action: 'unlink', entity: 'member', entityId, before: { parent: userId } })
  await execute(tx, ANONYMISE_USER, [userId])
  await countRename(tx)
  await audit(tx, { userId: by, action: 'close-account', entity: 'user', entityId: userId })
  return ended
}
