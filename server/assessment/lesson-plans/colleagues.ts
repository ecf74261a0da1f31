import type { Colleague } from '#contract/assessment/lesson-plans.ts'
import type { Tx } from '#server/platform/tenancy.ts'

/** The coaches with whom a user can share a plan: those who have a club in common with the user today, by name. */
export async function readColleagues(tx: Tx, userId: string): Promise<Colleague[]> {
  const { rows } = await tx.query<Colleague>(
    `SELECT u.id AS uuid, u.firstname, u.lastname FROM users u
     WHERE u.type = 'coach' AND u.status = 'current' AND u.id <> $1 AND EXISTS (
       SELECT FROM user_clubs mine JOIN user_clubs theirs ON theirs.client_id = mine.client_id AND theirs.club_id = mine.club_id
       WHERE mine.user_id = $1 AND theirs.user_id = u.id AND theirs.client_id = u.client_id
         AND (mine.to_date IS NULL OR mine.to_date >= current_date) AND (theirs.to_date IS NULL OR theirs.to_date >= current_date))
     ORDER BY u.lastname, u.firstname, u.id`,
    [userId],
  )
  return rows
}
