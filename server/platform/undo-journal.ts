import type { ChangeSetKind, UndoReason } from '#contract/platform/undo.ts'
import { execute, tenantStatement } from './sql/statement.ts'
import type { Tx } from './tenancy.ts'

/** An entry of the journal of what can be undone: a row of `change_sets`. */
export interface NewChangeSet {
  id: string
  /** Which undo takes it back (`server/flows/change-sets/kinds.ts`). */
  kind: ChangeSetKind
  /** What the undo and the list need besides the recorded rows. No names of people: nobody erases them here. */
  details?: object
}

/** A row of `change_sets` that is to be undone. */
export interface StoredChangeSet {
  id: string
  /** The application's time of the write. */
  at: Date
}

/** What stands in the way of an undo: a member or a group, by its id; `id` is null when the time is over. */
export interface Obstacle {
  why: UndoReason
  id: string | null
  /** The membership number that was not given back. */
  number?: string
}

interface Author {
  clientId: string
  clubId: string
  userId: string
  nowMs: number
}

const NOTE_CHANGE_SET = tenantStatement(
  'platform/note-change-set',
  `INSERT INTO change_sets (client_id, id, club_id, user_id, at, kind, details) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
)

/** Notes in the journal what a write does, in the same transaction, so that it can be undone as a whole. */
export async function noteChangeSet(tx: Tx, author: Author, { id, kind, details = {} }: NewChangeSet): Promise<void> {
  await execute(tx, NOTE_CHANGE_SET, [id, author.clubId, author.userId, new Date(author.nowMs), kind, details])
}
