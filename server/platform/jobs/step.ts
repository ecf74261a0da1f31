import type { Announcement } from '#server/platform/events/hub.ts'
import type { FileStore } from '#server/platform/files/storage.ts'
import type { Providers } from '#server/identity/providers/providers.ts'
import type { Curricula } from '#server/curriculum/schemes/curriculum.ts'
import type { Database, Tx } from '#server/platform/tenancy.ts'
import type { Task } from './tasks.ts'

export interface WorkerDeps {
  db: Database
  curricula: Curricula
  files: FileStore
  providers: Providers
  now: () => number
  announce: (announcement: Announcement) => void
  onError: (error: unknown) => void
}

/** What one step leaves behind. */
export interface Stepped {
  /** True when nothing is left to do. */
  finished: boolean
  announcement: Announcement | null
}

/**
 * A piece of a task. What others have to be asked is asked first, while no transaction waits for them; the answer does
 * the piece in one transaction and moves `task.position`, `done` and `total` on.
 */
export type Step = (deps: WorkerDeps, clientId: string, task: Task) => Promise<(tx: Tx) => Promise<Stepped>>
