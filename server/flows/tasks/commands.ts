import { audit } from '#server/platform/audit.ts'
import type { ClientContext } from '#server/tenants/clubs/client-context.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { UPKEEP_TASKS, type TaskKind } from '#server/platform/jobs/tasks.ts'
import type { Tx } from '#server/platform/tenancy.ts'

interface LockedTask {
  kind: TaskKind
  subject: string
  state: string
}

/** Locks a task. A running batch has its task locked too, so this waits until the batch has ended. */
async function lockTask(tx: Tx, id: string): Promise<LockedTask> {
  const { rows } = await tx.query<LockedTask>('SELECT kind, subject, state FROM tasks WHERE id = $1 FOR UPDATE', [id])
  if (!rows[0]) throw new Refusal('NOT_FOUND', { field: 'id' })
  return rows[0]
}

/** Records the action in the task's events and in the audit log. */
async function logAction(
  tx: Tx,
  context: ClientContext,
  id: string,
  action: 'cancel' | 'retry',
  nowMs: number,
): Promise<void> {
  await tx.query('INSERT INTO task_events (client_id, task_id, at, event, by_user) VALUES ($1, $2, $3, $4, $5)', [
    context.clientId,
    id,
    new Date(nowMs),
    action === 'cancel' ? 'cancelled' : 'retried',
    context.userId,
  ])
  await audit(tx, context.clientId, { userId: context.userId, action, entity: 'task', entityId: id })
}

/** Cancels a queued or running task. What its batches have done so far stays. */
export async function cancelTask(tx: Tx, context: ClientContext, id: string, nowMs: number): Promise<void> {
  const { kind, subject, state } = await lockTask(tx, id)
  if ((state !== 'queued' && state !== 'running') || UPKEEP_TASKS.includes(kind)) throw new Refusal('TASK_STATE')
  await tx.query(`UPDATE tasks SET state = 'cancelled', ended_at = $2, leased_until = NULL WHERE id = $1`, [
    id,
    new Date(nowMs),
  ])
  // the imported file becomes a draft again, which can be corrected and started anew
  if (kind === 'import-members')
    await tx.query(`UPDATE member_imports SET state = 'draft' WHERE id::text = $1 AND state = 'waiting'`, [subject])
  await logAction(tx, context, id, 'cancel', nowMs)
}

/**
 * Queues a failed or cancelled task again; it continues where it was. Refused when another task of the same kind and
 * subject is queued.
 */
export async function retryTask(tx: Tx, context: ClientContext, id: string, nowMs: number): Promise<void> {
  const { kind, subject, state } = await lockTask(tx, id)
  if (state !== 'failed' && state !== 'cancelled') throw new Refusal('TASK_STATE')
  const { rowCount } = await tx.query(
    `UPDATE tasks task SET state = 'queued', tries = 0, abandoned = 0, due_at = $2, ended_at = NULL, error = NULL
     WHERE task.id = $1 AND NOT EXISTS (SELECT FROM tasks other WHERE other.client_id = task.client_id
       AND other.kind = task.kind AND other.subject = task.subject AND other.state = 'queued')`,
    [id, new Date(nowMs)],
  )
  if (rowCount === 0) throw new Refusal('TASK_STATE', { detail: 'another task waits for the same' })
  // the draft into which `cancelTask` has turned the imported file waits for this task again
  if (kind === 'import-members')
    await tx.query(`UPDATE member_imports SET state = 'waiting' WHERE id::text = $1 AND state = 'draft'`, [subject])
  await logAction(tx, context, id, 'retry', nowMs)
}
