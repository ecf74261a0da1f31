import { localDate } from '#domain/platform/club-time.ts'
import { audit } from '#server/platform/audit.ts'
import { recheckSessions, revokeAll } from '#server/platform/http/end-sessions.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { touchClub } from '#server/tenants/changes/change-counters.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import type { ClientContext } from './client-context.ts'
import { lockClub } from './settings.ts'

/**
 * Deletes a club without active members [7.20]. The results of its former members stay. Its coaches and administrators
 * leave it as of yesterday, and those without another club lapse. Returns the families of the ended sessions.
 */
export async function deleteClub(tx: Tx, context: ClientContext, clubId: string, nowMs: number): Promise<string[]> {
  const { revision: _revision, ...before } = await lockClub(tx, clubId)
  if (before.members > 0) throw new Refusal('CLUB_IN_USE', { field: 'id' })
  const today = localDate(nowMs, before.time_zone)
  await tx.query('UPDATE clubs SET deleted_at = $2 WHERE id = $1', [clubId, new Date(nowMs)])
  await tx.query(
    `UPDATE group_coaches assignment SET to_date = $2::date - 1 FROM groups
     WHERE groups.client_id = assignment.client_id AND groups.id = assignment.group_id AND groups.club_id = $1
       AND (assignment.to_date IS NULL OR assignment.to_date >= $2)`,
    [clubId, today],
  )
  const { rows } = await tx.query<{ id: string }>(
    // Ends all employments at the club, deactivates the users who have no other, and returns these users.
    `WITH ended AS (UPDATE user_clubs SET to_date = $2::date - 1
       WHERE club_id = $1 AND (to_date IS NULL OR to_date >= $2) RETURNING client_id, user_id)
     UPDATE users SET status = 'lapsed' FROM ended
     WHERE users.client_id = ended.client_id AND users.id = ended.user_id AND users.status = 'current'
       AND users.type IN ('admin', 'coach')
       AND NOT EXISTS (SELECT FROM user_clubs other
         WHERE other.client_id = users.client_id AND other.user_id = users.id AND other.club_id <> $1
           AND (other.to_date IS NULL OR other.to_date >= $2))
     RETURNING users.id`,
    [clubId, today],
  )
  for (const table of ['document_clubs', 'notification_clubs'])
    await tx.query(`DELETE FROM ${table} WHERE club_id = $1`, [clubId])
  const lapsed = rows.map((row) => row.id)
  await audit(tx, context.clientId, {
    userId: context.userId,
    action: 'delete',
    entity: 'club',
    entityId: clubId,
    before,
    after: { lapsed },
  })
  await touchClub(tx, clubId)
  const { rows: staff } = await tx.query<{ user_id: string }>('SELECT user_id FROM user_clubs WHERE club_id = $1', [
    clubId,
  ])
  // Those who work at another club stay logged in, but their sessions are checked again.
  await recheckSessions(
    tx,
    staff.map((row) => row.user_id),
  )
  return revokeAll(tx, lapsed, new Date(nowMs))
}
