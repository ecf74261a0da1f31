import type { ClientMember, ClientMemberDetail, ClientMembersQuery } from '#contract/members/client-members.ts'
import type { MemberSort } from '#contract/members/club-members.ts'
import { SqlParams } from '#server/platform/http/sql-params.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { AFTER_ALL_LETTERS, searchedWords } from '#server/platform/searched-words.ts'

const orders: Record<MemberSort, string> = {
  alastname: 'm.sort_name, m.id',
  dlastname: 'm.sort_name DESC, m.id DESC',
  adob: 'm.dob, m.id',
  ddob: 'm.dob DESC, m.id DESC',
}

/** An SQL expression: member `m` as JSON, with all its clubs. `today` is an SQL expression for the date that the age is counted to. */
const memberJson = (
  today: string,
) => `jsonb_build_object('uuid', m.id, 'firstname', m.firstname, 'lastname', m.lastname, 'dob', m.dob,
  'age', extract(year FROM age(${today}, m.dob))::int, 'ngo_id', m.ngo_id,
  'clubs', (SELECT coalesce(jsonb_agg(jsonb_build_object('id', cl.id, 'name', cl.name, 'status', cm.status) ORDER BY cl.name, cl.id), '[]')
    FROM club_members cm JOIN clubs cl ON cl.client_id = cm.client_id AND cl.id = cm.club_id
    WHERE cm.client_id = m.client_id AND cm.member_id = m.id AND cm.status IN ('active', 'inactive')))`

/** SQL condition: the member belongs to a club that matches the filters. A record that was merged into another belongs to none, so no list shows it. */
function isInClub(query: ClientMembersQuery, params: SqlParams): string {
  const status = query.status === undefined ? `IN ('active', 'inactive')` : `= ${params.add(query.status)}`
  const club = query.club === undefined ? '' : `cm.club_id = ${params.add(query.club)} AND `
  return `EXISTS (SELECT FROM club_members cm WHERE ${club}cm.client_id = m.client_id AND cm.member_id = m.id AND cm.status ${status})`
}

/** One page of the client's members as JSON text, and the total number. */
export async function listClientMembers(
  tx: Tx,
  query: ClientMembersQuery,
  today: string,
): Promise<{ json: string; total: number }> {
  const words = await searchedWords(tx, query.search)
  if (words === null) return { json: '[]', total: 0 }
  const params = new SqlParams()
  const conditions = [isInClub(query, params)]
  for (const word of words)
    conditions.push(`m.id IN (SELECT w.member_id FROM club_member_words w
      WHERE w.word >= ${params.add(word)} AND w.word < ${params.add(word + AFTER_ALL_LETTERS)})`)
  const where = conditions.join(' AND ')
  const order = orders[query.sort ?? 'alastname']
  const perPage = Number(query.per_page ?? 10)
  const { rows } = await tx.query<{ json: string; total: number }>(
    `SELECT (SELECT coalesce(json_agg(${memberJson(`${params.add(today)}::date`)} ORDER BY ${order}), '[]')
       FROM (SELECT * FROM members m WHERE ${where} ORDER BY ${order}
         LIMIT ${params.add(perPage)} OFFSET ${params.add(Number(query.page ?? 0) * perPage)}) m)::text AS json,
       (SELECT count(*) FROM members m WHERE ${where}) AS total`,
    params.values,
  )
  return rows[0] ?? { json: '[]', total: 0 }
}

/** A member with its current groups and the levels that it has begun; null when there is none with this id. */
export async function readClientMember(
  tx: Tx,
  id: string,
  today: string,
  language: string,
): Promise<ClientMemberDetail | null> {
  const { rows } = await tx.query<{ member: ClientMember & ClientMemberDetail }>(
    `SELECT ${memberJson('$2::date')} || jsonb_build_object(
       'groups', (SELECT coalesce(jsonb_agg(jsonb_build_object('name', g.name, 'club', cl.name) ORDER BY cl.name, g.name), '[]')
         FROM group_members gm JOIN groups g ON g.client_id = gm.client_id AND g.id = gm.group_id
         JOIN clubs cl ON cl.client_id = g.client_id AND cl.id = g.club_id
         WHERE gm.client_id = m.client_id AND gm.member_id = m.id AND gm.from_date <= $2::date
           AND (gm.to_date IS NULL OR gm.to_date >= $2::date)),
       'levels', (SELECT coalesce(jsonb_agg(jsonb_build_object('scheme', coalesce(s.name ->> $3, s.slug),
           'title', coalesce(n.title ->> $3, n.title ->> 'en', n.id), 'state', p.state, 'percent', p.percent,
           'completed_ts', CASE WHEN p.state = 'passed' THEN p.completed_ts END) ORDER BY s.slug, n.position, n.id), '[]')
         FROM progress p JOIN schemes s ON s.client_id = p.client_id AND s.id = p.scheme_id AND s.deleted_at IS NULL
         JOIN scheme_nodes n ON n.client_id = p.client_id AND n.scheme_id = p.scheme_id AND n.id = p.node_id AND n.t = 'l'
           AND n.deleted_at IS NULL
         WHERE p.client_id = m.client_id AND p.member_id = m.id AND p.state <> 'available')) AS member
     FROM members m WHERE m.id = $1 AND ${isInClub({}, new SqlParams())}`,
    [id, today, language],
  )
  return rows[0]?.member ?? null
}
