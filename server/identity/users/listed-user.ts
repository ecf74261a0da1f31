import type { UserSort } from '#contract/identity/user-list.ts'

/** SQL of each order of the list. */
export const userOrders: Record<UserSort, string> = {
  alastname: 'users.sort_name, users.id',
  dlastname: 'users.sort_name DESC, users.id',
  alast_login: 'users.last_login NULLS FIRST, users.id',
  dlast_login: 'users.last_login DESC NULLS LAST, users.id',
}

/** SQL that builds a `ListedUser` from a row of `users`, without the clubs. */
export const listedUserJson = `jsonb_build_object('uuid', users.id, 'firstname', users.firstname,
  'lastname', users.lastname, 'email', users.email, 'type', users.type, 'ngo_id', users.ngo_id,
  'postcode', users.postcode, 'status', users.status, 'verified', users.verified::int,
  'last_login', floor(extract(epoch FROM users.last_login)), 'has_pin', (EXISTS (SELECT FROM user_pins pin
    WHERE pin.client_id = users.client_id AND pin.user_id = users.id))::int)`

/** SQL of the clubs at which the user `users` works on a day, by name, as JSON. `today` is SQL of that day. */
export const clubsJson = (today: string) => `(SELECT coalesce(
    jsonb_agg(jsonb_build_object('id', club.id, 'name', club.name) ORDER BY club.name, club.id), '[]')
  FROM user_clubs employment
  JOIN clubs club ON club.client_id = employment.client_id AND club.id = employment.club_id
  WHERE employment.client_id = users.client_id AND employment.user_id = users.id
    AND employment.from_date <= ${today} AND (employment.to_date IS NULL OR employment.to_date >= ${today}))`
