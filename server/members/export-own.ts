import type { Office } from '#server/tenants/clubs/office.ts'
import { exportMember } from '#server/flows/export/export-user.ts'
import type { Tx } from '#server/platform/tenancy.ts'

/** Everything held about a member of the office's club, but what other clubs noted for themselves (security.md 41). */
export async function exportOwnMember(tx: Tx, office: Office, memberId: string): Promise<string | null> {
  const { rows } = await tx.query(
    "SELECT FROM club_members WHERE club_id = $1 AND member_id = $2 AND status <> 'merged'",
    [office.clubId, memberId],
  )
  if (rows.length === 0) return null
  return exportMember(tx, office.clientId, memberId, { userId: office.userId, clubId: office.clubId })
}
