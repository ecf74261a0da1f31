import { refuseIfProviderOwns, type ClubContext } from '#server/tenants/clubs/club-context.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import type { ChangedKey } from '#server/tenants/changes/change-counters.ts'
import { execute, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { removeAllMembers } from './membership.ts'

const LOCK_GROUPS = tenantStatement(
  'scheduling/lock-groups',
  'SELECT FROM groups WHERE client_id = $1 AND club_id = $2 AND id = ANY($3) ORDER BY id FOR NO KEY UPDATE',
)

/** The first date moves, too, so that a group that has not begun yet does not end before its first day. */
const END_GROUPS = tenantStatement(
  'scheduling/end-groups',
  `UPDATE groups SET first_date = least(first_date, $3::date - 1), last_date = least(last_date, $3::date - 1)
   WHERE client_id = $1 AND id = ANY($2)`,
)

const END_COACHES = tenantStatement(
  'scheduling/end-coaches',
  `UPDATE group_coaches SET to_date = $3::date - 1
   WHERE client_id = $1 AND group_id = ANY($2) AND (to_date IS NULL OR to_date >= $3)`,
)

const AUDIT_ENDED = tenantStatement(
  'scheduling/audit-ended-groups',
  `INSERT INTO audit_log (client_id, user_id, action, entity, entity_id, after)
   SELECT $1, $2, 'delete', 'group', id, $4 FROM unnest($3::text[]) id RETURNING client_id`,
)

/**
 * Deletes groups of the club: the groups, their memberships and the work of their coaches end yesterday. Marks and
 * attendance belong to the members and stay.
 */
export async function endGroups(tx: Tx, context: ClubContext, ids: readonly string[]): Promise<ChangedKey[]> {
  refuseIfProviderOwns(context)
  const locked = await execute(tx, LOCK_GROUPS, [context.clubId, ids])
  if (locked < ids.length) throw new Refusal('NOT_FOUND', { field: 'group_ids' })
  await execute(tx, END_GROUPS, [ids, context.today])
  await execute(tx, END_COACHES, [ids, context.today])
  const membershipChanges = await removeAllMembers(tx, context, ids)
  const after = { clubId: context.clubId }
  await execute(tx, AUDIT_ENDED, [context.userId, ids, after])
  return [...membershipChanges, ...ids.map((key) => ({ clubId: context.clubId, kind: 'group' as const, key }))]
}
