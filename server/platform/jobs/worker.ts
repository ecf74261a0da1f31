import { jobDelay, jobsEnded } from '#server/platform/metrics/metrics.ts'
import { inTenant, type Tx } from '#server/platform/tenancy.ts'
import type { RunBatch, WorkerDeps } from './batch.ts'
import { noteLostWork, type Queue } from './due-work.ts'
import { QueueRunner } from './queue.ts'
import {
  AWAITED_TASKS,
  endTask,
  failTask,
  handBackTask,
  nextDueTask,
  renewLease,
  saveTaskProgress,
  claimTask,
  TASK_KINDS,
  type Task,
  type TaskKind,
  type TaskQueue,
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

/** The turns that a process takes at the same time in each queue of tasks. */
const SLOTS = 2
/** At least so often a client's nightly tasks are looked at, which enqueue themselves again after each run. */
const UPKEEP_MS = 86_400_000
/** How often work is looked for that nobody has noted. */
const LOST_MS = 3_600_000

/** Runs due tasks, one of a client in each queue at a time; any number of workers may run, in this process or another. */
export class Worker {
  readonly #deps: WorkerDeps
  readonly #jobs: Jobs
  readonly #runners: Readonly<Record<Exclude<Queue, 'mails'>, QueueRunner>>
  #lostTimer: NodeJS.Timeout | undefined
  #closed = false

  constructor(deps: WorkerDeps, jobs: Jobs) {
    this.#deps = deps
    this.#jobs = jobs
    const { db, now } = deps
    const ofTasks = (queue: TaskQueue) =>
      new QueueRunner({
        ...deps,
        queue,
        slots: SLOTS,
        run: async (clientId) => void (await this.#runNext(clientId, queue, now())),
        nextDue: (tx) => nextDueTask(tx, queue),
      })
    this.#runners = {
      awaited: ofTasks('awaited'),
      background: ofTasks('background'),
      upkeep: new QueueRunner({
        ...deps,
        queue: 'upkeep',
        slots: 1,
        run: (clientId) => inTenant(db, clientId, 'write', (tx) => jobs.plan(tx, clientId, now())),
        // at random, so that the clients' do not all come at once
        nextDue: async () => now() + UPKEEP_MS * (0.5 + Math.random() / 2),
      }),
    }
  }

  start(): void {
    // so that a first failure is an increase
    for (const kind of TASK_KINDS) jobsEnded.inc({ kind, outcome: 'failed' }, 0)
    const { db, now, onError } = this.#deps
    const noteLost = () => {
      noteLostWork(db, AWAITED_TASKS, now()).then(() => this.wake('all'), onError)
    }
    noteLost()
    this.#lostTimer = setInterval(noteLost, LOST_MS).unref()
  }

  /** Looks for due work of a queue now. */
  wake(queue: Queue | 'all'): void {
    for (const [name, runner] of Object.entries(this.#runners)) if (queue === 'all' || queue === name) runner.wake()
  }

  /** Waits for the current batches and hands the tasks back, so that another worker continues them at once. */
  async close(): Promise<void> {
    this.#closed = true
    clearInterval(this.#lostTimer)
    await Promise.all(Object.values(this.#runners).map((runner) => runner.close()))
  }

  /** Runs every due task of one client until it has finished or failed. */
  async runDue(clientId: string): Promise<void> {
    let found = true
    while (found) {
      const nowMs = this.#deps.now()
      found = (await this.#runNext(clientId, 'awaited', nowMs)) || (await this.#runNext(clientId, 'background', nowMs))
    }
  }

  /** Runs the client's task of a queue that has been due longest, if there is one. */
  async #runNext(clientId: string, queue: TaskQueue, nowMs: number): Promise<boolean> {
    if (this.#closed) return false
    const task = await inTenant(this.#deps.db, clientId, 'write', (tx, sendWithCommit) =>
      sendWithCommit(() => claimTask(tx, queue, nowMs)),
    )
    if (!task) return false
    jobDelay.observe(Math.max(0, nowMs - task.due_at.getTime()) / 1_000)
    await this.#run(clientId, task)
    return true
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
        const result = await inTenant(db, clientId, 'write', async (tx, sendWithCommit) => {
          // Another worker has taken the task over, or somebody has cancelled it.
          if (!(await renewLease(tx, task, now()))) return null
          const batch = await writeBatch(tx)
          await sendWithCommit(() => (batch.finished ? endTask(tx, advanced, now()) : saveTaskProgress(tx, advanced)))
          return batch
        })
        Object.assign(task, advanced)
        if (result?.announcement) announce(result.announcement)
        isUnfinished = result !== null && !result.finished
      }
      if (isUnfinished) await inTenant(db, clientId, 'write', (tx) => handBackTask(tx, task, now()))
      jobsEnded.inc({ kind: task.kind, outcome: isUnfinished ? 'handed-back' : 'done' })
    } catch (error) {
      onError(error)
      const message = error instanceof Error ? error.message : String(error)
      const isFinal = await inTenant(db, clientId, 'write', (tx) => failTask(tx, task, now(), message))
      jobsEnded.inc({ kind: task.kind, outcome: isFinal ? 'failed' : 'again' })
    }
    const planNext = kind && this.#jobs.planAfter[kind]
    if (planNext) await inTenant(db, clientId, 'write', (tx) => planNext(tx, clientId, now()))
  }
}
