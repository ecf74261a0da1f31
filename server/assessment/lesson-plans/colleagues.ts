import type { Colleague } from '#contract/assessment/lesson-plans.ts'
import type { Tx } from '#server/platform/tenancy.ts'

/**
 * The coaches with whom a user can share a plan, by name: those with a club in common that neither of them has left.
 */
export async function readColleagues(tx: Tx, userId: string): Promise<Colleague[]> {
  const { rows } = await tx.query<Colleague>(
    `SELECT users.id AS uuid, users.firstname, users.lastname FROM users
     WHERE users.type = 'coach' AND users.status = 'current' AND users.id <> $1 AND EXISTS (
       SELECT FROM user_clubs own
       JOIN user_clubs theirs ON theirs.client_id = own.client_id AND theirs.club_id = own.club_id
       WHERE own.user_id = $1 AND theirs.user_id = users.id AND theirs.client_id = users.client_id
         AND (own.to_date IS NULL OR own.to_date >= current_date)
         AND (theirs.to_date IS NULL OR theirs.to_date >= current_date))
     ORDER BY users.lastname, users.firstname, users.id`,
    [userId],
  )
  return rows
}
