import type { Tx } from '#server/platform/tenancy.ts'

/**
 * Links a parent to a child; returns false when they are linked already. It stands in `identity` and not in `members`,
 * because invitations and first logins call it.
 */
export async function linkMember(
  tx: Tx,
  clientId: string,
  actorId: string | null,
  userId: string,
  memberId: string,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    'INSERT INTO member_links (client_id, user_id, member_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
    [clientId, userId, memberId],
  )
  if (rowCount === 0) return false
  await tx.query(
    `INSERT INTO audit_log (client_id, user_id, action, entity, entity_id, after)
     VALUES ($1, $2, 'link', 'member', $3, $4)`,
    [clientId, actorId, memberId, { parent: userId }],
  )
  return true
}
