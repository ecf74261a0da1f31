import { Type } from 'typebox'
import { foldMarks } from '#domain/assessment/mark.ts'
import {
  diffProgress,
  readStoredProgress,
  writeProgressDiff,
  type ChangedMemberScheme,
} from '#server/assessment/progress/stored-progress.ts'
import type { Curricula } from '#server/curriculum/schemes/curriculum.ts'
import { writeResults, type FoldedLane } from '#server/assessment/sync/lanes.ts'
import { lockMemberSchemes } from '#server/members/lock-member-schemes.ts'
import { execute, queryRows, statement, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'

/** Which assessments (by operation id) and lanes of registers move from one member to another. */
export interface Move {
  fromMember: string
  toMember: string
  ops: readonly string[]
  lanes: readonly string[]
}

const SCHEMES = tenantStatement('flows/list-schemes-of-histories', 'SELECT id FROM schemes WHERE client_id = $1')

/** Locks all pairs of these members and the schemes, as a push does, so that no push runs beside the move. */
export async function lockHistories(tx: Tx, members: readonly string[], nowMs: number): Promise<ChangedMemberScheme[]> {
  const rows = await queryRows(tx, SCHEMES)
  const pairs = members.flatMap((memberId) => rows.map(({ id: schemeId }) => ({ memberId, schemeId, atMs: nowMs })))
  await lockMemberSchemes(tx, pairs)
  return pairs
}

/** Open conflicts whose marks all move, unless the other record has one about the same node. */
const MOVE_CONFLICTS = tenantStatement(
  'flows/move-conflicts',
  `UPDATE conflicts moved SET member_id = $3
   WHERE moved.client_id = $1 AND moved.member_id = $2 AND moved.settled_at IS NULL AND moved.ops <@ $4::uuid[]
     AND NOT EXISTS (SELECT FROM conflicts other WHERE other.client_id = moved.client_id AND other.member_id = $3
       AND other.scheme_id = moved.scheme_id AND other.node_id = moved.node_id AND other.settled_at IS NULL)`,
)

const MOVE_HISTORY = statement('flows/move-history', 'SELECT move_history($1, $2, $3, $4)')

/**
 * Moves marks with their open conflicts, and registers, from one locked member to another, folds their lanes anew, and
 * updates the progress of both.
 */
export async function moveHistory(
  tx: Tx,
  clientId: string,
  curricula: Curricula,
  pairs: readonly ChangedMemberScheme[],
  { fromMember, toMember, ops, lanes }: Move,
): Promise<void> {
  await execute(tx, MOVE_HISTORY, [fromMember, toMember, ops, lanes])
  await execute(tx, MOVE_CONFLICTS, [fromMember, toMember, ops])
  await writeResults(tx, await foldLanes(tx, [fromMember, toMember], ops))
  const stored = await readStoredProgress(tx, clientId, curricula, pairs)
  await writeProgressDiff(tx, diffProgress(stored, pairs, 'merge'))
}

/** The awards that stand, all of them or these ($4), of which the other member has none of the same level. */
const MOVE_AWARDS = tenantStatement(
  'flows/move-awards',
  `UPDATE awards award SET member_id = $3
   WHERE award.client_id = $1 AND award.member_id = $2 AND award.ended_at IS NULL
     AND ($4::uuid[] IS NULL OR award.id = ANY($4))
     AND NOT EXISTS (SELECT FROM awards other WHERE other.client_id = award.client_id AND other.member_id = $3
       AND other.scheme_id = award.scheme_id AND other.node_id = award.node_id AND other.ended_at IS NULL)
   RETURNING award.id`,
)

/**
 * Moves awards that no marks derive any more, those of deleted levels and schemes, and returns their ids: after a merge
 * all that still stand (`ids` is null), before its undo those that the merge moved.
 */
export async function moveKeptAwards(
  tx: Tx,
  fromMember: string,
  toMember: string,
  ids: readonly string[] | null,
): Promise<string[]> {
  const rows = await queryRows(tx, MOVE_AWARDS, [fromMember, toMember, ids])
  return rows.map(({ id }) => id)
}

const StoredMark = Type.Object({
  opId: Type.String(),
  grade: Type.Integer(),
  pass: Type.Integer(),
  ts: Type.Integer(),
  supersededByOwnEdit: Type.Boolean(),
  authorId: Type.String(),
  stamp: Type.Object({
    ms: Type.Integer(),
    counter: Type.Integer(),
    deviceId: Type.String(),
    deviceSeq: Type.Integer(),
  }),
})

const LANES = tenantStatement(
  'flows/list-lanes-of-moved-marks',
  `SELECT member_id AS member, scheme_id AS scheme, node_id AS node,
     json_agg(json_build_object('opId', op_id, 'grade', grade, 'pass', pass, 'ts', ts,
       'supersededByOwnEdit', superseded_by_own_edit, 'authorId', author_id,
       'stamp', json_build_object('ms', stamp_ms, 'counter', stamp_counter,
         'deviceId', stamp_device, 'deviceSeq', stamp_seq))) AS edits
   FROM assessments
   WHERE client_id = $1 AND member_id = ANY($2) AND (scheme_id, node_id) IN (
     SELECT moved.scheme_id, moved.node_id FROM assessments moved
     WHERE moved.client_id = $1 AND moved.op_id = ANY($3))
   GROUP BY member_id, scheme_id, node_id`,
  { json: { edits: Type.Array(StoredMark) } },
)

/** The lanes of these operations in both members, each folded from its whole history. */
async function foldLanes(tx: Tx, members: readonly string[], ops: readonly string[]): Promise<FoldedLane[]> {
  const rows = await queryRows(tx, LANES, [members, ops])
  return rows.map(({ member: memberId, scheme: schemeId, node: nodeId, edits }) => {
    // no device sends anything here; the stored edits are folded once more
    const fold = foldMarks(edits, /* arriving */ [])
    const winnerAuthorId = edits.find(({ opId }) => opId === fold.winner.opId)?.authorId ?? ''
    return { memberId, schemeId, nodeId, fold, winnerAuthorId, arriving: [] }
  })
}
