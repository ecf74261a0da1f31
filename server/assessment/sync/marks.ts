import type { Outcome } from '#contract/assessment/sync.ts'
import { foldMarks } from '#domain/assessment/mark.ts'
import { performedTs } from '#domain/platform/club-time.ts'
import { clampStamp } from '#domain/assessment/stamp.ts'
import { enqueueAwardMails } from '#server/assessment/awards/award-mails.ts'
import {
  diffProgress,
  readStoredProgress,
  writeProgressDiff,
  type ChangedMemberScheme,
} from '#server/assessment/progress/stored-progress.ts'
import { lockMemberSchemes } from '#server/members/lock-member-schemes.ts'
import { clubsOfMembers } from '#server/members/queries.ts'
import { parentsOf } from '#server/tenants/changes/linked-parents.ts'
import type { CheckedEdit } from './check-operations.ts'
import { changedConflicts, findConflictChanges, readConflicts, writeConflicts } from './conflicts.ts'
import {
  appendHistory,
  laneKey,
  laneOf,
  readHistory,
  writeResults,
  type ArrivingMark,
  type CheckedMark,
  type FoldedLane,
  type PastEdit,
} from './lanes.ts'
import type { Batch, Store } from './store.ts'

/** The store of marks: their history, results, conflicts and the progress that follows from them. */
export const markStore: Store = {
  async lock(batch, edits) {
    const { tx, clientId, nowMs } = batch
    const checked = marksOf(edits)
    const pairs = memberSchemesOf(checked)
    const memberIds = [...new Set(pairs.map((pair) => pair.memberId))]
    // the statements are sent together and run in this order, so that the reads come after the locks
    const [, history, openConflicts, storedProgress, clubs, parents] = await Promise.all([
      lockMemberSchemes(tx, pairs),
      readHistory(tx, checked.map(laneOf)),
      readConflicts(tx, checked),
      readStoredProgress(tx, clientId, batch.curricula, pairs),
      clubsOfMembers(tx, memberIds),
      parentsOf(tx, memberIds),
    ])
    return {
      async fold(fresh, outcomes) {
        const marks = marksOf(fresh)
        const lanes = foldIntoLanes(batch, marks, history, outcomes)
        // progress is computed from the results as they are after this batch
        for (const lane of lanes) storedProgress.dataOf(lane)?.results.set(lane.nodeId, lane.fold.result)
        const conflicts = await findConflictChanges(tx, lanes, history, openConflicts)
        const progressDiff = diffProgress(storedProgress, memberSchemesOf(marks), 'marks')
        // results and conflicts of a member concern every club of the member
        const memberChanges = [
          ...lanes.map((lane) => ({
            ...lane,
            kind: 'result' as const,
            key: laneKey(lane.memberId, lane.schemeId, lane.nodeId),
          })),
          ...changedConflicts(conflicts).map((conflict) => ({ ...conflict, kind: 'conflict' as const })),
        ]
        const changedMembers = new Set(lanes.map((lane) => lane.memberId))
        return {
          changes: clubs.flatMap(({ club_id: clubId, member_id }) =>
            memberChanges
              .filter(({ memberId }) => memberId === member_id)
              .map(({ kind, key }) => ({ clubId, kind, key })),
          ),
          parents: parents
            .filter((parent) => changedMembers.has(parent.member_id))
            .map((parent): [string, string] => [parent.user_id, parent.member_id]),
          write: () =>
            Promise.all([
              appendHistory(tx, lanes, outcomes),
              writeResults(tx, lanes),
              writeConflicts(tx, conflicts, nowMs),
              writeProgressDiff(tx, progressDiff),
              enqueueAwardMails(tx, progressDiff.newlyPassed, nowMs),
            ]),
        }
      },
    }
  },
}

/** The marks among the edits. A mark that passed all checks names a scheme. */
function marksOf(edits: readonly CheckedEdit[]): CheckedMark[] {
  return edits.flatMap((edit) => {
    if (edit.kind !== 'mark' || edit.schemeId === null) return []
    const { op, payload, deviceId, schemeId } = edit
    return [
      { op, payload, deviceId, schemeId, ts: performedTs(payload.assessmentDate, payload.timestamp, edit.timeZone) },
    ]
  })
}

/** The members and schemes that the marks concern, each pair with the time of its newest mark. */
function memberSchemesOf(marks: readonly CheckedMark[]): ChangedMemberScheme[] {
  const pairs = new Map<string, ChangedMemberScheme>()
  for (const { payload, schemeId } of marks) {
    const key = `${payload.memberUuid}/${schemeId}`
    const atMs = Math.max(payload.timestamp * 1000, pairs.get(key)?.atMs ?? 0)
    pairs.set(key, { memberId: payload.memberUuid, schemeId, atMs })
  }
  return [...pairs.values()]
}

/** Folds fresh marks into their lanes and sets each one's outcome. */
function foldIntoLanes(
  { nowMs }: Batch,
  fresh: readonly CheckedMark[],
  history: ReadonlyMap<string, readonly PastEdit[]>,
  outcomes: Map<string, Outcome>,
): FoldedLane[] {
  const lanes = new Map<string, ArrivingMark[]>()
  for (const mark of fresh) {
    const { memberUuid, schemeNodeId, assessmentGrade: grade, assessmentPassGrade: pass } = mark.payload
    const stamp = clampStamp({ ...mark.op.stamp, deviceId: mark.deviceId }, nowMs)
    const edit = { opId: mark.op.opId, grade, pass, ts: mark.ts, stamp, supersededByOwnEdit: false }
    const key = laneKey(memberUuid, mark.schemeId, schemeNodeId)
    const lane = lanes.get(key) ?? []
    lanes.set(key, lane)
    lane.push({ mark, clamped: stamp.ms !== mark.op.stamp.ms, edit })
  }
  return [...lanes].flatMap(([key, arriving]) => {
    const edits = arriving.map(({ edit }) => edit)
    const past = history.get(key) ?? []
    const fold = foldMarks(past, edits)
    // the device is told which mark counts now
    const value = { grade: fold.winner.grade, pass: fold.winner.pass }
    // there is an outcome for each edit; the default is only for the compiler
    edits.forEach(({ opId }, index) =>
      outcomes.set(opId, { opId, outcome: fold.outcomes[index] ?? 'superseded', value }),
    )
    const [first] = arriving
    if (!first) return []
    const { memberUuid: memberId, schemeNodeId: nodeId } = first.mark.payload
    const winnerAuthorId =
      arriving.find(({ edit }) => edit.opId === fold.winner.opId)?.mark.op.authorUuid ??
      past.find(({ opId }) => opId === fold.winner.opId)?.authorId ??
      first.mark.op.authorUuid
    return [{ memberId, schemeId: first.mark.schemeId, nodeId, fold, winnerAuthorId, arriving }]
  })
}
