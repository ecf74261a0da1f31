import type { Announcement } from '#server/events/hub.ts'
import type { Providers } from '#server/providers/providers.ts'
import type { Curricula } from '#server/schemes/curriculum.ts'
import type { Database, Tx } from '#server/tenancy.ts'
import type { Task } from './tasks.ts'

export interface WorkerParts {
  db: Database
  curricula: Curricula
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

/** Does a piece of a task in one transaction and moves `task.position`, `done` and `total` on. */
export type Step = (parts: WorkerParts, tx: Tx, clientId: string, task: Task) => Promise<Stepped>
