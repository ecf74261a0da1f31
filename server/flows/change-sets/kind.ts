import type { ChangeSetFacts } from '#contract/flows/change-sets.ts'
import type { Curricula } from '#server/curriculum/schemes/curriculum.ts'
import type { ReportProgress } from '#server/tenants/club-tasks/batches.ts'
import type { Obstacle, StoredChangeSet } from '#server/platform/undo-journal.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import type { ChangedKey } from '#server/tenants/changes/change-counters.ts'
import type { ClubContext } from '#server/tenants/clubs/club-context.ts'

/** What an undo has done, and what it has left as it was; or, when something stands in the way, only that. */
export type UndoResult = { changed: ChangedKey[]; kept?: Obstacle[] } | { obstacles: Obstacle[] }

/** What undoing needs besides the change set. */
export interface UndoNeeds {
  curricula: Curricula
  /** Is told how many members are done; without it nobody waits for that. */
  report?: ReportProgress | undefined
}

/** A kind of change set: how it is listed, and how it is undone. */
export interface UndoKind {
  /** For how many days it can be undone; null = without a limit. */
  days: number | null
  /** SQL condition on `change_sets`: there is something left to undo, because not all of its members were erased. */
  isLeft: string
  /** What the change sets with these ids did, by id. */
  describe: (tx: Tx, context: ClubContext, ids: readonly string[]) => Promise<Map<string, ChangeSetFacts>>
  /**
   * Undoes it. The change set is locked, and was not undone before. When something stands in the way, all that this has
   * written is rolled back.
   */
  undo: (tx: Tx, context: ClubContext, changeSet: StoredChangeSet, needs: UndoNeeds) => Promise<UndoResult>
}
