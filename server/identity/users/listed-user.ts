import type { UserSort } from '#contract/identity/user-list.ts'
import { USER_FIELDS, type UserFieldName } from '#domain/identity/user-fields.ts'

/** SQL of each order of the list. */
export const userOrders: Record<UserSort, string> = {
  alastname: 'users.sort_name, users.id',
  dlastname: 'users.sort_name DESC, users.id',
  alast_login: 'users.last_login NULLS FIRST, users.id',
  dlast_login: 'users.last_login DESC NULLS LAST, users.id',
}

/** SQL of fields of the row `users`, as arguments of `json_build_object`. */
export function userFieldsJson(names: readonly UserFieldName[]): string {
  return names.map((name) => `'${name}', users.${name}`).join(', ')
}

/** SQL that builds a `ListedUser` from a row of `users`, without the clubs. */
export const listedUserJson = `jsonb_build_object('uuid', users.id, ${userFieldsJson(USER_FIELDS)},
  'type', users.type, 'status', users.status, 'verified', users.verified::int,
  'last_login', floor(extract(epoch FROM users.last_login)), 'has_pin', (EXISTS (SELECT FROM user_pins pin
    WHERE pin.client_id = users.client_id AND pin.user_id = users.id))::int)`

/** SQL of the clubs at which the user `users` works on a day, by name, as JSON. `today` is SQL of that day. */
export const clubsJson = (today: string) => `(SELECT coalesce(
    jsonb_agg(jsonb_build_object('id', club.id, 'name', club.name) ORDER BY club.name, club.id), '[]')
  FROM user_clubs employment
  JOIN clubs club ON club.client_id = employment.client_id AND club.id = employment.club_id
  WHERE employment.client_id = users.client_id AND employment.user_id = users.id
    AND employment.from_date <= ${today} AND (employment.to_date IS NULL OR employment.to_date >= ${today}))`
