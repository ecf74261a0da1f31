import { applyEdits } from '#domain/curriculum/edits/apply-edits.ts'
import { goesLive } from '#domain/curriculum/working-copy/goes-live.ts'
import type { Edit } from '#domain/curriculum/tree.ts'
import type { EditSession } from './optimistic-tree.ts'

/** The pending batches that would go into a working copy, by their keys, and their edits as one batch. */
export interface ForCopy {
  keys: ReadonlySet<number>
  edits: readonly Edit[]
}

/**
 * What of the pending batches goes into a working copy: all but those that change only content of live nodes. Null when
 * one of them changes the scheme's settings, which a copy does not hold.
 */
export function pendingForCopy({ base, pending }: EditSession): ForCopy | null {
  const keys = new Set<number>()
  const edits: Edit[] = []
  let [live, copy] = [base, base]
  for (const batch of pending) {
    if (batch.edits.some((edit) => edit.do === 'set-settings')) return null
    const applied = goesLive(live, copy, batch.edits) ? applyEdits(live, batch.edits) : null
    if (applied?.ok) live = applied.tree
    else {
      keys.add(batch.key)
      edits.push(...batch.edits)
    }
    copy = batch.after
  }
  return { keys, edits }
}
