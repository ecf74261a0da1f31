import { compareStamps, type Stamp } from './stamp.ts'

/** One edit in a lane. A lane has all edits of one thing, of which one wins [R7.22]. */
export interface LaneEdit {
  opId: string
  stamp: Stamp
  /** A later edit of the same device arrived before this one, so this one stays in the history but cannot win. */
  supersededByOwnEdit: boolean
}

/** The outcome of a merge of arriving edits with the history of their lane. */
export interface Fold<E extends LaneEdit> {
  /** The winner before the arriving edits, if there was one. */
  before: E | undefined
  /** The outcome of each arriving edit, in the order given: `applied` when it became the winner as it arrived. */
  outcomes: ('applied' | 'superseded')[]
  /** The arriving edits as they are stored in history. */
  stored: E[]
  winner: E
}

/**
 * Merges arriving edits with one lane's history [R7.22]. Of each device only the edit with the highest `deviceSeq`
 * competes, whatever its stamps say, because a clock that ran ahead may have been set back between two edits. Of these
 * the largest stamp wins, so the winner does not depend on the order of delivery. Throws without any edit.
 */
export function foldEdits<E extends LaneEdit>(history: readonly E[], arriving: readonly E[]): Fold<E> {
  /** The newest edit of each device. */
  const newest = new Map<string, E>()
  const accept = (edit: E) => {
    const sameDevice = newest.get(edit.stamp.deviceId)
    if (!sameDevice || sameDevice.stamp.deviceSeq < edit.stamp.deviceSeq) newest.set(edit.stamp.deviceId, edit)
  }
  const best = () => [...newest.values()].reduce((a, b) => (compareStamps(a.stamp, b.stamp) > 0 ? a : b))
  for (const edit of history) accept(edit)
  const before = newest.size > 0 ? best() : undefined
  const stored: E[] = []
  const outcomes = arriving.map((edit) => {
    const newestSeq = newest.get(edit.stamp.deviceId)?.stamp.deviceSeq ?? 0
    const entry = { ...edit, supersededByOwnEdit: newestSeq > edit.stamp.deviceSeq }
    stored.push(entry)
    accept(entry)
    return best() === entry ? ('applied' as const) : ('superseded' as const)
  })
  if (newest.size === 0) throw new Error('a lane is folded only with at least one edit')
  return { before, outcomes, stored, winner: best() }
}
