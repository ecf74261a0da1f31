import type { Office } from '#server/clubs/office.ts'
import type { ChangedKey } from '#server/sync/counters.ts'
import type { Tx } from '#server/tenancy.ts'

/**
 * Takes members out of one group of the club, or of all. They are out since yesterday, so that no list of today has
 * them; what a coach marked today still counts (`server/sync/check-marks.ts`).
 */
export async function leaveGroups(
  tx: Tx,
  office: Office,
  memberIds: readonly string[],
  groupId: string | null = null,
): Promise<ChangedKey[]> {
  const { rows } = await tx.query<{ key: string }>(
    `UPDATE group_members gm SET to_date = $3::date - 1 FROM groups g
     WHERE g.client_id = gm.client_id AND g.id = gm.group_id AND g.club_id = $1 AND gm.member_id = ANY($2)
       AND (gm.to_date IS NULL OR gm.to_date >= $3) AND ($4::uuid IS NULL OR g.id = $4)
     RETURNING gm.group_id || '/' || gm.member_id AS key`,
    [office.clubId, memberIds, office.today, groupId],
  )
  return rows.map(({ key }) => ({ clubId: office.clubId, kind: 'group_member', key }))
}
