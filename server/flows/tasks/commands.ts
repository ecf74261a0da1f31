import { audit } from '#server/platform/audit.ts'
import type { ClientContext } from '#server/tenants/clubs/client-context.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { noteQueued, tellOfWork } from '#server/platform/jobs/due-work.ts'
import { queueOfTask, TASK_QUEUES, UPKEEP_TASKS } from '#server/platform/jobs/tasks.ts'
import { execute, findRow, tenantStatement, tenantStatements, type RowOf } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'

const LOCK_TASK = tenantStatement(
  'flows/lock-task',
  'SELECT kind, subject, state FROM tasks WHERE client_id = $1 AND id = $2 FOR UPDATE',
)

/** Locks a task. A running batch has its task locked too, so this waits until the batch has ended. */
async function lockTask(tx: Tx, id: string): Promise<RowOf<typeof LOCK_TASK>> {
  const task = await findRow(tx, LOCK_TASK, [id])
  if (!task) throw new Refusal('NOT_FOUND', { field: 'id' })
  return task
}

const NOTE_EVENT = tenantStatement(
  'flows/note-event-of-task',
  'INSERT INTO task_events (client_id, task_id, at, event, by_user) VALUES ($1, $2, $3, $4, $5)',
)

/** Records the action in the task's events and in the audit log. */
async function logAction(
  tx: Tx,
  context: ClientContext,
  id: string,
  action: 'cancel' | 'retry',
  nowMs: number,
): Promise<void> {
  const event = action === 'cancel' ? 'cancelled' : 'retried'
  await execute(tx, NOTE_EVENT, [id, new Date(nowMs), event, context.userId])
  await audit(tx, { userId: context.userId, action, entity: 'task', entityId: id })
}

const CANCEL_TASK = tenantStatement(
  'flows/cancel-task',
  `UPDATE tasks SET state = 'cancelled', ended_at = $3, leased_until = NULL WHERE client_id = $1 AND id = $2`,
)
const MAKE_DRAFT = tenantStatement(
  'flows/make-waiting-import-draft',
  `UPDATE member_imports SET state = 'draft' WHERE client_id = $1 AND id::text = $2 AND state = 'waiting'`,
)

/** Cancels a queued or running task. What its batches have done so far stays. */
export async function cancelTask(tx: Tx, context: ClientContext, id: string, nowMs: number): Promise<void> {
  const { kind, subject, state } = await lockTask(tx, id)
  if ((state !== 'queued' && state !== 'running') || UPKEEP_TASKS.some((upkeep) => upkeep === kind))
    throw new Refusal('TASK_STATE')
  await execute(tx, CANCEL_TASK, [id, new Date(nowMs)])
  // the imported file becomes a draft again, which can be corrected and started anew
  if (kind === 'import-members') await execute(tx, MAKE_DRAFT, [subject])
  await logAction(tx, context, id, 'cancel', nowMs)
}

const REQUEUE_TASK = tenantStatements(
  'flows/requeue-task',
  TASK_QUEUES,
  (queue) => `WITH queued AS (
     UPDATE tasks task SET state = 'queued', tries = 0, abandoned = 0, due_at = $3, ended_at = NULL, error = NULL
     WHERE task.client_id = $1 AND task.id = $2 AND NOT EXISTS (SELECT FROM tasks other
       WHERE other.client_id = task.client_id AND other.kind = task.kind AND other.subject = task.subject
         AND other.state = 'queued')
     RETURNING client_id, due_at)
   ${noteQueued(queue)}`,
)
const MAKE_WAITING = tenantStatement(
  'flows/make-draft-wait',
  `UPDATE member_imports SET state = 'waiting' WHERE client_id = $1 AND id::text = $2 AND state = 'draft'`,
)

/**
 * Queues a failed or cancelled task again; it continues where it was. Refused when another task of the same kind and
 * subject is queued.
 */
export async function retryTask(tx: Tx, context: ClientContext, id: string, nowMs: number): Promise<void> {
  const { kind, subject, state } = await lockTask(tx, id)
  if (state !== 'failed' && state !== 'cancelled') throw new Refusal('TASK_STATE')
  tellOfWork(tx, queueOfTask(kind), nowMs, nowMs)
  const queued = await execute(tx, REQUEUE_TASK[queueOfTask(kind)], [id, new Date(nowMs)])
  if (queued === 0) throw new Refusal('TASK_STATE', { detail: 'another task waits for the same' })
  // the draft into which `cancelTask` has turned the imported file waits for this task again
  if (kind === 'import-members') await execute(tx, MAKE_WAITING, [subject])
  await logAction(tx, context, id, 'retry', nowMs)
}
