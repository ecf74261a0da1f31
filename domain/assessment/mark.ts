import type { Result } from './engine.ts'
import { foldEdits, type Fold, type LaneEdit } from './lane.ts'
import { compareStamps } from './stamp.ts'

/** One edit of one lane: an assessment of one node of one member. */
export interface MarkEdit extends LaneEdit {
  grade: number
  pass: number
  /** Performed time, unix seconds. */
  ts: number
}

/** The key under which edits of the same thing are ordered. */
export function markLane(memberUuid: string, schemeSlug: string, nodeId: string): string {
  return `mark/${memberUuid}/${schemeSlug}${nodeId}`
}

export interface LaneFold extends Fold<MarkEdit> {
  result: Result
}

/** Folds arriving marks into one lane's history (`foldEdits`) and says what they come to. */
export function foldLane(history: readonly MarkEdit[], arriving: readonly MarkEdit[]): LaneFold {
  const fold = foldEdits(history, arriving)
  return { ...fold, result: toResult([...history, ...fold.stored], fold.winner) }
}

/**
 * Whether two coaches marked the same node differently without knowing of each other [R7.24]:
 * `other` counted when `mine` arrived, was another author's, and had not reached the device that made `mine`.
 */
export function clashes(
  mine: Pick<MarkEdit, 'grade' | 'supersededByOwnEdit'> & { authorId: string; baseRev: number | null },
  other: Pick<MarkEdit, 'grade'> & { authorId: string; changedRev: number },
): boolean {
  if (mine.supersededByOwnEdit || mine.authorId === other.authorId || mine.grade === other.grade) return false
  return mine.baseRev !== null && mine.baseRev < other.changedRev
}

/** The winner with its `since` [R7.8]: the earliest performed time in the unbroken run of passing marks, in stamp order, that ends at it. */
function toResult(edits: readonly MarkEdit[], winner: MarkEdit): Result {
  const passing = (edit: MarkEdit) => edit.pass > 0 && edit.grade >= edit.pass
  let since: number | null = null
  const counting = edits
    .filter((edit) => !edit.supersededByOwnEdit && compareStamps(edit.stamp, winner.stamp) <= 0)
    .sort((a, b) => compareStamps(a.stamp, b.stamp))
  for (const edit of counting) since = passing(edit) ? Math.min(edit.ts, since ?? edit.ts) : null
  return { grade: winner.grade, pass: winner.pass, ts: winner.ts, since }
}

/** What taking back an edit writes: the previous grade, 0 if there was none, judged by the same pass grade. */
export function undoGrade(
  previous: Pick<Result, 'grade' | 'pass'> | undefined,
  pass: number,
): { grade: number; pass: number } {
  return previous ? { grade: previous.grade, pass: previous.pass } : { grade: 0, pass }
}
