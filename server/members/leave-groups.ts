import type { Tx } from '#server/platform/tenancy.ts'
import type { ChangedKey } from '#server/tenants/changes/change-counters.ts'
import { refuseForeignRecords, type ClubContext } from '#server/tenants/clubs/club-context.ts'

/**
 * Removes members from one group of the club, or from all, and records it in the change set. They leave as of yesterday,
 * so that no list of today shows them. What a coach marked today still counts (`server/assessment/sync/check-marks.ts`).
 */
export async function leaveGroups(
  tx: Tx,
  context: ClubContext,
  changeSetId: string,
  memberIds: readonly string[],
  groupId: string | null = null,
): Promise<ChangedKey[]> {
  refuseForeignRecords(context)
  const { rows } = await tx.query<GroupPlace>(
    `WITH was AS (
       SELECT gm.* FROM group_members gm JOIN groups g ON g.client_id = gm.client_id AND g.id = gm.group_id
       WHERE g.club_id = $1 AND gm.member_id = ANY($2) AND (gm.to_date IS NULL OR gm.to_date >= $3)
         AND ($4::uuid IS NULL OR g.id = $4) FOR UPDATE OF gm),
     noted AS (
       INSERT INTO change_set_places (client_id, change_set_id, group_id, member_id, from_date, existed, before_to, after_to)
       SELECT client_id, $5, group_id, member_id, from_date, true, to_date, $3::date - 1 FROM was)
     UPDATE group_members gm SET to_date = $3::date - 1 FROM was
     WHERE gm.client_id = was.client_id AND gm.group_id = was.group_id AND gm.member_id = was.member_id AND gm.from_date = was.from_date
     RETURNING gm.group_id, gm.member_id`,
    [context.clubId, memberIds, context.today, groupId, changeSetId],
  )
  await auditPlaces(tx, context, 'leave-group', rows, changeSetId)
  return placeKeys(context, rows)
}

/** The membership of a member in a group. */
export interface GroupPlace {
  group_id: string
  member_id: string
}

/** The change list's keys of changed memberships and their groups. */
export function placeKeys({ clubId }: ClubContext, places: readonly GroupPlace[]): ChangedKey[] {
  return [
    ...places.map((p) => ({ clubId, kind: 'group_member' as const, key: `${p.group_id}/${p.member_id}` })),
    ...[...new Set(places.map((p) => p.group_id))].map((key) => ({ clubId, kind: 'group' as const, key })),
  ]
}

/** Adds an entry to the audit log for each changed membership. */
export async function auditPlaces(
  tx: Tx,
  context: ClubContext,
  action: string,
  places: readonly GroupPlace[],
  changeSetId: string | null = null,
): Promise<void> {
  await tx.query(
    `INSERT INTO audit_log (client_id, user_id, action, entity, entity_id, after)
     SELECT $1, $2, $3, 'member', p.member_id, jsonb_build_object('group', p.group_id, 'step', $6::text)
     FROM unnest($4::text[], $5::text[]) p (group_id, member_id)`,
    [
      context.clientId,
      context.userId,
      action,
      places.map((place) => place.group_id),
      places.map((place) => place.member_id),
      changeSetId,
    ],
  )
}
