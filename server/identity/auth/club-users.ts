import type { ClubUsers } from '#contract/identity/auth.ts'
import type { Tx } from '#server/platform/tenancy.ts'

/** The coaches of a club, by name, for switching user on a shared tablet [6.18]. */
export async function readClubUsers(tx: Tx, clubId: string | null): Promise<ClubUsers> {
  const { rows } = await tx.query<ClubUsers[number]>(
    `SELECT u.id AS uuid, u.firstname, u.lastname,
       EXISTS (SELECT FROM user_pins p WHERE p.client_id = u.client_id AND p.user_id = u.id) AS has_pin
     FROM users u JOIN user_clubs uc ON uc.client_id = u.client_id AND uc.user_id = u.id
     WHERE uc.club_id = $1 AND u.type = 'coach' AND u.status = 'current' AND u.verified
       AND current_date >= uc.from_date AND (uc.to_date IS NULL OR current_date <= uc.to_date)
     ORDER BY u.firstname, u.lastname, u.id`,
    [clubId],
  )
  return rows
}
