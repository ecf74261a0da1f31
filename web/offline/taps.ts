import type { Result } from '#domain/assessment/engine.ts'
import type { MarkInput } from './coach-store.ts'

/** One mark of a tap, with the result before it. */
interface TappedMark {
  input: MarkInput
  before: Result | undefined
}

/** The marks of one tap. */
type Tap = readonly TappedMark[]

/**
 * The taps that can be undone, by the group on whose pages they were made, the last tap last. `isKnown`: nobody has
 * erased the member meanwhile.
 */
export function createTaps(isKnown: (memberUuid: string) => boolean) {
  const taps = new Map<string, readonly Tap[]>()
  const tapsOf = (groupId: string) => taps.get(groupId) ?? []
  const canUndo = ({ input }: TappedMark) => isKnown(input.memberUuid)
  return {
    add: (groupId: string, tap: Tap) => void taps.set(groupId, [...tapsOf(groupId), tap]),
    /** Takes this tap away, which need not be the last one any more. */
    remove: (groupId: string, tap: Tap) =>
      void taps.set(
        groupId,
        tapsOf(groupId).filter((other) => other !== tap),
      ),
    /** The last tap of which a mark can be undone, and those of its marks that can; null without one. */
    last(groupId: string): { tap: Tap; marks: Tap } | null {
      const tap = tapsOf(groupId).findLast((marks) => marks.some(canUndo))
      return tap ? { tap, marks: tap.filter(canUndo) } : null
    },
  }
}
