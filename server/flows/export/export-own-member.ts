import type { ClubContext } from '#server/tenants/clubs/club-context.ts'
import { exportMember } from '#server/flows/export/export-user.ts'
import type { Tx } from '#server/platform/tenancy.ts'

/**
 * Everything held about a member of an administrator's club, without what other clubs noted for themselves (security.md
 * 41). Null when the member is not in the club, or was merged into another record.
 */
export async function exportOwnMember(tx: Tx, context: ClubContext, memberId: string): Promise<string | null> {
  const { rows } = await tx.query(
    "SELECT FROM club_members WHERE club_id = $1 AND member_id = $2 AND status <> 'merged'",
    [context.clubId, memberId],
  )
  if (rows.length === 0) return null
  return exportMember(tx, context.clientId, memberId, { userId: context.userId, clubId: context.clubId })
}
