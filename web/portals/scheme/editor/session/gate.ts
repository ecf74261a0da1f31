import type { Impact } from '#contract/curriculum/authoring.ts'
import type { PassValue } from '#domain/curriculum/scheme.ts'
import type { Edit, Tree } from '#domain/curriculum/tree.ts'
import type { EditSession } from './optimistic-tree.ts'
import { changesProgress, changesGrades } from '../progress-effect.ts'

/** Waiting batches that would change members' levels: they are sent when the author says so. */
export interface HeldEdits {
  impact: Impact
  before: Tree
  after: Tree
}

/**
 * Which of the session's waiting batches may go out: none that would change a child's level without a word of the author.
 * `now` is the session as it is: batches come and go while the server is asked.
 */
export function createGate(start: readonly PassValue[], now: () => EditSession) {
  let grades = start
  /** The last waiting batch up to which the author, or the server, has nothing against it. */
  let cleared = 0
  /** What is said of a batch, by its key, once nothing stands against it. */
  const unsaid = new Map<number, () => void>()
  let held: HeldEdits | null = null
  let heldFor: Tree | null = null

  function clear(upTo: number): void {
    cleared = upTo
    forget()
    for (const [key, say] of unsaid) {
      if (key > upTo) continue
      unsaid.delete(key)
      if (now().pending.some((batch) => batch.key === key)) say()
    }
  }

  function forget(): void {
    held = null
    heldFor = null
  }

  /** Whether all that waits is what the author is asked about. */
  function holds(): boolean {
    return heldFor !== null && heldFor === now().pending.at(-1)?.after
  }

  return {
    held: () => held,
    holds,
    forget,
    /** `say` is called when the batch with this key goes out. */
    sayOf(key: number, say: () => void): void {
      unsaid.set(key, say)
    },
    /** Whether the waiting batches may be sent; asks the server who would gain or lose a level, where one could. */
    async mayGo(impactOf: (edits: readonly Edit[]) => Promise<Impact | null>): Promise<boolean> {
      const session = now()
      const [first] = session.pending
      const last = session.pending.at(-1)
      if (!first || !last || first.key <= cleared) return true
      if (holds()) return false
      const regraded = session.pending.some(({ edits }) => changesGrades(edits))
      if (regraded || changesProgress(session.base, last.after, grades)) {
        const impact = await impactOf(session.pending.flatMap((batch) => batch.edits))
        if (impact && impact.levels.length > 0) {
          held = { impact, before: session.base, after: last.after }
          heldFor = last.after
          return false
        }
      }
      clear(last.key)
      return true
    },
    /** The author has read who gains and who loses, and wants it. Answers whether that was asked. */
    release(): boolean {
      const last = now().pending.at(-1)
      if (!last || !holds()) return false
      clear(last.key)
      return true
    },
    /** The waiting batches that would change levels; the one that was sent is not ours any more. */
    changing(sent: number | null): ReadonlySet<number> {
      const session = now()
      const keys = new Set<number>()
      let before = session.base
      for (const batch of session.pending) {
        const changes = changesGrades(batch.edits) || changesProgress(before, batch.after, grades)
        if (batch.key !== sent && changes) keys.add(batch.key)
        before = batch.after
      }
      return keys
    },
    /** The scales are these now. */
    regrade(next: readonly PassValue[]): void {
      grades = next
    },
  }
}
