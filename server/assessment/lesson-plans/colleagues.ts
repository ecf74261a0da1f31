import type { Colleague } from '#contract/assessment/lesson-plans.ts'
import { queryRows, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { includesToday } from '#server/tenants/clubs/today.ts'

const COLLEAGUES = tenantStatement(
  'assessment/list-colleagues',
  `SELECT users.id AS uuid, users.firstname, users.lastname FROM users
   WHERE users.client_id = $1 AND users.type = 'coach' AND users.status = 'current' AND users.id <> $2 AND EXISTS (
     SELECT FROM user_clubs user_club
     JOIN user_clubs colleague_club ON colleague_club.client_id = user_club.client_id
       AND colleague_club.club_id = user_club.club_id
     WHERE user_club.user_id = $2 AND colleague_club.user_id = users.id AND colleague_club.client_id = users.client_id
       AND ${includesToday('user_club')} AND ${includesToday('colleague_club')})
   ORDER BY users.lastname, users.firstname, users.id`,
)

/**
 * The coaches with whom a user can share a plan, by name: those with a current account and a club at which both
 * work today.
 */
export function readColleagues(tx: Tx, userId: string): Promise<Colleague[]> {
  return queryRows(tx, COLLEAGUES, [userId])
}
