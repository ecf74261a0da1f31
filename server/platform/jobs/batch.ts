import type { Announcement } from '#server/platform/events/hub.ts'
import type { FileStore } from '#server/platform/files/storage.ts'
import type { Database, Tx } from '#server/platform/tenancy.ts'
import type { Task } from './tasks.ts'

/** What the tasks of all subjects work with. */
export interface WorkerDeps {
  db: Database
  files: FileStore
  now: () => number
  announce: (announcement: Announcement) => void
  onError: (error: unknown) => void
}

/** The outcome of one batch. */
export interface BatchResult {
  /** True when the task has nothing left to do. */
  finished: boolean
  announcement: Announcement | null
}

/**
 * Runs one batch of a task in two parts. The call itself may request other systems, because no transaction is open. The
 * function that it returns writes the batch in one transaction and advances `task.position`, `done` and `total`.
 */
export type RunBatch = (deps: WorkerDeps, clientId: string, task: Task) => Promise<(tx: Tx) => Promise<BatchResult>>
