import { compareStamps, type Stamp } from './stamp.ts'

/** One edit of one lane. A lane is what the edits of one thing compete for. */
export interface LaneEdit {
  opId: string
  stamp: Stamp
  /** A later edit of the same device was accepted before this one arrived: it stays in history and never counts. */
  supersededByOwnEdit: boolean
}

export interface Fold<E extends LaneEdit> {
  /** The edit that counted before, if there was one. */
  before: E | undefined
  /** Outcome of each arriving edit, in the order given. */
  outcomes: ('applied' | 'superseded')[]
  /** The arriving edits as history keeps them. */
  stored: E[]
  /** The edit that counts now. */
  winner: E
}

/**
 * Folds arriving edits into one lane's history. Of each device only its newest edit counts, whatever its stamps say: a
 * clock that ran ahead may have been set back between two edits. Of these the largest stamp wins, so the winner does
 * not depend on the order of delivery [R7.22].
 */
export function foldEdits<E extends LaneEdit>(history: readonly E[], arriving: readonly E[]): Fold<E> {
  const newest = new Map<string, E>()
  const accept = (edit: E) => {
    const own = newest.get(edit.stamp.deviceId)
    if (!own || own.stamp.deviceSeq < edit.stamp.deviceSeq) newest.set(edit.stamp.deviceId, edit)
  }
  const best = () => [...newest.values()].reduce((a, b) => (compareStamps(a.stamp, b.stamp) > 0 ? a : b))
  for (const edit of history) accept(edit)
  const before = newest.size > 0 ? best() : undefined
  const stored: E[] = []
  const outcomes = arriving.map((edit) => {
    const own = {
      ...edit,
      supersededByOwnEdit: (newest.get(edit.stamp.deviceId)?.stamp.deviceSeq ?? 0) > edit.stamp.deviceSeq,
    }
    stored.push(own)
    accept(own)
    return best() === own ? ('applied' as const) : ('superseded' as const)
  })
  if (newest.size === 0) throw new Error('a lane is folded only with at least one edit')
  return { before, outcomes, stored, winner: best() }
}
