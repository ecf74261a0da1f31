import { refuseForeignRecords, type Office } from '#server/tenants/clubs/office.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import type { ChangedKey } from '#server/assessment/sync/counters.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { leaveMembersOf } from './membership.ts'

/**
 * Deletes groups of the club: their last day is over, their members and coaches left with it. What happened there
 * belongs to the members and stays.
 */
export async function endGroups(tx: Tx, office: Office, ids: readonly string[]): Promise<ChangedKey[]> {
  refuseForeignRecords(office)
  const { rows } = await tx.query(
    'SELECT FROM groups WHERE club_id = $1 AND id = ANY($2) ORDER BY id FOR NO KEY UPDATE',
    [office.clubId, ids],
  )
  if (rows.length < ids.length) throw new Refusal('NOT_FOUND', { field: 'group_ids' })
  await tx.query(
    `UPDATE groups SET first_date = least(first_date, $2::date - 1), last_date = least(last_date, $2::date - 1) WHERE id = ANY($1)`,
    [ids, office.today],
  )
  await tx.query(
    'UPDATE group_coaches SET to_date = $2::date - 1 WHERE group_id = ANY($1) AND (to_date IS NULL OR to_date >= $2)',
    [ids, office.today],
  )
  const left = await leaveMembersOf(tx, office, ids)
  await tx.query(
    `INSERT INTO audit_log (client_id, user_id, action, entity, entity_id, after)
     SELECT $1, $2, 'delete', 'group', id, $4 FROM unnest($3::text[]) id`,
    [office.clientId, office.userId, ids, { clubId: office.clubId }],
  )
  return [...left, ...ids.map((key) => ({ clubId: office.clubId, kind: 'group' as const, key }))]
}
