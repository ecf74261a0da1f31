import { execute, queryRowsWithoutTenant, statement, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Database, Tx } from '#server/platform/tenancy.ts'

/** No task, mail or turn is put off for so long; one that is due later was written while a clock was ahead. */
const FARTHEST_MS = 2 * 86_400_000

const DELETE_TURNS = statement('platform/delete-turns-of-clock-ahead', 'DELETE FROM due_work WHERE due_at > $1')

/** Forgets the turns, of all clients, that a clock which was ahead has put off or taken; `noteLostWork` notes them anew. */
export async function forgetTurnsAhead(db: Database, nowMs: number): Promise<void> {
  await queryRowsWithoutTenant(db, DELETE_TURNS, [new Date(nowMs + FARTHEST_MS)])
}

const TASKS_NOW = tenantStatement(
  'platform/make-tasks-of-clock-ahead-due',
  `UPDATE tasks SET due_at = $2, leased_until = CASE state WHEN 'running' THEN $2::timestamptz END
   WHERE client_id = $1 AND state IN ('queued', 'running')
     AND CASE state WHEN 'queued' THEN due_at ELSE leased_until END > $3`,
)
const MAILS_NOW = tenantStatement(
  'platform/make-mails-of-clock-ahead-due',
  `UPDATE mails SET due_at = $2 WHERE client_id = $1 AND state = 'waiting' AND due_at > $3`,
)

/** Makes the client's tasks and mails due that a clock which was ahead has put off. */
export async function bringForward(tx: Tx, nowMs: number): Promise<void> {
  const values = [new Date(nowMs), new Date(nowMs + FARTHEST_MS)] as const
  await execute(tx, TASKS_NOW, values)
  await execute(tx, MAILS_NOW, values)
}
