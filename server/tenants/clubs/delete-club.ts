import { localDate } from '#domain/platform/club-time.ts'
import { audit } from '#server/platform/audit.ts'
import { recheckSessions, revokeAll } from '#server/platform/http/end-sessions.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { touchClub } from '#server/tenants/changes/change-counters.ts'
import { execute, queryRows, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import type { ClientContext } from './client-context.ts'
import { lockClub } from './settings.ts'

const MARK_DELETED = tenantStatement(
  'tenants/mark-club-deleted',
  'UPDATE clubs SET deleted_at = $3 WHERE client_id = $1 AND id = $2',
)

const END_ASSIGNMENTS = tenantStatement(
  'tenants/end-assignments-to-groups-of-club',
  `UPDATE group_coaches assignment SET to_date = $3::date - 1 FROM groups
   WHERE assignment.client_id = $1 AND groups.client_id = assignment.client_id AND groups.id = assignment.group_id
     AND groups.club_id = $2 AND (assignment.to_date IS NULL OR assignment.to_date >= $3)`,
)

/** Ends all employments at the club, deactivates the users who have no other, and returns these users. */
const END_EMPLOYMENTS = tenantStatement(
  'tenants/end-employments-at-club',
  `WITH ended AS (UPDATE user_clubs SET to_date = $3::date - 1
     WHERE client_id = $1 AND club_id = $2 AND (to_date IS NULL OR to_date >= $3) RETURNING client_id, user_id)
   UPDATE users SET status = 'lapsed' FROM ended
   WHERE users.client_id = $1 AND users.client_id = ended.client_id AND users.id = ended.user_id
     AND users.status = 'current' AND users.type IN ('admin', 'coach')
     AND NOT EXISTS (SELECT FROM user_clubs other
       WHERE other.client_id = users.client_id AND other.user_id = users.id AND other.club_id <> $2
         AND (other.to_date IS NULL OR other.to_date >= $3))
   RETURNING users.id`,
)

const DELETE_AS_RECIPIENT = [
  tenantStatement(
    'tenants/delete-club-from-documents',
    'DELETE FROM document_clubs WHERE client_id = $1 AND club_id = $2',
  ),
  tenantStatement(
    'tenants/delete-club-from-notifications',
    'DELETE FROM notification_clubs WHERE client_id = $1 AND club_id = $2',
  ),
]

const STAFF = tenantStatement(
  'tenants/list-users-of-club',
  'SELECT user_id FROM user_clubs WHERE client_id = $1 AND club_id = $2',
)

/**
 * Deletes a club without active members [7.20]. The results of its former members stay. Its coaches and administrators
 * leave it as of yesterday, and those without another club lapse. Returns the families of the ended sessions.
 */
export async function deleteClub(tx: Tx, context: ClientContext, clubId: string, nowMs: number): Promise<string[]> {
  const { revision: _revision, ...before } = await lockClub(tx, clubId)
  if (before.members > 0) throw new Refusal('CLUB_IN_USE', { field: 'id' })
  const today = localDate(nowMs, before.time_zone)
  await execute(tx, MARK_DELETED, [clubId, new Date(nowMs)])
  await execute(tx, END_ASSIGNMENTS, [clubId, today])
  const rows = await queryRows(tx, END_EMPLOYMENTS, [clubId, today])
  for (const statement of DELETE_AS_RECIPIENT) await execute(tx, statement, [clubId])
  const lapsed = rows.map((row) => row.id)
  await audit(tx, {
    userId: context.userId,
    action: 'delete',
    entity: 'club',
    entityId: clubId,
    before,
    after: { lapsed },
  })
  await touchClub(tx, clubId)
  const staff = await queryRows(tx, STAFF, [clubId])
  // Those who work at another club stay logged in, but their sessions are checked again.
  await recheckSessions(
    tx,
    staff.map((row) => row.user_id),
  )
  return revokeAll(tx, lapsed, new Date(nowMs))
}
