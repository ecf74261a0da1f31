import type { UserSort, UsersFileQuery, UsersQuery } from '#contract/identity/user-list.ts'
import type { SqlParams } from '#server/platform/http/sql-params.ts'
import type { Tx } from '#server/platform/tenancy.ts'

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

const withoutSpaces = (sql: string) => `replace(lower(${sql}), ' ', '')`

/** SQL conditions on `users` for all filters of a list but the user type. */
export function userConditions(query: UsersFileQuery, params: SqlParams): string[] {
  const conditions = [
    query.status === undefined ? `users.status IN ('current', 'lapsed')` : `users.status = ${params.add(query.status)}`,
  ]
  // `words` holds the names and the address of the user, folded like the search.
  if (query.search !== undefined)
    conditions.push(`position(folded(${params.add(query.search.trim())}) IN users.words) > 0`)
  for (const field of ['ngo_id', 'postcode'] as const)
    if (query[field] !== undefined)
      conditions.push(
        `starts_with(${withoutSpaces(`users.${field}`)}, ${withoutSpaces(`${params.add(query[field])}::text`)})`,
      )
  if (query.origin === 'local')
    conditions.push(`NOT EXISTS (SELECT FROM identities identity
      WHERE identity.client_id = users.client_id AND identity.user_id = users.id)`)
  return conditions
}

/** One page of the users that match `where`, an SQL condition on `users`, as JSON text, and the total number. */
export async function readUserPage(
  tx: Tx,
  where: string,
  query: UsersQuery,
  params: SqlParams,
  today: string,
): Promise<{ json: string; total: number }> {
  const order = userOrders[query.sort ?? 'alastname']
  const clubs =
    query.with_clubs === '1' ? ` || jsonb_build_object('clubs', ${clubsJson(`${params.add(today)}::date`)})` : ''
  const perPage = Number(query.per_page ?? 10)
  const { rows } = await tx.query<{ json: string; total: number }>(
    `SELECT (SELECT coalesce(json_agg(${listedUserJson}${clubs} ORDER BY ${order}), '[]')
       FROM (SELECT * FROM users WHERE ${where} ORDER BY ${order}
         LIMIT ${params.add(perPage)} OFFSET ${params.add(Number(query.page ?? 0) * perPage)}) users)::text AS json,
       (SELECT count(*) FROM users WHERE ${where}) AS total`,
    params.values,
  )
  return rows[0] ?? { json: '[]', total: 0 }
}
