import type { ClubContext } from '#server/tenants/clubs/club-context.ts'
import { exportMember } from '#server/flows/export/export-user.ts'
import { execute, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'

const PLACE_OF_MEMBER = tenantStatement(
  'flows/find-place-of-member-at-club',
  `SELECT FROM club_members WHERE client_id = $1 AND club_id = $2 AND member_id = $3 AND status <> 'merged'`,
)

/**
 * Everything held about a member of an administrator's club, without what other clubs noted for themselves (security.md
 * 41). Null when the member is not in the club, or was merged into another record.
 */
export async function exportOwnMember(tx: Tx, context: ClubContext, memberId: string): Promise<string | null> {
  if ((await execute(tx, PLACE_OF_MEMBER, [context.clubId, memberId])) === 0) return null
  return exportMember(tx, memberId, { userId: context.userId, clubId: context.clubId })
}
