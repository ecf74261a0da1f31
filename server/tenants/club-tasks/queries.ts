import { Type } from 'typebox'
import { ClubTaskResult, type ClubTask, type ClubTaskKind } from '#contract/tenants/club-tasks.ts'
import { localDate } from '#domain/platform/club-time.ts'
import { findRow, queryRows, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import type { ClubContext } from '#server/tenants/clubs/club-context.ts'

const LIST = tenantStatement(
  'tenants/list-club-tasks',
  `SELECT club_tasks.id, club_tasks.kind, club_tasks.done, club_tasks.total, club_tasks.result,
     CASE WHEN club_tasks.ended_at IS NOT NULL THEN 'done'
       WHEN EXISTS (SELECT FROM tasks WHERE tasks.client_id = club_tasks.client_id AND tasks.kind = 'club-task'
         AND tasks.subject = club_tasks.id::text AND tasks.state IN ('failed', 'cancelled')) THEN 'failed'
       ELSE 'running' END AS state
   FROM club_tasks
   WHERE club_tasks.client_id = $1 AND club_tasks.club_id = $2 AND club_tasks.user_id = $3
   ORDER BY club_tasks.created_at, club_tasks.id`,
  { json: { result: ClubTaskResult } },
)

/** The long work that the user has begun at the club: what runs, and what has ended and was not dismissed. */
export async function listClubTasks(tx: Tx, context: ClubContext): Promise<ClubTask[]> {
  return queryRows(tx, LIST, [context.clubId, context.userId])
}

const WAITING = tenantStatement(
  'tenants/find-waiting-club-task',
  `SELECT club_tasks.kind, club_tasks.request, club_tasks.total, club_tasks.club_id, club_tasks.user_id, clubs.time_zone,
     clients.auth_provider AS provider
   FROM club_tasks
   JOIN clubs ON clubs.client_id = club_tasks.client_id AND clubs.id = club_tasks.club_id
   JOIN clients ON clients.client_id = club_tasks.client_id
   WHERE club_tasks.client_id = $1 AND club_tasks.id = $2 AND club_tasks.ended_at IS NULL`,
  { json: { request: Type.Unknown() } },
)

/** A task that is to be done: the context of the administrator who began it, and what was requested. */
export interface WaitingClubTask {
  context: ClubContext
  kind: ClubTaskKind
  request: unknown
  /** How many members or mails it was when it was begun. */
  total: number
}

/** The task with this id; null when it has ended. */
export async function findWaitingClubTask(
  tx: Tx,
  clientId: string,
  id: string,
  nowMs: number,
): Promise<WaitingClubTask | null> {
  const found = await findRow(tx, WAITING, [id])
  if (!found) return null
  const { club_id: clubId, user_id: userId, time_zone: timeZone, provider, kind, request, total } = found
  const today = localDate(nowMs, timeZone)
  const ownsRecords = provider !== 'coursepro'
  return { context: { clientId, clubId, userId, today, timeZone, nowMs, provider, ownsRecords }, kind, request, total }
}
