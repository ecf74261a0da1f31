import { lockCounters } from '#server/tenants/changes/change-counters.ts'
import { execute, queryRows, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { ATTENDANCE_DAYS } from './tablet-days.ts'

/** How long a device may be away and still go on from where it was (domain.md), in days. */
const KEPT_DAYS = 400
const DAY_MS = 86_400_000
/** How long changes of attendance stay after it is sent no more. A server that was down for a week catches up. */
const WEEK = 7

const DELETE_OPERATIONS = tenantStatement(
  'assessment/delete-old-operations',
  'DELETE FROM sync_ops WHERE client_id = $1 AND received_at < $2',
)

// keys and their parts are computed beforehand, so that each is looked up by an index (`changes.ts` says why)

const DELETE_ATTENDANCE = tenantStatement(
  'assessment/delete-changes-of-old-attendance',
  `WITH old AS MATERIALIZED (
     SELECT registers.club_id, registers.member_id || '/' || registers.lane AS key FROM clubs
     JOIN registers ON registers.client_id = $1 AND registers.club_id = clubs.id AND registers.kind = 'attendance'
       AND registers.date < $2::date AND registers.date >= $2::date - ${WEEK}
     WHERE clubs.client_id = $1)
   DELETE FROM changes USING old WHERE changes.client_id = $1 AND changes.club_id = old.club_id
     AND changes.kind = 'register' AND changes.key = old.key`,
)

/** SQL of the changes by which devices remove an erased member or a settled conflict, from before $2. */
const OLD_REMOVALS = `removals AS MATERIALIZED (
     SELECT change.club_id, change.kind, change.key,
       CASE change.kind WHEN 'conflict' THEN split_part(change.key, '/', 2)::uuid END AS conflict_id
     FROM clubs JOIN changes change ON change.client_id = $1 AND change.club_id = clubs.id
       AND change.kind IN ('erasure', 'conflict')
     WHERE clubs.client_id = $1),
   old AS MATERIALIZED (
     SELECT club_id, kind, key FROM removals WHERE CASE kind
       WHEN 'erasure' THEN EXISTS (SELECT FROM audit_log WHERE audit_log.client_id = $1 AND audit_log.entity = 'member'
         AND audit_log.entity_id = removals.key AND audit_log.action = 'erase' AND audit_log.at < $2)
       ELSE EXISTS (SELECT FROM conflicts WHERE conflicts.client_id = $1 AND conflicts.id = removals.conflict_id
         AND conflicts.settled_at < $2) END)`

const CLUBS_OF_REMOVALS = tenantStatement(
  'assessment/list-clubs-of-old-removals',
  `WITH ${OLD_REMOVALS} SELECT DISTINCT club_id FROM old ORDER BY club_id`,
)

const DELETE_REMOVALS = tenantStatement(
  'assessment/delete-old-removals',
  `WITH ${OLD_REMOVALS},
   gone AS (DELETE FROM changes USING old
     WHERE changes.client_id = $1 AND changes.club_id = old.club_id AND changes.kind = old.kind
       AND changes.key = old.key AND changes.club_id = ANY($3)
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
