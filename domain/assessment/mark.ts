import type { Result } from './engine.ts'
import { foldEdits, type Fold, type LaneEdit } from './lane.ts'
import { compareStamps } from './stamp.ts'

/** One mark (an assessment of one node of one member) as an edit of its lane. */
export interface MarkEdit extends LaneEdit {
  grade: number
  /** The pass grade stored with the mark. */
  pass: number
  /** Performed time, unix seconds. */
  ts: number
}

/** The lane of a member's marks of one node. */
export function markLane(memberUuid: string, schemeSlug: string, nodeId: string): string {
  return `mark/${memberUuid}/${schemeSlug}${nodeId}`
}

/** Whether a mark is the manual pass of a level or skill group, and not the mark of a skill. */
export function isManualPass(nodeId: string): boolean {
  return nodeId.endsWith('/manual')
}

/** The outcome of a merge of marks, with the result that counts after it. */
export interface MarkFold extends Fold<MarkEdit> {
  result: Result
}

/** Merges arriving marks with one lane's history (`foldEdits`) and derives the result that counts. */
export function foldMarks(history: readonly MarkEdit[], arriving: readonly MarkEdit[]): MarkFold {
  const fold = foldEdits(history, arriving)
  return { ...fold, result: toResult([...history, ...fold.stored], fold.winner) }
}

/**
 * Whether two coaches marked the same node differently without having seen each other's mark [R7.24]. `counting` is the
 * mark that counted when `arriving` arrived. The arriving mark's device had not loaded it when `changedRev`, the change
 * counter of `counting`, is above `baseRev`, the change counter that the device had reached. A `baseRev` of
 * null says nothing of what the device had loaded, and is no conflict.
 */
export function isConflict(
  arriving: Pick<MarkEdit, 'grade' | 'supersededByOwnEdit'> & { authorId: string; baseRev: number | null },
  counting: Pick<MarkEdit, 'grade'> & { authorId: string; changedRev: number },
): boolean {
  if (arriving.supersededByOwnEdit || arriving.authorId === counting.authorId) return false
  if (arriving.grade === counting.grade) return false
  return arriving.baseRev !== null && arriving.baseRev < counting.changedRev
}

/** The winner as a result: that of all marks which counted until it, one after the other. */
function toResult(edits: readonly MarkEdit[], winner: MarkEdit): Result {
  const earlier = edits
    // edits that arrived after a later one of their device never counted, so they neither continue nor end a run
    .filter((edit) => !edit.supersededByOwnEdit && compareStamps(edit.stamp, winner.stamp) < 0)
    .sort((a, b) => compareStamps(a.stamp, b.stamp))
  return resultAfter(
    earlier.reduce<Result | undefined>((result, edit) => resultAfter(result, edit), undefined),
    winner,
  )
}

/**
 * The result of a mark that follows the result `before`. Its `since` is the earliest time in the unbroken run of passing
 * marks that ends at it [R7.8].
 */
export function resultAfter(before: Result | undefined, mark: Pick<MarkEdit, 'grade' | 'pass' | 'ts'>): Result {
  const { grade, pass, ts } = mark
  const passes = pass > 0 && grade >= pass
  return { grade, pass, ts, since: passes ? Math.min(ts, before?.since ?? ts) : null }
}

/**
 * What undoing a mark writes [R7.13]: the previous grade with its pass grade. When there was none, a skill becomes
 * unmarked (-1), and a coach's decision on a level is cleared (0), because there -1 would revoke the pass.
 */
export function undoGrade(
  previous: Pick<Result, 'grade' | 'pass'> | undefined,
  { nodeId, pass }: { nodeId: string; pass: number },
): { grade: number; pass: number } {
  if (previous) return { grade: previous.grade, pass: previous.pass }
  return { grade: isManualPass(nodeId) ? 0 : -1, pass }
}
