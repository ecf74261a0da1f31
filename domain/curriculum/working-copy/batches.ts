import type { Move } from '#domain/curriculum/edits/steps.ts'
import type { Edit } from '#domain/curriculum/tree.ts'

/** A batch of a working copy, with the edits that took it back when it was made. */
export interface CopyBatch extends Move {
  edits: readonly Edit[]
  undo: readonly Edit[]
  /** The live revision over which it was made. */
  liveRevision: number
}

/** A batch that was saved live, or an update of linked nodes, with the edits that took it back when it was made. */
export interface LiveBatch {
  revision: number
  undo: readonly Edit[]
}
