import type { ClubUsers } from '#contract/identity/auth.ts'
import { queryRows, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { includesToday } from '#server/tenants/clubs/today.ts'

const COACHES_OF_CLUB = tenantStatement(
  'identity/list-coaches-of-club',
  `SELECT coach.id AS uuid, coach.firstname, coach.lastname,
     EXISTS (SELECT FROM user_pins pin WHERE pin.client_id = coach.client_id AND pin.user_id = coach.id) AS has_pin
   FROM users coach
   JOIN user_clubs employment ON employment.client_id = coach.client_id AND employment.user_id = coach.id
   WHERE coach.client_id = $1 AND employment.club_id = $2 AND coach.type = 'coach' AND coach.status = 'current'
     AND coach.verified AND ${includesToday('employment')}
   ORDER BY coach.firstname, coach.lastname, coach.id`,
)

/**
 * The club's coaches of today whose accounts are active and confirmed, by name, for switching user on a shared tablet
 * [6.18]; none when `clubId` is null.
 */
export async function readClubUsers(tx: Tx, clubId: string | null): Promise<ClubUsers> {
  return clubId === null ? [] : queryRows(tx, COACHES_OF_CLUB, [clubId])
}
