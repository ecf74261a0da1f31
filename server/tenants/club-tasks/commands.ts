import type { ClubTaskKind, ClubTaskResult } from '#contract/tenants/club-tasks.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { enqueueTask } from '#server/platform/jobs/tasks.ts'
import { execute, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import type { ClubContext } from '#server/tenants/clubs/club-context.ts'

/** For how long the result of a task is kept when nobody closes its message. */
const KEPT_MS = 7 * 86_400_000

const CREATE_TASK = tenantStatement(
  'tenants/create-club-task',
  `INSERT INTO club_tasks (client_id, id, club_id, user_id, kind, request, total, created_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
)

/** What a club task is to do: its kind, the request (only its kind reads it), and how many members or mails it is. */
export interface NewClubTask {
  kind: ClubTaskKind
  request: object
  total: number
}

/** Begins long work in the background; returns its id. */
export async function beginClubTask(tx: Tx, context: ClubContext, { kind, request, total }: NewClubTask) {
  const id = crypto.randomUUID()
  const { clubId, userId, nowMs } = context
  await execute(tx, CREATE_TASK, [id, clubId, userId, kind, JSON.stringify(request), total, new Date(nowMs)])
  await enqueueTask(tx, { kind: 'club-task', subject: id, dueMs: nowMs, nowMs, by: userId, clubId })
  return id
}

const COUNT_DONE = tenantStatement(
  'tenants/count-done-of-club-task',
  'UPDATE club_tasks SET done = $3, total = greatest(total, $3) WHERE client_id = $1 AND id = $2',
)

/** Stores how many members or mails are done. */
export async function countDone(tx: Tx, id: string, done: number): Promise<void> {
  await execute(tx, COUNT_DONE, [id, done])
}

const END_TASK = tenantStatement(
  'tenants/end-club-task',
  'UPDATE club_tasks SET request = NULL, result = $3, ended_at = $4 WHERE client_id = $1 AND id = $2',
)

export async function endClubTask(tx: Tx, id: string, result: ClubTaskResult, nowMs: number): Promise<void> {
  await execute(tx, END_TASK, [id, JSON.stringify(result), new Date(nowMs)])
}

/** A task that the worker has given up has ended too. */
const DELETE_ENDED = tenantStatement(
  'tenants/delete-ended-club-task',
  `DELETE FROM club_tasks WHERE club_tasks.client_id = $1 AND club_tasks.id = $2 AND club_tasks.club_id = $3
     AND club_tasks.user_id = $4 AND (club_tasks.ended_at IS NOT NULL OR EXISTS (
       SELECT FROM tasks WHERE tasks.client_id = club_tasks.client_id AND tasks.kind = 'club-task'
         AND tasks.subject = club_tasks.id::text AND tasks.state IN ('failed', 'cancelled')))`,
)

/** Removes an ended task of the user, whose result has been read. Refuses one that runs, or that is not the user's. */
export async function dismissClubTask(tx: Tx, context: ClubContext, id: string): Promise<void> {
  const deleted = await execute(tx, DELETE_ENDED, [id, context.clubId, context.userId])
  if (deleted === 0) throw new Refusal('NOT_FOUND', { field: 'id' })
}

const DELETE_OLD = tenantStatement(
  'tenants/delete-old-club-tasks',
  'DELETE FROM club_tasks WHERE client_id = $1 AND created_at < $2',
)

export async function deleteOldClubTasks(tx: Tx, nowMs: number): Promise<void> {
  await execute(tx, DELETE_OLD, [new Date(nowMs - KEPT_MS)])
}
