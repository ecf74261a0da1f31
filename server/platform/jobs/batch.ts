import type { Announcement } from '#server/platform/events/hub.ts'
import type { FileStore } from '#server/platform/files/storage.ts'
import type { Database, Tx } from '#server/platform/tenancy.ts'
import type { Task } from './tasks.ts'

export interface WorkerDeps {
  db: Database
  files: FileStore
  now: () => number
  announce: (announcement: Announcement) => void
  onError: (error: unknown) => void
}

/** What one batch of a task leaves behind. */
export interface BatchResult {
  /** True when nothing is left to do. */
  finished: boolean
  announcement: Announcement | null
}

/**
 * One batch of a task, in two parts. The call asks other systems while no transaction is open; the function it returns
 * does the batch in one transaction and moves `task.position`, `done` and `total` on.
 */
export type RunBatch = (deps: WorkerDeps, clientId: string, task: Task) => Promise<(tx: Tx) => Promise<BatchResult>>
