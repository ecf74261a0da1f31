import type { Outcome } from '#contract/assessment/sync.ts'
import type { Curricula } from '#server/curriculum/schemes/curriculum.ts'
import type { ChangedKey } from '#server/tenants/changes/change-counters.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import type { CheckedEdit } from './check-operations.ts'

/** What the stores need for the operations that are applied in one transaction. */
export interface Batch {
  tx: Tx
  clientId: string
  nowMs: number
  curricula: Curricula
}

/**
 * Where edits of some kinds are kept. The three steps of all stores run side by side, so that a batch costs one round
 * trip a step.
 */
export interface Store {
  /**
   * Locks what these edits change and reads it. Takes those of its own kinds. It sends its statements before it waits,
   * the locks first.
   */
  lock: (batch: Batch, edits: readonly CheckedEdit[]) => Promise<LockedStore>
}

interface LockedStore {
  /** Merges the edits that were not delivered before, and sets the outcome of each. */
  fold: (fresh: readonly CheckedEdit[], outcomes: Map<string, Outcome>) => Promise<FoldedStore>
}

interface FoldedStore {
  /** For the change lists of the clubs. */
  changes: readonly ChangedKey[]
  /** The parents who see something of the change, with the child: user id, member id. */
  parents: readonly [userId: string, memberId: string][]
  /** Writes history, values and audit log; it sends its statements before it waits. */
  write: () => Promise<unknown>
}
