import { Type } from 'typebox'
import { execute, findRow, getRow, tenantStatement, tenantStatements } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { noteQueued, tellOfWork, type Queue } from './due-work.ts'

/** What a task does; the column `kind` of the table `tasks`. */
export const TASK_KINDS = [
  // computes the progress of all members in a scheme anew, after its rules have changed
  'recalculate',
  // reads the roster of the course provider, at night
  'import-roster',
  // inserts the nodes of a large scheme file into a new scheme
  'import-scheme',
  // deletes documents that were deleted long ago, and files that nothing uses
  'sweep-files',
  // enters the members of an uploaded file
  'import-members',
  // does what an administrator began at a club and takes longer than a request
  'club-task',
  // mails the authors of another client's scheme that this client asks to subscribe to it
  'ask-owner',
  // mails the owner's answers to the subscribers of a scheme, and has their copies updated (`follow`)
  'notify-subscribers',
  // updates this client's copy of another client's scheme to its newest published revision
  'follow',
  // deletes members, accounts and records whose retention period is over, at night
  'retention',
] as const
export type TaskKind = (typeof TASK_KINDS)[number]

/** Recurring tasks that nobody requests and that the server enqueues again and again. They cannot be cancelled. */
export const UPKEEP_TASKS: readonly TaskKind[] = ['sweep-files', 'retention']

/** Tasks that somebody waits for. They have a queue of their own, so that no long task holds them up. */
export const AWAITED_TASKS: readonly TaskKind[] = [
  'import-scheme',
  'import-members',
  'club-task',
  'ask-owner',
  'notify-subscribers',
]

/** The queue of the tasks of a kind. */
export const queueOfTask = (kind: string): TaskQueue =>
  AWAITED_TASKS.some((awaited) => awaited === kind) ? 'awaited' : 'background'

/** The queues of tasks, as variants of statements. */
export const TASK_QUEUES = { awaited: 'awaited', background: 'background' } as const satisfies Partial<
  Record<Queue, Queue>
>
export type TaskQueue = keyof typeof TASK_QUEUES
/** The kinds that are not taken from a queue; a kind of a newer version is taken from any. */
const OTHER_KINDS: Readonly<Record<TaskQueue, readonly TaskKind[]>> = {
  awaited: TASK_KINDS.filter((kind) => !AWAITED_TASKS.includes(kind)),
  background: AWAITED_TASKS,
}

/** A task that a worker has taken. */
export interface Task {
  id: string
  /** One of `TASK_KINDS`; the worker looks it up. */
  kind: string
  /**
   * What the task is about: the id of a scheme, an import, a club task or the client, or another client's scheme (`taskSubjectOf`),
   * depending on the kind.
   */
  subject: string
  /** How far the task is, in a form that only its kind knows; null before the first batch. */
  position: unknown
  done: number
  total: number | null
  /** The failed tries and the current one. */
  tries: number
  /**
   * How often the task was taken. A worker that takes it over raises the number, so the former worker sees that it lost
   * the task.
   */
  takes: number
  due_at: Date
}

/**
 * A worker renews the lease of its task at each batch. After this long without renewal another worker takes it over.
 */
const LEASE_MS = 30_000
const MAX_TRIES = 5
/** When so many workers in a row died without progress, the task itself is taken for the cause and fails. */
const MAX_ABANDONED = 20
/** Pauses before the next try, by the number of failed tries. */
const RETRY_MS = [5_000, 30_000, 120_000, 600_000]
/** The same for tasks that need a provider's server, whose failures usually last longer. */
const RETRY_AT_PROVIDER_MS = [60_000, 600_000, 1_800_000, 3_600_000]

const INSERT_TASK = tenantStatements(
  'platform/enqueue-task',
  TASK_QUEUES,
  (queue) => `WITH queued AS (INSERT INTO tasks (client_id, kind, subject, due_at, created_at, by_user, club_id)
     VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (client_id, kind, subject) WHERE state = 'queued' DO NOTHING RETURNING client_id, due_at)
   ${noteQueued(queue)}`,
)

/**
 * Enqueues a task, in the transaction of the change that makes it necessary. When a task of the same kind and subject
 * is queued already, it stays as it is and nothing is added.
 */
export async function enqueueTask(
  tx: Tx,
  task: { kind: TaskKind; subject: string; dueMs: number; nowMs: number; by: string | null; clubId?: string },
): Promise<void> {
  const { kind, subject, dueMs, nowMs, by, clubId = null } = task
  const values = [kind, subject, new Date(dueMs), new Date(nowMs), by, clubId] as const
  const queue = queueOfTask(kind)
  tellOfWork(tx, queue, dueMs, nowMs)
  await execute(tx, INSERT_TASK[queue], values)
}

/**
 * Leases one task until $3, logs that it has begun, and returns it. Fails the tasks whose workers have died $5 times or
 * more, and logs that.
 */
const CLAIM_TASK = tenantStatement(
  'platform/claim-task',
  `WITH failed AS (UPDATE tasks SET state = 'failed', leased_until = NULL, ended_at = $2,
     error = 'its process ended ' || abandoned || ' times without any progress'
   WHERE client_id = $1 AND state = 'running' AND leased_until < $2 AND abandoned >= $5
   RETURNING client_id, id, error),
   claimed AS (UPDATE tasks SET state = 'running', leased_until = $3, error = NULL, takes = takes + 1,
     -- a queued task begins another try; a running one was abandoned by its worker
     tries = tries + CASE state WHEN 'queued' THEN 1 ELSE 0 END,
     abandoned = abandoned + CASE state WHEN 'running' THEN 1 ELSE 0 END
   WHERE client_id = $1 AND id = (SELECT id FROM tasks WHERE client_id = $1
     AND ((state = 'queued' AND due_at <= $2) OR (state = 'running' AND leased_until < $2 AND abandoned < $5))
     AND kind <> ALL($4)
     ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED)
   RETURNING client_id, id, kind, subject, position, done, total, tries, takes, due_at),
   logged AS (INSERT INTO task_events (client_id, task_id, at, event, detail)
     SELECT client_id, id, $2, 'begun', NULL FROM claimed
     UNION ALL SELECT client_id, id, $2, 'failed', error FROM failed RETURNING client_id)
   SELECT id, kind, subject, position, done, total, tries, takes, due_at FROM claimed`,
  { json: { position: Type.Unknown() }, prepare: true },
)

/**
 * Takes the task of a queue that has been due longest: a queued one, or one whose worker has died. Taking over a dead
 * worker's task does not count as a try.
 */
export async function claimTask(tx: Tx, queue: TaskQueue, nowMs: number): Promise<Task | null> {
  const values = [new Date(nowMs), new Date(nowMs + LEASE_MS), OTHER_KINDS[queue], MAX_ABANDONED] as const
  return (await findRow(tx, CLAIM_TASK, values)) ?? null
}

const NEXT_DUE = tenantStatement(
  'platform/read-next-due-task',
  `SELECT min(CASE state WHEN 'queued' THEN due_at ELSE leased_until END) AS due_at FROM tasks
   WHERE client_id = $1 AND state IN ('queued', 'running') AND kind <> ALL($2)`,
)

/** When the client's next task of a queue is due, or the lease of a running one ends, in ms; null when there is none. */
export async function nextDueTask(tx: Tx, queue: TaskQueue): Promise<number | null> {
  return (await getRow(tx, NEXT_DUE, [OTHER_KINDS[queue]])).due_at?.getTime() ?? null
}

const SET_LEASE = tenantStatement(
  'platform/set-lease-of-task',
  `UPDATE tasks SET leased_until = $4 WHERE client_id = $1 AND id = $2 AND state = 'running' AND takes = $3`,
)

/**
 * Renews the lease of a task for one batch. False when the worker has lost the task, because it was cancelled or taken
 * over.
 */
export async function renewLease(tx: Tx, task: Task, nowMs: number): Promise<boolean> {
  return (await execute(tx, SET_LEASE, [task.id, task.takes, new Date(nowMs + LEASE_MS)])) === 1
}

/** Ends the lease of a task between two batches, because the worker stops. Any other worker may take it over. */
export async function handBackTask(tx: Tx, task: Task, nowMs: number): Promise<void> {
  await execute(tx, SET_LEASE, [task.id, task.takes, new Date(nowMs)])
}

const SAVE_PROGRESS = tenantStatement(
  'platform/save-progress-of-task',
  'UPDATE tasks SET position = $3, done = $4, total = $5, abandoned = 0 WHERE client_id = $1 AND id = $2',
)

/** Stores how far a task is. Progress ends the count of workers that died without any (`abandoned`). */
export async function saveTaskProgress(tx: Tx, task: Task): Promise<void> {
  await execute(tx, SAVE_PROGRESS, [task.id, JSON.stringify(task.position), task.done, task.total])
}

const END_TASK = tenantStatement(
  'platform/end-task',
  `WITH ended AS (UPDATE tasks SET state = 'done', ended_at = $3, leased_until = NULL, position = $4, done = $5,
       total = $6, abandoned = 0
     WHERE client_id = $1 AND id = $2 RETURNING client_id, id)
   INSERT INTO task_events (client_id, task_id, at, event) SELECT client_id, id, $3, 'done' FROM ended
   RETURNING client_id`,
)

/** Stores that a task is done, and how far it came. */
export async function endTask(tx: Tx, task: Task, nowMs: number): Promise<void> {
  const { id, position, done, total } = task
  await execute(tx, END_TASK, [id, new Date(nowMs), JSON.stringify(position), done, total])
}

/** $2 and $3 are the task and its number of takes, $4 the error, $5 the next try or null, $6 the present moment. */
const FAIL_TASK = tenantStatement(
  'platform/fail-task',
  `WITH running AS (
     SELECT task.client_id, task.id,
       -- another queued task of the same kind and subject does all the work, so this one fails at once
       $5::timestamptz IS NULL OR EXISTS (SELECT FROM tasks other
         WHERE other.client_id = task.client_id AND other.kind = task.kind AND other.subject = task.subject
           AND other.state = 'queued') AS fails
     FROM tasks task
     WHERE task.client_id = $1 AND task.id = $2 AND task.takes = $3 AND task.state = 'running' FOR UPDATE),
   tried AS (UPDATE tasks task SET error = $4, leased_until = NULL,
     due_at = CASE WHEN running.fails THEN task.due_at ELSE coalesce($5, task.due_at) END,
     state = CASE WHEN running.fails THEN 'failed' ELSE 'queued' END,
     ended_at = CASE WHEN running.fails THEN $6::timestamptz END
   FROM running WHERE task.client_id = running.client_id AND task.id = running.id
   RETURNING task.client_id, task.id, task.state)
   INSERT INTO task_events (client_id, task_id, at, event, detail)
   SELECT client_id, id, $6, CASE WHEN state = 'failed' THEN 'failed' ELSE 'again' END, $4 FROM tried
   RETURNING event`,
)

/**
 * Schedules another try after a failed batch, from the last position. After the fifth try the task fails and a person
 * must decide; true says that it has.
 */
export async function failTask(tx: Tx, task: Task, nowMs: number, error: string): Promise<boolean> {
  const pauses = task.kind === 'import-roster' ? RETRY_AT_PROVIDER_MS : RETRY_MS
  const pause = task.tries < MAX_TRIES ? (pauses[task.tries - 1] ?? 0) : null
  const nextTry = pause === null ? null : new Date(nowMs + pause)
  const logged = await findRow(tx, FAIL_TASK, [task.id, task.takes, error, nextTry, new Date(nowMs)])
  return logged?.event === 'failed'
}
