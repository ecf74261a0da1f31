import { listClients } from '#server/platform/list-clients.ts'
import { jobDelay, jobsEnded, lastRound } from '#server/platform/metrics/metrics.ts'
import { inTenant, type Tx } from '#server/platform/tenancy.ts'
import type { RunBatch, WorkerDeps } from './batch.ts'
import {
  endTask,
  failTask,
  handBackTask,
  renewLease,
  saveTaskProgress,
  claimTask,
  TASK_KINDS,
  type Task,
  type TaskKind,
} from './tasks.ts'

/** Enqueues upkeep tasks of a client's next night. */
type EnqueueUpkeep = (tx: Tx, clientId: string, nowMs: number) => Promise<void>

/**
 * The functions of all task kinds. `server/flows/jobs` collects them from the subjects, so that the platform imports no
 * subject.
 */
interface Jobs {
  batches: Record<TaskKind, RunBatch>
  /** Enqueues the upkeep of a client's next night unless it is queued already. */
  plan: EnqueueUpkeep
  /** Runs after each task of this kind, whether or not it succeeded, so that upkeep tasks recur. */
  planAfter: Partial<Record<TaskKind, EnqueueUpkeep>>
}

/** The pause before the worker looks for due tasks of all clients again. */
const POLL_MS = 5_000
/** How often the worker checks that the next night of each client is planned. */
const PLAN_MS = 600_000

/** Runs due tasks, one at a time; any number of workers may run, in this process or another. */
export class Worker {
  readonly #deps: WorkerDeps
  readonly #jobs: Jobs
  /** The runs that requests have asked for and that have not ended. */
  readonly #woken = new Set<Promise<void>>()
  #timer: NodeJS.Timeout | null = null
  #polling: Promise<void> = Promise.resolve()
  #closed = false
  #nextPlanMs = 0

  constructor(deps: WorkerDeps, jobs: Jobs) {
    this.#deps = deps
    this.#jobs = jobs
  }

  start(): void {
    const poll = () => {
      this.#polling = this.#runAllDue()
        .catch((error: unknown) => this.#deps.onError(error))
        .finally(() => {
          if (!this.#closed) this.#timer = setTimeout(poll, POLL_MS).unref()
        })
    }
    poll()
  }

  /** Runs the due tasks of a client now, beside the regular look at all clients. */
  wake(clientId: string): void {
    if (this.#closed) return
    const run = this.runDue(clientId)
      .catch((error: unknown) => this.#deps.onError(error))
      .finally(() => this.#woken.delete(run))
    this.#woken.add(run)
  }

  /** Waits for the current batch and hands the task back, so that another worker continues it at once. */
  async close(): Promise<void> {
    this.#closed = true
    if (this.#timer) clearTimeout(this.#timer)
    await this.#polling
    await Promise.all(this.#woken)
  }

  /** Plans the next night of all clients when it is time, and runs their due tasks. */
  async #runAllDue(): Promise<void> {
    const { db, now } = this.#deps
    const clientIds = await listClients(db)
    const mustPlan = now() >= this.#nextPlanMs
    if (mustPlan) this.#nextPlanMs = now() + PLAN_MS
    for (const clientId of clientIds) {
      if (this.#closed) return
      if (mustPlan) await inTenant(db, clientId, 'write', (tx) => this.#jobs.plan(tx, clientId, now()))
      await this.runDue(clientId)
    }
    lastRound.set({ work: 'jobs' }, now() / 1_000)
  }

  /** Runs every due task of one client until it has finished or failed. */
  async runDue(clientId: string): Promise<void> {
    while (!this.#closed) {
      const nowMs = this.#deps.now()
      const task = await inTenant(this.#deps.db, clientId, 'write', (tx) => claimTask(tx, nowMs))
      if (!task) return
      jobDelay.observe(Math.max(0, nowMs - task.due_at.getTime()) / 1_000)
      await this.#run(clientId, task)
    }
  }

  async #run(clientId: string, task: Task): Promise<void> {
    const { db, now, announce, onError } = this.#deps
    const kind = TASK_KINDS.find((each) => each === task.kind)
    try {
      if (kind === undefined) throw new Error(`this version knows no task of the kind ${task.kind}`)
      let isUnfinished = true
      while (isUnfinished && !this.#closed) {
        // The batch advances a copy; the task itself advances only when the batch is committed.
        const advanced = { ...task }
        const writeBatch = await this.#jobs.batches[kind](this.#deps, clientId, advanced)
        const result = await inTenant(db, clientId, 'write', async (tx) => {
          // Another worker has taken the task over, or somebody has cancelled it.
          if (!(await renewLease(tx, task, now()))) return null
          const batch = await writeBatch(tx)
          await saveTaskProgress(tx, advanced)
          if (batch.finished) await endTask(tx, advanced, now())
          return batch
        })
        Object.assign(task, advanced)
        if (result?.announcement) announce(result.announcement)
        isUnfinished = result !== null && !result.finished
      }
      if (isUnfinished) await inTenant(db, clientId, 'write', (tx) => handBackTask(tx, task, now()))
      jobsEnded.inc({ kind: task.kind, outcome: isUnfinished ? 'handed-back' : 'done' })
    } catch (error) {
      jobsEnded.inc({ kind: task.kind, outcome: 'failed' })
      onError(error)
      const message = error instanceof Error ? error.message : String(error)
      await inTenant(db, clientId, 'write', (tx) => failTask(tx, task, now(), message))
    }
    const planNext = kind && this.#jobs.planAfter[kind]
    if (planNext) await inTenant(db, clientId, 'write', (tx) => planNext(tx, clientId, now()))
  }
}
