import { foldLane, type MarkEdit } from '#domain/assessment/mark.ts'
import {
  diffProgress,
  readStoredProgress,
  writeProgressDiff,
  type ChangedMemberScheme,
} from '#server/assessment/progress/stored-progress.ts'
import type { Curricula } from '#server/curriculum/schemes/curriculum.ts'
import { writeResults, type FoldedLane } from '#server/assessment/sync/lanes.ts'
import { lockMemberSchemes } from '#server/members/lock-member-schemes.ts'
import type { Tx } from '#server/platform/tenancy.ts'

/** Which operations and lanes move from one member to another. */
export interface Move {
  from: string
  to: string
  ops: readonly string[]
  lanes: readonly string[]
}

/** Locks all pairs of these members and the schemes, as a push does, so that no push runs beside the move. */
export async function lockBoth(
  tx: Tx,
  clientId: string,
  members: readonly string[],
  nowMs: number,
): Promise<ChangedMemberScheme[]> {
  const { rows } = await tx.query<{ id: string }>('SELECT id FROM schemes')
  const pairs = members.flatMap((memberId) => rows.map(({ id: schemeId }) => ({ memberId, schemeId, atMs: nowMs })))
  await lockMemberSchemes(tx, clientId, pairs)
  return pairs
}

/**
 * Moves marks and registers from one locked member to another, folds their lanes anew, and updates the progress of
 * both.
 */
export async function moveHistory(
  tx: Tx,
  clientId: string,
  by: string,
  curricula: Curricula,
  pairs: readonly ChangedMemberScheme[],
  { from, to, ops, lanes }: Move,
): Promise<void> {
  await tx.query('SELECT move_history($1, $2, $3, $4)', [from, to, ops, lanes])
  await writeResults(tx, clientId, by, await foldedLanes(tx, [from, to], ops))
  await writeProgressDiff(
    tx,
    clientId,
    diffProgress(await readStoredProgress(tx, clientId, curricula, pairs), pairs),
    'merge',
  )
}

/** The lanes of these operations in both members, each folded from its whole history. */
async function foldedLanes(tx: Tx, members: readonly string[], ops: readonly string[]): Promise<FoldedLane[]> {
  const { rows } = await tx.query<{ member: string; scheme: string; node: string; edits: MarkEdit[] }>(
    `SELECT a.member_id AS member, a.scheme_id AS scheme, a.node_id AS node, json_agg(json_build_object('opId', a.op_id, 'grade', a.grade,
       'pass', a.pass, 'ts', a.ts, 'supersededByOwnEdit', a.superseded_by_own_edit, 'stamp', json_build_object('ms', a.stamp_ms, 'counter', a.stamp_counter,
       'deviceId', a.stamp_device, 'deviceSeq', a.stamp_seq))) AS edits
     FROM assessments a
     WHERE a.member_id = ANY($1) AND (a.scheme_id, a.node_id) IN (SELECT m.scheme_id, m.node_id FROM assessments m WHERE m.op_id = ANY($2))
     GROUP BY a.member_id, a.scheme_id, a.node_id`,
    [members, ops],
  )
  return rows.map(({ member: memberId, scheme: schemeId, node: nodeId, edits }) => ({
    memberId,
    schemeId,
    nodeId,
    fold: foldLane(edits, []),
    arriving: [],
  }))
}
