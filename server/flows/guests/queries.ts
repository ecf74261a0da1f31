import { Guest } from '#contract/flows/guests.ts'
import { findRow, queryRows, tenantStatement, type RowOf } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'

const GUESTS = tenantStatement(
  'flows/list-guests',
  `SELECT json_build_object('uuid', members.id, 'firstname', members.firstname, 'lastname', members.lastname,
     'group', json_build_object('id', groups.id, 'name', groups.name), 'from', guests.from_date, 'to', guests.to_date,
     'coach', users.firstname || ' ' || users.lastname,
     'marks', (SELECT count(*) FROM results
       WHERE results.client_id = guests.client_id AND results.member_id = guests.member_id)) AS guest
   FROM guests
   JOIN members ON members.client_id = guests.client_id AND members.id = guests.member_id
   JOIN groups ON groups.client_id = guests.client_id AND groups.id = guests.group_id
   JOIN users ON users.client_id = guests.client_id AND users.id = guests.author_id
   WHERE guests.client_id = $1 AND guests.club_id = $2
   ORDER BY guests.from_date DESC, members.firstname, members.lastname, members.id`,
  { json: { guest: Guest } },
)

/** The guests of a club about whom the office has not decided, the newest first. */
export async function listGuests(tx: Tx, clubId: string): Promise<Guest[]> {
  const rows = await queryRows(tx, GUESTS, [clubId])
  return rows.map(({ guest }) => guest)
}

const TAKE_GUEST = tenantStatement(
  'flows/take-guest',
  `DELETE FROM guests WHERE client_id = $1 AND club_id = $2 AND member_id = $3
   RETURNING group_id, from_date, to_date`,
)

/**
 * Takes a guest off the club's list, because the office decides about it now; undefined when the list does not have it.
 * A second decision at the same time waits, and finds none.
 */
export async function takeGuest(
  tx: Tx,
  clubId: string,
  guestId: string,
): Promise<RowOf<typeof TAKE_GUEST> | undefined> {
  return findRow(tx, TAKE_GUEST, [clubId, guestId])
}
