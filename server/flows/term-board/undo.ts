import type { ChangeSetFacts } from '#contract/flows/change-sets.ts'
import { UNDO_DAYS } from '#contract/platform/undo.ts'
import type { UndoKind, UndoResult } from '#server/flows/change-sets/kind.ts'
import { queryRows, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import type { StoredChangeSet } from '#server/platform/undo-journal.ts'
import { lockGroupsAndMembers, restorePlaces } from '#server/scheduling/groups/restore-places.ts'
import type { ClubContext } from '#server/tenants/clubs/club-context.ts'
import { auditPlaces, listPlaceKeys } from './apply.ts'
import { DetailsOfApplication, EnteredMove } from './queries.ts'
import { recordMoves } from './record-moves.ts'
import { lockBoard } from './save-decision.ts'

/** Applications of the end-of-term board. */
export const termBoardKind: UndoKind = {
  days: UNDO_DAYS,
  isLeft: `(EXISTS (SELECT FROM change_set_places place
      WHERE place.client_id = change_sets.client_id AND place.change_set_id = change_sets.id)
    OR EXISTS (SELECT FROM change_set_stays stay
      WHERE stay.client_id = change_sets.client_id AND stay.change_set_id = change_sets.id))`,
  describe: describeApplications,
  undo: undoBoard,
}

const APPLICATIONS = tenantStatement(
  'flows/describe-applications-of-board',
  'SELECT id, details FROM change_sets WHERE client_id = $1 AND id = ANY($2)',
  { json: { details: DetailsOfApplication } },
)

async function describeApplications(
  tx: Tx,
  _context: ClubContext,
  ids: readonly string[],
): Promise<Map<string, ChangeSetFacts>> {
  const rows = await queryRows(tx, APPLICATIONS, [ids])
  return new Map(rows.map(({ id, details }) => [id, { kind: 'term-board', ...details }]))
}

/** Coaches' entries about moving on to write back; `isOurs`: no coach has entered something else since. */
const STAYS = tenantStatement(
  'flows/list-stays-of-application',
  `SELECT stay.group_id AS "groupId", stay.member_id AS "memberId", stay.before AS value,
     coalesce(register.value = '"stay"', false) AS "isOurs"
   FROM change_set_stays stay
   LEFT JOIN registers register ON register.client_id = stay.client_id AND register.member_id = stay.member_id
     AND register.kind = 'move' AND register.group_id = stay.group_id
   WHERE stay.client_id = $1 AND stay.change_set_id = $2 AND stay.before IS DISTINCT FROM '"stay"'`,
  { json: { value: EnteredMove } },
)

/** Restores all places as they were before the board was applied, and coaches' entries about moving on; or nothing. */
async function undoBoard(tx: Tx, context: ClubContext, changeSet: StoredChangeSet): Promise<UndoResult> {
  const { id } = changeSet
  await lockBoard(tx, context)
  await lockGroupsAndMembers(tx, context, id)
  const obstacles = await restorePlaces(tx, context, changeSet)
  if (obstacles.length > 0) return { obstacles }
  await auditPlaces(tx, context, id, { entered: 'leave-group', left: 'enter-group' })
  const stays = await queryRows(tx, STAYS, [id])
  const written = await recordMoves(
    tx,
    context,
    stays.filter(({ isOurs }) => isOurs),
  )
  return {
    changed: [...(await listPlaceKeys(tx, context, id)), ...written],
    kept: stays.filter(({ isOurs }) => !isOurs).map(({ memberId }) => ({ why: 'changed', id: memberId })),
  }
}
