import { refuseIfProviderOwns, type ClubContext } from '#server/tenants/clubs/club-context.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import type { ChangedKey } from '#server/tenants/changes/change-counters.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { removeAllMembers } from './membership.ts'

/**
 * Deletes groups of the club: the groups, their memberships and the work of their coaches end yesterday. Marks and
 * attendance belong to the members and stay.
 */
export async function endGroups(tx: Tx, context: ClubContext, ids: readonly string[]): Promise<ChangedKey[]> {
  refuseIfProviderOwns(context)
  const { rows } = await tx.query(
    'SELECT FROM groups WHERE club_id = $1 AND id = ANY($2) ORDER BY id FOR NO KEY UPDATE',
    [context.clubId, ids],
  )
  if (rows.length < ids.length) throw new Refusal('NOT_FOUND', { field: 'group_ids' })
  await tx.query(
    // The first date moves, too, so that a group that has not begun yet does not end before its first day.
    `UPDATE groups SET first_date = least(first_date, $2::date - 1), last_date = least(last_date, $2::date - 1)
     WHERE id = ANY($1)`,
    [ids, context.today],
  )
  await tx.query(
    'UPDATE group_coaches SET to_date = $2::date - 1 WHERE group_id = ANY($1) AND (to_date IS NULL OR to_date >= $2)',
    [ids, context.today],
  )
  const membershipChanges = await removeAllMembers(tx, context, ids)
  await tx.query(
    `INSERT INTO audit_log (client_id, user_id, action, entity, entity_id, after)
     SELECT $1, $2, 'delete', 'group', id, $4 FROM unnest($3::text[]) id`,
    [context.clientId, context.userId, ids, { clubId: context.clubId }],
  )
  return [...membershipChanges, ...ids.map((key) => ({ clubId: context.clubId, kind: 'group' as const, key }))]
}
