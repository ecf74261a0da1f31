import type { Move } from '#domain/assessment/commands/move.ts'
import { audit } from '#server/platform/audit.ts'
import type { ClubContext } from '#server/tenants/clubs/club-context.ts'
import { restorePlaces } from '#server/scheduling/groups/restore-places.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import type { ChangedKey } from '#server/tenants/changes/change-counters.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { auditPlaces, lockPlaces, listPlaceKeys } from './apply.ts'
import { lockBoard } from './save-decision.ts'
import { recordMoves } from './record-moves.ts'
import { readGroups, UNDO_DAYS } from './queries.ts'

/** Undoes an application of a draft: restores all places as they were before it, or none. */
export async function undoBoard(tx: Tx, context: ClubContext, id: string): Promise<ChangedKey[]> {
  await lockBoard(tx, context)
  const { rows } = await tx.query<{ at: Date; undone_at: Date | null; on: string; moves: number; stays: number }>(
    `SELECT at, undone_at, greatest(holds_from, $3::date)::text AS on, moves, stays FROM term_applications
     WHERE club_id = $1 AND id = $2 FOR UPDATE`,
    [context.clubId, id, context.today],
  )
  const [application] = rows
  if (!application) throw new Refusal('NOT_FOUND', { field: 'id' })
  if (application.undone_at !== null || application.at.getTime() <= context.nowMs - UNDO_DAYS * 86_400_000)
    throw new Refusal('TERM_STATE')
  const { rows: places } = await tx.query<{ group_id: string; member_id: string }>(
    'SELECT group_id, member_id FROM term_places WHERE application_id = $1',
    [id],
  )
  await lockPlaces(
    tx,
    context,
    [...new Set(places.map((place) => place.group_id))],
    [...new Set(places.map((place) => place.member_id))],
  )
  const groupsBefore = await readGroups(tx, context, application.on)
  // the members whose places were changed again, or who have an attendance or a mark in their new group
  const usedSince = await restorePlaces(tx, { table: 'term_places', key: 'application_id' }, id, application.at)
  if (usedSince.length > 0) throw new Refusal('TERM_STATE', { ids: usedSince })
  const sizesBefore = new Map(groupsBefore.map((group) => [group.id, group.size]))
  // groups beyond their limit that the undo makes larger than they are now
  const full = (await readGroups(tx, context, application.on)).filter(
    (group) => group.max_size !== null && group.size > group.max_size && group.size > (sizesBefore.get(group.id) ?? 0),
  )
  if (full.length > 0) throw new Refusal('GROUP_FULL', { ids: full.map((group) => group.id) })
  await auditPlaces(tx, context, id, { entered: 'leave-group', left: 'enter-group' })
  await tx.query('UPDATE term_applications SET undone_at = $2 WHERE id = $1', [id, new Date(context.nowMs)])
  await audit(tx, context.clientId, {
    userId: context.userId,
    action: 'undo',
    entity: 'term-board',
    entityId: context.clubId,
    after: { application: id, moves: application.moves, stays: application.stays },
  })
  const { rows: stays } = await tx.query<{ groupId: string; memberId: string; value: Move | null }>(
    // coaches' entries about moving on to write back, except where a coach has entered something else since
    `SELECT stay.group_id AS "groupId", stay.member_id AS "memberId", stay.before AS value FROM term_stays stay
     JOIN registers register ON register.client_id = stay.client_id
       AND register.lane = 'move/' || stay.group_id || '/' || stay.member_id
     WHERE stay.application_id = $1 AND register.value = '"stay"' AND stay.before IS DISTINCT FROM register.value`,
    [id],
  )
  return [...(await listPlaceKeys(tx, context, id)), ...(await recordMoves(tx, context, stays))]
}
