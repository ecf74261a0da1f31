import type { ClubUsers } from '#contract/identity/auth.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { includesToday } from '#server/tenants/clubs/today.ts'

/**
 * The club's coaches of today whose accounts are active and confirmed, by name, for switching user on a shared tablet
 * [6.18]; none when `clubId` is null.
 */
export async function readClubUsers(tx: Tx, clubId: string | null): Promise<ClubUsers> {
  const { rows } = await tx.query<ClubUsers[number]>(
    `SELECT coach.id AS uuid, coach.firstname, coach.lastname,
       EXISTS (SELECT FROM user_pins pin WHERE pin.client_id = coach.client_id AND pin.user_id = coach.id) AS has_pin
     FROM users coach
     JOIN user_clubs employment ON employment.client_id = coach.client_id AND employment.user_id = coach.id
     WHERE employment.club_id = $1 AND coach.type = 'coach' AND coach.status = 'current' AND coach.verified
       AND ${includesToday('employment')}
     ORDER BY coach.firstname, coach.lastname, coach.id`,
    [clubId],
  )
  return rows
}
