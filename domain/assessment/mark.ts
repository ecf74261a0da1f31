import type { Result } from './engine.ts'
import { foldEdits, type Fold, type LaneEdit } from './lane.ts'
import { compareStamps } from './stamp.ts'

/** One assessment of one node of one member, as an edit of its lane. */
export interface MarkEdit extends LaneEdit {
  grade: number
  pass: number
  /** Performed time, unix seconds. */
  ts: number
}

/** The lane of a member's marks of one node. */
export function markLane(memberUuid: string, schemeSlug: string, nodeId: string): string {
  return `mark/${memberUuid}/${schemeSlug}${nodeId}`
}

/** The outcome of a merge of marks, with the result that counts after it. */
export interface LaneFold extends Fold<MarkEdit> {
  result: Result
}

/** Merges arriving marks with one lane's history (`foldEdits`) and derives the result that counts. */
export function foldLane(history: readonly MarkEdit[], arriving: readonly MarkEdit[]): LaneFold {
  const fold = foldEdits(history, arriving)
  return { ...fold, result: toResult([...history, ...fold.stored], fold.winner) }
}

/**
 * Whether two coaches marked the same node differently without having seen each other's mark [R7.24]. `other` is the
 * mark that counted when `mine` arrived. The device that made `mine` had not loaded it when `changedRev`, the change
 * counter of `other`, is above `baseRev`, the change counter that the device had reached.
 */
export function isConflict(
  mine: Pick<MarkEdit, 'grade' | 'supersededByOwnEdit'> & { authorId: string; baseRev: number | null },
  other: Pick<MarkEdit, 'grade'> & { authorId: string; changedRev: number },
): boolean {
  if (mine.supersededByOwnEdit || mine.authorId === other.authorId || mine.grade === other.grade) return false
  return mine.baseRev !== null && mine.baseRev < other.changedRev
}

/** The winner as a result. Its `since` is the earliest time in the run of passing marks that ends at it [R7.8]. */
function toResult(edits: readonly MarkEdit[], winner: MarkEdit): Result {
  const passing = (edit: MarkEdit) => edit.pass > 0 && edit.grade >= edit.pass
  let since: number | null = null
  const counting = edits
    .filter((edit) => !edit.supersededByOwnEdit && compareStamps(edit.stamp, winner.stamp) <= 0)
    .sort((a, b) => compareStamps(a.stamp, b.stamp))
  for (const edit of counting) since = passing(edit) ? Math.min(edit.ts, since ?? edit.ts) : null
  return { grade: winner.grade, pass: winner.pass, ts: winner.ts, since }
}

/** The mark that undoes a mark [R7.13]: the previous grade with its pass grade, or grade 0 if there was none. */
export function undoGrade(
  previous: Pick<Result, 'grade' | 'pass'> | undefined,
  pass: number,
): { grade: number; pass: number } {
  return previous ? { grade: previous.grade, pass: previous.pass } : { grade: 0, pass }
}
