import { isConflict } from '#domain/assessment/mark.ts'
import { execute, queryRows, tenantStatement, type RowOf } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { laneKey, type CheckedMark, type FoldedLane, type PastEdit } from './lanes.ts'

const OPEN_CONFLICTS = tenantStatement(
  'assessment/list-open-conflicts',
  `SELECT DISTINCT conflicts.id, conflicts.member_id, conflicts.scheme_id, conflicts.node_id, conflicts.ops
   FROM unnest($2::uuid[], $3::uuid[], $4::text[]) mark (member, scheme, node)
   JOIN conflicts ON conflicts.client_id = $1 AND conflicts.member_id = mark.member
     AND conflicts.scheme_id = mark.scheme AND conflicts.node_id = mark.node AND conflicts.settled_at IS NULL`,
  { prepare: true },
)

/** A conflict that nobody has settled yet; `ops` are the ids of the operations of its marks. */
type OpenConflict = RowOf<typeof OPEN_CONFLICTS>

/** Open conflicts of the lanes of these marks, by lane key. */
export async function readConflicts(tx: Tx, marks: readonly CheckedMark[]): Promise<Map<string, OpenConflict>> {
  const rows = await queryRows(tx, OPEN_CONFLICTS, [
    marks.map(({ payload }) => payload.memberUuid),
    marks.map(({ schemeId }) => schemeId),
    marks.map(({ payload }) => payload.schemeNodeId),
  ])
  return new Map(rows.map((row) => [laneKey(row.member_id, row.scheme_id, row.node_id), row]))
}

/**
 * What a batch does to conflicts: it opens some, adds marks to some (`widened`) and settles some. The ids of new
 * conflicts are made before they are written, so that all changes are written in one round trip.
 */
interface ConflictChanges {
  opened: { id: string; memberId: string; schemeId: string; nodeId: string; ops: string[] }[]
  widened: { id: string; memberId: string; ops: string[] }[]
  settled: { id: string; memberId: string; opId: string; authorId: string }[]
}

const NO_CHANGES: ConflictChanges = { opened: [], widened: [], settled: [] }

const REVISIONS = tenantStatement(
  'assessment/list-revisions-of-changes',
  `SELECT kind, club_id, key, changed_rev FROM changes
   WHERE client_id = $1 AND club_id = ANY($2)
     AND ((kind = 'result' AND key = ANY($3)) OR (kind = 'conflict' AND key = ANY($4)))`,
  { prepare: true },
)

/**
 * Finds the conflicts that the folded marks open, widen or settle. A mark opens one when its author had not seen the
 * mark of another coach that it replaces. The database is asked only when another coach's different mark counted before
 * or a conflict is open.
 */
export async function findConflictChanges(
  tx: Tx,
  lanes: readonly FoldedLane[],
  history: ReadonlyMap<string, readonly PastEdit[]>,
  openConflicts: ReadonlyMap<string, OpenConflict>,
): Promise<ConflictChanges> {
  // the lanes in which the batch can open or change a conflict; `before` is the mark that counted until now, `newest`
  // the newest arriving one, and `stored` the same as it is stored
  const cases = lanes.flatMap((lane) => {
    const key = laneKey(lane.memberId, lane.schemeId, lane.nodeId)
    const before = history.get(key)?.find((edit) => edit.opId === lane.fold.before?.opId)
    const conflict = openConflicts.get(key)
    const newest = lane.arriving.at(-1)
    const stored = lane.fold.stored.find((edit) => edit.opId === newest?.mark.op.opId)
    // a mark that the device itself has replaced meanwhile cannot be in conflict
    if (!newest || !stored || stored.supersededByOwnEdit) return []
    // without `baseRev` nothing is known of what the author had seen, so no conflict is opened
    const mayConflict =
      newest.mark.op.baseRev !== null &&
      before?.authorId !== newest.mark.op.authorUuid &&
      before?.grade !== stored.grade
    if (!conflict && (!before || !mayConflict)) return []
    return [{ lane, key, before, conflict, newest, stored }]
  })
  if (cases.length === 0) return NO_CHANGES
  const resultKeys = cases.map(({ key }) => key)
  const conflictKeys = cases.flatMap(({ lane, conflict }) =>
    conflict ? [conflictKey(lane.memberId, conflict.id)] : [],
  )
  // at which revision of a club's change list these results and conflicts changed last
  const rows = await queryRows(tx, REVISIONS, [
    [...new Set(cases.map(({ newest }) => newest.mark.op.club))],
    resultKeys,
    conflictKeys,
  ])
  const changedRevs = new Map(rows.map((row) => [`${row.kind} ${row.club_id} ${row.key}`, row.changed_rev]))
  const changes: ConflictChanges = { opened: [], widened: [], settled: [] }
  for (const { lane, key, before, conflict, newest, stored } of cases) {
    const { memberId, schemeId, nodeId } = lane
    const { authorUuid: authorId, club, baseRev, opId } = newest.mark.op
    if (!conflict) {
      const counting = before && { ...before, changedRev: changedRevs.get(`result ${club} ${key}`) ?? 0 }
      if (counting && isConflict({ ...stored, authorId, baseRev }, counting))
        changes.opened.push({ id: crypto.randomUUID(), memberId, schemeId, nodeId, ops: [counting.opId, opId] })
      continue
    }
    const changedAt = changedRevs.get(`conflict ${club} ${conflictKey(memberId, conflict.id)}`) ?? 0
    const laneHistory = history.get(key) ?? []
    // the other authors' marks in the conflict, which keeps only the newest mark of each author
    const others = laneHistory.filter((edit) => conflict.ops.includes(edit.opId) && edit.authorId !== authorId)
    const sawConflict = baseRev !== null && baseRev >= changedAt
    const allAgree = others.every((edit) => edit.grade === stored.grade)
    // A coach who saw the conflict settles it if the new mark counts, and changes nothing otherwise. A coach who did
    // not see it settles it if all marks agree, and joins it otherwise.
    if (sawConflict ? lane.fold.winner === stored : allAgree)
      changes.settled.push({ id: conflict.id, memberId, opId, authorId })
    else if (!sawConflict)
      changes.widened.push({ id: conflict.id, memberId, ops: [...others.map((edit) => edit.opId), opId] })
  }
  return changes
}

function conflictKey(memberId: string, id: string): string {
  return `${memberId}/${id}`
}

/** Keys of the conflicts that changed, with the member each is about. */
export function changedConflicts({ opened, widened, settled }: ConflictChanges): { memberId: string; key: string }[] {
  return [...opened, ...widened, ...settled].map(({ memberId, id }) => ({ memberId, key: conflictKey(memberId, id) }))
}

const INSERT_CONFLICT = tenantStatement(
  'assessment/insert-conflict',
  'INSERT INTO conflicts (client_id, id, member_id, scheme_id, node_id, ops) VALUES ($1, $2, $3, $4, $5, $6)',
  { prepare: true },
)

const WIDEN_CONFLICT = tenantStatement(
  'assessment/widen-conflict',
  'UPDATE conflicts SET ops = $3 WHERE client_id = $1 AND id = $2',
  { prepare: true },
)

// settles the conflicts, and logs each with the operation that settled it
const SETTLE_CONFLICTS = tenantStatement(
  'assessment/settle-conflicts',
  `WITH updated AS (UPDATE conflicts SET settled_at = $5, settled_by = settled.author
     FROM unnest($2::uuid[], $3::uuid[], $4::uuid[]) settled (id, op, author)
     WHERE conflicts.client_id = $1 AND conflicts.id = settled.id
     RETURNING settled.id, settled.op, settled.author)
   INSERT INTO audit_log (client_id, user_id, action, entity, entity_id, after)
   SELECT $1, updated.author, 'settle', 'conflict', updated.id, jsonb_build_object('op', updated.op) FROM updated
   RETURNING client_id`,
  { prepare: true },
)

export async function writeConflicts(
  tx: Tx,
  { opened, widened, settled }: ConflictChanges,
  nowMs: number,
): Promise<void> {
  await Promise.all([
    ...opened.map((conflict) =>
      execute(tx, INSERT_CONFLICT, [conflict.id, conflict.memberId, conflict.schemeId, conflict.nodeId, conflict.ops]),
    ),
    ...widened.map(({ id, ops }) => execute(tx, WIDEN_CONFLICT, [id, ops])),
    settled.length > 0 &&
      execute(tx, SETTLE_CONFLICTS, [
        settled.map(({ id }) => id),
        settled.map(({ opId }) => opId),
        settled.map(({ authorId }) => authorId),
        new Date(nowMs),
      ]),
  ])
}
