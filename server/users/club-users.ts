import type { UserSort, UsersQuery } from '#contract/user-list.ts'
import type { Office } from '#server/clubs/office.ts'
import { SqlParams } from '#server/http/sql-params.ts'
import type { Tx } from '#server/tenancy.ts'

const orders: Record<UserSort, string> = {
  alastname: 'folded(u.lastname), folded(u.firstname), u.id',
  dlastname: 'folded(u.lastname) DESC, folded(u.firstname) DESC, u.id',
  alast_login: 'u.last_login NULLS FIRST, u.id',
  dlast_login: 'u.last_login DESC NULLS LAST, u.id',
}

/** One page of the club's administrators and coaches as JSON text, and how many there are in all. */
export async function listClubUsers(
  tx: Tx,
  office: Office,
  query: UsersQuery,
): Promise<{ json: string; total: number }> {
  const params = new SqlParams()
  const [club, today] = [params.add(office.clubId), `${params.add(office.today)}::date`]
  const asked = [query['type[]'] ?? ['admin', 'coach']].flat()
  const types = params.add(asked.filter((type) => type === 'admin' || type === 'coach'))
  const at = (of: string) => `${of}.from_date <= ${today} AND (${of}.to_date IS NULL OR ${of}.to_date >= ${today})`
  const all = [
    `u.type = ANY(${types})`,
    `u.status IN ('current', 'lapsed')`,
    `EXISTS (SELECT FROM user_clubs uc WHERE uc.client_id = u.client_id AND uc.user_id = u.id AND uc.club_id = ${club} AND ${at('uc')})`,
  ]
  if (query.search !== undefined)
    all.push(
      `position(folded(${params.add(query.search.trim())}) IN folded(concat_ws(' ', u.firstname, u.lastname, u.email))) > 0`,
    )
  const where = all.join(' AND ')
  const order = orders[query.sort ?? 'alastname']
  const clubs =
    query.with_clubs === '1'
      ? `|| jsonb_build_object('clubs', (SELECT jsonb_agg(jsonb_build_object('id', cl.id, 'name', cl.name) ORDER BY cl.name)
          FROM user_clubs uc JOIN clubs cl ON cl.client_id = uc.client_id AND cl.id = uc.club_id
          WHERE uc.client_id = u.client_id AND uc.user_id = u.id AND ${at('uc')}))`
      : ''
  const perPage = Number(query.per_page ?? 10)
  const { rows } = await tx.query<{ json: string; total: number }>(
    `SELECT (SELECT coalesce(json_agg(jsonb_build_object('uuid', u.id, 'firstname', u.firstname, 'lastname', u.lastname, 'email', u.email,
         'type', u.type, 'status', u.status, 'verified', u.verified::int, 'last_login', floor(extract(epoch FROM u.last_login))) ${clubs}
         ORDER BY ${order}), '[]')
       FROM (SELECT * FROM users u WHERE ${where} ORDER BY ${order}
         LIMIT ${params.add(perPage)} OFFSET ${params.add(Number(query.page ?? 0) * perPage)}) u)::text AS json,
       (SELECT count(*) FROM users u WHERE ${where}) AS total`,
    params.values,
  )
  return rows[0] ?? { json: '[]', total: 0 }
}
