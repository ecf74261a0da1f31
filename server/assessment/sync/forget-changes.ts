import { lockCounters } from '#server/tenants/changes/change-counters.ts'
import { execute, queryRows, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { ATTENDANCE_DAYS } from './changes.ts'

/** How long a device may be away and still go on from where it was (domain.md), in days. */
const KEPT_DAYS = 400
const DAY_MS = 86_400_000
/** How long changes of attendance stay after it is sent no more. A server that was down for a week catches up. */
const WEEK = 7

const DELETE_OPERATIONS = tenantStatement(
  'assessment/delete-old-operations',
  'DELETE FROM sync_ops WHERE client_id = $1 AND received_at < $2',
)

const DELETE_ATTENDANCE = tenantStatement(
  'assessment/delete-changes-of-old-attendance',
  `DELETE FROM changes USING clubs
   JOIN registers ON registers.client_id = $1 AND registers.club_id = clubs.id AND registers.kind = 'attendance'
     AND registers.date < $2::date AND registers.date >= $2::date - ${WEEK}
   WHERE clubs.client_id = $1 AND changes.client_id = $1 AND changes.club_id = clubs.id AND changes.kind = 'register'
     AND changes.key = registers.member_id || '/' || registers.lane`,
)

/** SQL of the changes by which devices remove an erased member or a settled conflict, from before $2. */
const OLD_REMOVALS = `SELECT change.club_id, change.kind, change.key, change.rev
   FROM clubs JOIN changes change ON change.client_id = $1 AND change.club_id = clubs.id
     AND change.kind IN ('erasure', 'conflict')
   WHERE clubs.client_id = $1 AND CASE change.kind
     WHEN 'erasure' THEN EXISTS (SELECT FROM audit_log WHERE audit_log.client_id = $1 AND audit_log.entity = 'member'
       AND audit_log.entity_id = change.key AND audit_log.action = 'erase' AND audit_log.at < $2)
     ELSE EXISTS (SELECT FROM conflicts WHERE conflicts.client_id = $1
       AND conflicts.id = split_part(change.key, '/', 2)::uuid AND conflicts.settled_at < $2) END`

const CLUBS_OF_REMOVALS = tenantStatement(
  'assessment/list-clubs-of-old-removals',
  `SELECT DISTINCT club_id FROM (${OLD_REMOVALS}) removal ORDER BY club_id`,
)

const DELETE_REMOVALS = tenantStatement(
  'assessment/delete-old-removals',
  `WITH gone AS (DELETE FROM changes USING (${OLD_REMOVALS}) removal
     WHERE changes.client_id = $1 AND changes.club_id = removal.club_id AND changes.kind = removal.kind
       AND changes.key = removal.key AND changes.club_id = ANY($3)
     RETURNING changes.club_id, changes.rev),
   newest AS (SELECT club_id, max(rev) AS rev FROM gone GROUP BY club_id)
   UPDATE club_counters SET oldest_cursor = greatest(oldest_cursor, newest.rev)
   FROM newest WHERE club_counters.client_id = $1 AND club_counters.club_id = newest.club_id`,
)

/**
 * Deletes what only a device needs that was away for more than 400 days: answers to its operations, and changes by which
 * it removes a member or a conflict. Such a device loads everything anew (`readChanges`). Marks and register entries
 * answer for themselves, for ever (decision 130). Changes of attendance that no device receives any more go, too.
 */
export async function forgetOldChanges(tx: Tx, nowMs: number): Promise<void> {
  const daysBefore = (days: number) => new Date(nowMs - days * DAY_MS)
  const before = daysBefore(KEPT_DAYS)
  await execute(tx, DELETE_OPERATIONS, [before])
  await execute(tx, DELETE_ATTENDANCE, [
    daysBefore(ATTENDANCE_DAYS + WEEK)
      .toISOString()
      .slice(0, 10),
  ])
  const clubs = (await queryRows(tx, CLUBS_OF_REMOVALS, [before])).map(({ club_id: clubId }) => clubId)
  if (clubs.length === 0) return
  await lockCounters(tx, clubs)
  await execute(tx, DELETE_REMOVALS, [before, clubs])
}
