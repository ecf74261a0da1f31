import type { GroupSort, GroupsQuery } from '#contract/groups.ts'
import type { Office } from '#server/clubs/office.ts'
import { SqlParams } from '#server/http/sql-params.ts'
import type { Tx } from '#server/tenancy.ts'
import { groupJson } from './queries.ts'

const size = `(SELECT count(*) FROM group_members gm WHERE gm.client_id = g.client_id AND gm.group_id = g.id
  AND gm.from_date <= current_date AND (gm.to_date IS NULL OR gm.to_date >= current_date))`
// the week begins on Monday
const start = '(g.weekdays[1] + 6) % 7, g.start_at'

const orders: Record<GroupSort, string> = {
  aname: 'folded(g.name), g.id',
  dname: 'folded(g.name) DESC, g.id',
  astart: `${start}, folded(g.name), g.id`,
  dstart: '(g.weekdays[1] + 6) % 7 DESC, g.start_at DESC, folded(g.name), g.id',
  amembers: `${size}, folded(g.name), g.id`,
  dmembers: `${size} DESC, folded(g.name), g.id`,
}

/** One page of the club's groups as JSON text, and how many there are in all. */
export async function listClubGroups(
  tx: Tx,
  office: Office,
  query: GroupsQuery,
): Promise<{ json: string; total: number }> {
  const params = new SqlParams()
  const all = [`g.club_id = ${params.add(office.clubId)}`]
  if (query.search !== undefined) all.push(`position(folded(${params.add(query.search.trim())}) IN folded(g.name)) > 0`)
  if (query.status !== undefined) {
    const ended = `coalesce(g.last_date < ${params.add(office.today)}::date, false)`
    all.push(query.status === 'ended' ? ended : `NOT ${ended}`)
  }
  const where = all.join(' AND ')
  const order = orders[query.sort ?? 'aname']
  const perPage = Number(query.per_page ?? 10)
  const { rows } = await tx.query<{ json: string; total: number }>(
    `SELECT (SELECT coalesce(json_agg(${groupJson} ORDER BY ${order}), '[]') FROM (
         SELECT * FROM groups g WHERE ${where} ORDER BY ${order}
         LIMIT ${params.add(perPage)} OFFSET ${params.add(Number(query.page ?? 0) * perPage)}) g)::text AS json,
       (SELECT count(*) FROM groups g WHERE ${where}) AS total`,
    params.values,
  )
  return rows[0] ?? { json: '[]', total: 0 }
}
