import type { Impact } from '#contract/curriculum/authoring.ts'
import type { PassValue } from '#domain/curriculum/scheme.ts'
import type { Edit, Tree } from '#domain/curriculum/tree.ts'
import type { EditSession } from './optimistic-tree.ts'
import { changesProgress, changesGrades } from '../progress-effect.ts'

/** All pending batches, which together would change members' levels, while they wait for the author's confirmation. */
export interface HeldEdits {
  impact: Impact
  /** The tree without and with the held batches. */
  before: Tree
  after: Tree
}

/**
 * Decides whether the pending batches may be sent. If one of them would change a member's level, they are held until the
 * author confirms them. `currentSession` is a function, because batches come and go while the server computes the impact.
 */
export function createGate(initialGrades: readonly PassValue[], currentSession: () => EditSession) {
  let grades = initialGrades
  /**
   * Key of the newest batch that may be sent, because it has no impact or the author confirmed it; older ones may be sent
   * too. Keys begin at 1.
   */
  let cleared = 0
  /** The callbacks of batches that may not be sent yet, by the batch's key. */
  const callbacks = new Map<number, () => void>()
  let held: HeldEdits | null = null
  /** The visible tree at the time when the batches were held: the same tree means that no batch came or went since. */
  let heldFor: Tree | null = null

  function clearUpTo(lastKey: number): void {
    cleared = lastKey
    forgetHeld()
    for (const [key, onSend] of callbacks) {
      if (key > lastKey) continue
      callbacks.delete(key)
      // a batch that was dropped meanwhile is not sent
      if (currentSession().pending.some((batch) => batch.key === key)) onSend()
    }
  }

  function forgetHeld(): void {
    held = null
    heldFor = null
  }

  /** Whether the pending batches are exactly those that were held. */
  function holds(): boolean {
    return heldFor !== null && heldFor === currentSession().pending.at(-1)?.after
  }

  return {
    held: () => held,
    holds,
    forgetHeld,
    /** Calls `onSend` once the batch with this key may be sent. */
    onSend(key: number, onSend: () => void): void {
      callbacks.set(key, onSend)
    },
    /** Whether the pending batches may be sent. Asks the server for their impact only if a member could gain or lose a level. */
    async mayBeSent(impactOf: (edits: readonly Edit[]) => Promise<Impact | null>): Promise<boolean> {
      const session = currentSession()
      const [first] = session.pending
      const lastBatch = session.pending.at(-1)
      if (!first || !lastBatch || first.key <= cleared) return true
      if (holds()) return false
      const scalesChange = session.pending.some(({ edits }) => changesGrades(edits))
      if (scalesChange || changesProgress(session.base, lastBatch.after, grades)) {
        // null: the server refused the edits; they are sent, and the refusal then reaches the author
        const impact = await impactOf(session.pending.flatMap((batch) => batch.edits))
        if (impact && impact.levels.length > 0) {
          held = { impact, before: session.base, after: lastBatch.after }
          heldFor = lastBatch.after
          return false
        }
      }
      clearUpTo(lastBatch.key)
      return true
    },
    /** Clears the held batches, because the author confirmed their impact. Returns false when none are held. */
    confirm(): boolean {
      const lastBatch = currentSession().pending.at(-1)
      if (!lastBatch || !holds()) return false
      clearUpTo(lastBatch.key)
      return true
    },
    /** Keys of the pending batches that would change levels, without the one that was sent: it can no longer be dropped. */
    levelChanges(sentKey: number | null): ReadonlySet<number> {
      const session = currentSession()
      const keys = new Set<number>()
      let treeBefore = session.base
      for (const batch of session.pending) {
        const changesLevels = changesGrades(batch.edits) || changesProgress(treeBefore, batch.after, grades)
        if (batch.key !== sentKey && changesLevels) keys.add(batch.key)
        treeBefore = batch.after
      }
      return keys
    },
    /** Replaces the grade scales, which decide whether an edit changes levels. */
    setGrades(next: readonly PassValue[]): void {
      grades = next
    },
  }
}
