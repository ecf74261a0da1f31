import { audit } from '#server/platform/audit.ts'
import { execute, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'

const INSERT_LINK = tenantStatement(
  'identity/insert-member-link',
  'INSERT INTO member_links (client_id, user_id, member_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
)

/**
 * Links a parent to a child; returns false when they are linked already. It stands in `identity` and not in `members`,
 * because invitations and first logins call it.
 */
export async function linkMember(tx: Tx, actorId: string | null, userId: string, memberId: string): Promise<boolean> {
  const inserted = await execute(tx, INSERT_LINK, [userId, memberId])
  if (inserted === 0) return false
  const after = { parent: userId }
  await audit(tx, { userId: actorId, action: 'link', entity: 'member', entityId: memberId, after })
  return true
}
