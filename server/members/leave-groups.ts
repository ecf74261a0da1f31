import { execute, queryRows, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import type { ChangedKey } from '#server/tenants/changes/change-counters.ts'
import { refuseIfProviderOwns, type ClubContext } from '#server/tenants/clubs/club-context.ts'

/** Ends the memberships of today and of later days, records each in the change set, and returns them. */
const END_PLACES = tenantStatement(
  'members/end-places',
  `WITH ended AS (
     SELECT group_members.* FROM group_members
       JOIN groups ON groups.client_id = group_members.client_id AND groups.id = group_members.group_id
     WHERE group_members.client_id = $1 AND groups.club_id = $2 AND group_members.member_id = ANY($3)
       AND (group_members.to_date IS NULL OR group_members.to_date >= $4)
       AND ($5::uuid IS NULL OR groups.id = $5) AND groups.id IS DISTINCT FROM $7::uuid FOR UPDATE OF group_members),
   recorded AS (
     INSERT INTO change_set_places (client_id, change_set_id, group_id, member_id, from_date, existed, before_to,
       after_to)
     SELECT client_id, $6, group_id, member_id, from_date, true, to_date, $4::date - 1 FROM ended
     RETURNING client_id)
   UPDATE group_members SET to_date = $4::date - 1 FROM ended
   WHERE group_members.client_id = ended.client_id AND group_members.group_id = ended.group_id
     AND group_members.member_id = ended.member_id AND group_members.from_date = ended.from_date
   RETURNING group_members.group_id, group_members.member_id`,
)

/**
 * Removes members from one group of the club, or from all but `stayIn`, and records it in the change set. They leave as of
 * yesterday, so that no list of today shows them. What a coach marked today still counts
 * (`GRACE_DAYS` in `domain/assessment/commands/group-day.ts`).
 */
export async function leaveGroups(
  tx: Tx,
  context: ClubContext,
  changeSetId: string,
  memberIds: readonly string[],
  groupId: string | null = null,
  stayIn: string | null = null,
): Promise<ChangedKey[]> {
  refuseIfProviderOwns(context)
  const values = [context.clubId, memberIds, context.today, groupId, changeSetId, stayIn] as const
  const rows = await queryRows(tx, END_PLACES, values)
  await auditPlaces(tx, context, 'leave-group', rows, changeSetId)
  return placeKeys(context, rows)
}

/** The membership of a member in a group. */
export interface GroupPlace {
  group_id: string
  member_id: string
}

/** The change list's keys of changed memberships and their groups. */
export function placeKeys({ clubId }: ClubContext, memberships: readonly GroupPlace[]): ChangedKey[] {
  const groupIds = [...new Set(memberships.map((membership) => membership.group_id))]
  return [
    ...memberships.map((membership) => ({
      clubId,
      kind: 'group_member' as const,
      key: `${membership.group_id}/${membership.member_id}`,
    })),
    ...groupIds.map((key) => ({ clubId, kind: 'group' as const, key })),
  ]
}

const AUDIT_PLACES = tenantStatement(
  'members/audit-places',
  `INSERT INTO audit_log (client_id, user_id, action, entity, entity_id, after)
   SELECT $1, $2, $3, 'member', membership.member_id,
     jsonb_build_object('group', membership.group_id, 'step', $6::text)
   FROM unnest($4::text[], $5::text[]) membership (group_id, member_id) RETURNING client_id`,
)

/** Adds an entry to the audit log for each changed membership; `step` is the log's name of the change set. */
export async function auditPlaces(
  tx: Tx,
  context: ClubContext,
  action: string,
  memberships: readonly GroupPlace[],
  changeSetId: string | null = null,
): Promise<void> {
  await execute(tx, AUDIT_PLACES, [
    context.userId,
    action,
    memberships.map((membership) => membership.group_id),
    memberships.map((membership) => membership.member_id),
    changeSetId,
  ])
}
