import type { UserSort, UsersFile, UsersQuery } from '#contract/identity/user-list.ts'
import type { SqlParams } from '#server/platform/http/sql-params.ts'
import type { Tx } from '#server/platform/tenancy.ts'

export const userOrders: Record<UserSort, string> = {
  alastname: 'u.sort_name, u.id',
  dlastname: 'u.sort_name DESC, u.id',
  alast_login: 'u.last_login NULLS FIRST, u.id',
  dlast_login: 'u.last_login DESC NULLS LAST, u.id',
}

/** SQL of a user's JSON in lists, from alias `u`. */
export const listedJson = `jsonb_build_object('uuid', u.id, 'firstname', u.firstname, 'lastname', u.lastname, 'email', u.email,
  'type', u.type, 'ngo_id', u.ngo_id, 'postcode', u.postcode, 'status', u.status, 'verified', u.verified::int,
  'last_login', floor(extract(epoch FROM u.last_login)),
  'has_pin', (EXISTS (SELECT FROM user_pins p WHERE p.client_id = u.client_id AND p.user_id = u.id))::int)`

/** SQL of the clubs of the user `u` on a day, by name. */
export const clubsJson = (
  today: string,
) => `(SELECT coalesce(jsonb_agg(jsonb_build_object('id', cl.id, 'name', cl.name) ORDER BY cl.name, cl.id), '[]')
  FROM user_clubs uc JOIN clubs cl ON cl.client_id = uc.client_id AND cl.id = uc.club_id
  WHERE uc.client_id = u.client_id AND uc.user_id = u.id AND uc.from_date <= ${today} AND (uc.to_date IS NULL OR uc.to_date >= ${today}))`

const withoutSpaces = (sql: string) => `replace(lower(${sql}), ' ', '')`

/** SQL conditions on `u` for all filters of a list but the user type. */
export function userConditions(query: UsersFile, params: SqlParams): string[] {
  const conditions = [
    query.status === undefined ? `u.status IN ('current', 'lapsed')` : `u.status = ${params.add(query.status)}`,
  ]
  if (query.search !== undefined) conditions.push(`position(folded(${params.add(query.search.trim())}) IN u.words) > 0`)
  for (const field of ['ngo_id', 'postcode'] as const)
    if (query[field] !== undefined)
      conditions.push(
        `starts_with(${withoutSpaces(`u.${field}`)}, ${withoutSpaces(`${params.add(query[field])}::text`)})`,
      )
  if (query.origin === 'local')
    conditions.push('NOT EXISTS (SELECT FROM identities i WHERE i.client_id = u.client_id AND i.user_id = u.id)')
  return conditions
}

/** One page of the users that match `where`, as JSON text, and the total number. */
export async function pageOfUsers(
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
    `SELECT (SELECT coalesce(json_agg(${listedJson}${clubs} ORDER BY ${order}), '[]')
       FROM (SELECT * FROM users u WHERE ${where} ORDER BY ${order}
         LIMIT ${params.add(perPage)} OFFSET ${params.add(Number(query.page ?? 0) * perPage)}) u)::text AS json,
       (SELECT count(*) FROM users u WHERE ${where}) AS total`,
    params.values,
  )
  return rows[0] ?? { json: '[]', total: 0 }
}
