import type { Result } from './engine.ts'
import { compareStamps, type Stamp } from './stamp.ts'

/** One edit of one lane: an assessment of one node of one member. */
export interface MarkEdit {
  opId: string
  grade: number
  pass: number
  /** Performed time, unix seconds. */
  ts: number
  stamp: Stamp
  /** An own later edit was accepted before it arrived: it stays in history and never counts. */
  outrun: boolean
}

/** The key under which edits of the same thing are ordered. */
export function markLane(memberUuid: string, schemeSlug: string, nodeId: string): string {
  return `mark/${memberUuid}/${schemeSlug}${nodeId}`
}

export interface LaneFold {
  /** The edit that counted before, if there was one. */
  before: MarkEdit | undefined
  /** Outcome of each arriving edit, in the order given. */
  outcomes: ('applied' | 'superseded')[]
  /** The arriving edits as history keeps them. */
  kept: MarkEdit[]
  /** The edit that counts now. */
  winner: MarkEdit
  result: Result
}

/**
 * Folds arriving edits into one lane's history. Of each device only its newest edit counts, whatever its stamps say: a
 * clock that ran ahead may have been set back between two edits. Of these the largest stamp wins, so the winner does
 * not depend on the order of delivery.
 */
export function foldLane(history: readonly MarkEdit[], arriving: readonly MarkEdit[]): LaneFold {
  const newest = new Map<string, MarkEdit>()
  const accept = (edit: MarkEdit) => {
    const own = newest.get(edit.stamp.deviceId)
    if (!own || own.stamp.deviceSeq < edit.stamp.deviceSeq) newest.set(edit.stamp.deviceId, edit)
  }
  const best = () => [...newest.values()].reduce((a, b) => (compareStamps(a.stamp, b.stamp) > 0 ? a : b))
  for (const edit of history) accept(edit)
  const before = newest.size > 0 ? best() : undefined
  const kept: MarkEdit[] = []
  const outcomes = arriving.map((edit) => {
    const own = { ...edit, outrun: (newest.get(edit.stamp.deviceId)?.stamp.deviceSeq ?? 0) > edit.stamp.deviceSeq }
    kept.push(own)
    accept(own)
    return best() === own ? ('applied' as const) : ('superseded' as const)
  })
  if (newest.size === 0) throw new Error('a lane is folded only with at least one edit')
  const winner = best()
  return { before, outcomes, kept, winner, result: toResult([...history, ...kept], winner) }
}

/**
 * Whether two coaches marked the same node differently without knowing of each other (offline-sync.md "Who wins"):
 * `other` counted when `mine` arrived, was another author's, and had not reached the device that made `mine`.
 */
export function clashes(
  mine: Pick<MarkEdit, 'grade' | 'outrun'> & { authorId: string; baseRev: number | null },
  other: Pick<MarkEdit, 'grade'> & { authorId: string; changedRev: number },
): boolean {
  if (mine.outrun || mine.authorId === other.authorId || mine.grade === other.grade) return false
  return mine.baseRev !== null && mine.baseRev < other.changedRev
}

/** The winner with rule 8's `since`: the earliest performed time in the unbroken run of passing marks, in stamp order, that ends at it. */
function toResult(edits: readonly MarkEdit[], winner: MarkEdit): Result {
  const passing = (edit: MarkEdit) => edit.pass > 0 && edit.grade >= edit.pass
  let since: number | null = null
  const counting = edits
    .filter((edit) => !edit.outrun && compareStamps(edit.stamp, winner.stamp) <= 0)
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
