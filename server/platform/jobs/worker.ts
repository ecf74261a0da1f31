import { deleteOldDrafts } from '#server/flows/imports/commands.ts'
import { planNight } from '#server/flows/rosters/nights.ts'
import { askOwnerBatch, followBatch, notifySubscribersBatch } from '#server/curriculum/sharing/follow.ts'
import { inTenant } from '#server/platform/tenancy.ts'
import { importMembersBatch } from '#server/flows/imports/import-members.ts'
import { importRosterBatch } from '#server/flows/rosters/import-roster.ts'
import { importSchemeBatch } from '#server/curriculum/schemes/import-scheme.ts'
import { recalculateBatch } from '#server/assessment/progress/recalculate.ts'
import { planRetention } from '#server/flows/retention/periods.ts'
import { retainBatch } from '#server/flows/retention/retain.ts'
import type { RunBatch, WorkerDeps } from './batch.ts'
import { sweepFilesBatch } from './sweep-files.ts'
import { endTask, failTask, holdTask, noteProgress, takeTask, type Task, type TaskKind } from './tasks.ts'

const batches: Record<TaskKind, RunBatch> = {
  recalculate: recalculateBatch,
  'import-roster': importRosterBatch,
  'import-scheme': importSchemeBatch,
  'sweep-files': sweepFilesBatch,
  'import-members': importMembersBatch,
  'ask-owner': askOwnerBatch,
  'tell-subscribers': notifySubscribersBatch,
  follow: followBatch,
  retention: retainBatch,
}

const SWEEP_MS = 5_000
/** How often it is looked whether each client's next night is planned. */
const NIGHTS_MS = 600_000

/** Runs due tasks, one at a time; any number of workers may run, in this process or another. */
export class Worker {
  readonly #deps: WorkerDeps
  #timer: NodeJS.Timeout | null = null
  #sweeping: Promise<void> = Promise.resolve()
  #closed = false
  #nightsAt = 0

  constructor(deps: WorkerDeps) {
    this.#deps = deps
  }

  start(): void {
    const sweep = () => {
      this.#sweeping = this.#sweep()
        .catch((error: unknown) => this.#deps.onError(error))
        .finally(() => {
          if (!this.#closed) this.#timer = setTimeout(sweep, SWEEP_MS).unref()
        })
    }
    sweep()
  }

  /** Lets the batch under way end; what is left goes on at the next start or elsewhere. */
  async close(): Promise<void> {
    this.#closed = true
    if (this.#timer) clearTimeout(this.#timer)
    await this.#sweeping
  }

  async #sweep(): Promise<void> {
    const { rows } = await this.#deps.db.pool.query<{ client_id: string }>('SELECT DISTINCT client_id FROM hostnames')
    const { db, now } = this.#deps
    const plan = now() >= this.#nightsAt
    if (plan) this.#nightsAt = now() + NIGHTS_MS
    for (const { client_id } of rows) {
      if (this.#closed) return
      if (plan)
        await inTenant(db, client_id, 'write', async (tx) => {
          await planNight(tx, client_id, now())
          await planRetention(tx, client_id, now())
          await deleteOldDrafts(tx, now())
        })
      await this.runDue(client_id)
    }
  }

  /** Runs every due task of one client to its end. */
  async runDue(clientId: string): Promise<void> {
    while (!this.#closed) {
      const task = await inTenant(this.#deps.db, clientId, 'write', (tx) => takeTask(tx, this.#deps.now()))
      if (!task) return
      await this.#run(clientId, task)
    }
  }

  async #run(clientId: string, task: Task): Promise<void> {
    const { db, now, announce, onError } = this.#deps
    try {
      for (let going = true; going && !this.#closed;) {
        const next = { ...task }
        const apply = await batches[task.kind](this.#deps, clientId, next)
        const stepped = await inTenant(db, clientId, 'write', async (tx) => {
          if (!(await holdTask(tx, task, now()))) return null
          const done = await apply(tx)
          await noteProgress(tx, next)
          if (done.finished) await endTask(tx, next, now())
          return done
        })
        Object.assign(task, next)
        if (stepped?.announcement) announce(stepped.announcement)
        going = stepped !== null && !stepped.finished
      }
    } catch (error) {
      onError(error)
      const said = error instanceof Error ? error.message : String(error)
      await inTenant(db, clientId, 'write', (tx) => failTask(tx, task, now(), said))
    }
    if (task.kind === 'import-roster') await inTenant(db, clientId, 'write', (tx) => planNight(tx, clientId, now()))
  }
}
