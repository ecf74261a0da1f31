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
 * Folds arriving edits into one lane's history. A device's older edit never beats its newer one; otherwise the
 * larger stamp wins, so the winner does not depend on the order of delivery.
 */
export function foldLane(history: readonly MarkEdit[], arriving: readonly MarkEdit[]): LaneFold {
  const lastSeq = new Map<string, number>()
  let winner: MarkEdit | undefined
  const accept = (edit: MarkEdit) => {
    lastSeq.set(edit.stamp.deviceId, Math.max(edit.stamp.deviceSeq, lastSeq.get(edit.stamp.deviceId) ?? 0))
    if (!edit.outrun && (!winner || compareStamps(edit.stamp, winner.stamp) > 0)) winner = edit
  }
  for (const edit of history) accept(edit)
  const before = winner
  const kept: MarkEdit[] = []
  const outcomes = arriving.map((edit) => {
    const own = { ...edit, outrun: (lastSeq.get(edit.stamp.deviceId) ?? 0) > edit.stamp.deviceSeq }
    kept.push(own)
    accept(own)
    return winner === own ? ('applied' as const) : ('superseded' as const)
  })
  if (!winner) throw new Error('a lane is folded only with at least one edit')
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
  const counting = edits.filter((edit) => !edit.outrun).sort((a, b) => compareStamps(a.stamp, b.stamp))
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
