import type { ClientMember, ClientMemberDetail, ClientMembersQuery } from '#contract/members/client-members.ts'
import type { MemberSort } from '#contract/members/club-members.ts'
import { SqlParams } from '#server/platform/http/sql-params.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { AFTER_ALL_LETTERS, searchedWords } from '#server/platform/searched-words.ts'

const orders: Record<MemberSort, string> = {
  alastname: 'members.sort_name, members.id',
  dlastname: 'members.sort_name DESC, members.id DESC',
  adob: 'members.dob, members.id',
  ddob: 'members.dob DESC, members.id DESC',
}

/** SQL of the member `members` as JSON, with all its clubs. `today` is SQL of the date at which the age is computed. */
const memberJson = (
  today: string,
) => `jsonb_build_object('uuid', members.id, 'firstname', members.firstname, 'lastname', members.lastname,
  'dob', members.dob,
  'age', extract(year FROM age(${today}, members.dob))::int, 'ngo_id', members.ngo_id,
  'clubs', (SELECT coalesce(jsonb_agg(jsonb_build_object('id', clubs.id, 'name', clubs.name,
    'status', club_members.status) ORDER BY clubs.name, clubs.id), '[]')
    FROM club_members JOIN clubs ON clubs.client_id = club_members.client_id AND clubs.id = club_members.club_id
    WHERE club_members.client_id = members.client_id AND club_members.member_id = members.id
      AND club_members.status IN ('active', 'inactive')))`

/**
 * SQL condition: the member belongs to a club that matches the filters. A record that was merged into another belongs
 * to none, so no list shows it.
 */
function isInClub(query: ClientMembersQuery, params: SqlParams): string {
  const status = query.status === undefined ? `IN ('active', 'inactive')` : `= ${params.add(query.status)}`
  const club = query.club === undefined ? '' : `club_members.club_id = ${params.add(query.club)} AND `
  return `EXISTS (SELECT FROM club_members
    WHERE ${club}club_members.client_id = members.client_id AND club_members.member_id = members.id
      AND club_members.status ${status})`
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
  // Each word of the search is the beginning of a word of the member.
  for (const word of words)
    conditions.push(`members.id IN (SELECT club_member_words.member_id FROM club_member_words
      WHERE club_member_words.word >= ${params.add(word)}
        AND club_member_words.word < ${params.add(word + AFTER_ALL_LETTERS)})`)
  const where = conditions.join(' AND ')
  const order = orders[query.sort ?? 'alastname']
  const perPage = Number(query.per_page ?? 10)
  const { rows } = await tx.query<{ json: string; total: number }>(
    `SELECT (SELECT coalesce(json_agg(${memberJson(`${params.add(today)}::date`)} ORDER BY ${order}), '[]')
       FROM (SELECT * FROM members WHERE ${where} ORDER BY ${order}
         LIMIT ${params.add(perPage)} OFFSET ${params.add(Number(query.page ?? 0) * perPage)}) members)::text AS json,
       (SELECT count(*) FROM members WHERE ${where}) AS total`,
    params.values,
  )
  return rows[0] ?? { json: '[]', total: 0 }
}

/**
 * A member with its current groups and the levels that it has begun, with their titles in `language`; null when no club
 * has a member with this id.
 */
export async function readClientMember(
  tx: Tx,
  id: string,
  today: string,
  language: string,
): Promise<ClientMemberDetail | null> {
  // Without filters the condition has no parameters, so it does not disturb the numbering of the query.
  const belongsToAnyClub = isInClub({}, new SqlParams())
  const { rows } = await tx.query<{ member: ClientMember & ClientMemberDetail }>(
    `SELECT ${memberJson('$2::date')} || jsonb_build_object(
       'groups', (SELECT coalesce(jsonb_agg(jsonb_build_object('name', groups.name, 'club_id', clubs.id, 'club', clubs.name)
         ORDER BY clubs.name, groups.name), '[]')
         FROM group_members JOIN groups ON groups.client_id = group_members.client_id
           AND groups.id = group_members.group_id
         JOIN clubs ON clubs.client_id = groups.client_id AND clubs.id = groups.club_id
         WHERE group_members.client_id = members.client_id AND group_members.member_id = members.id
           AND group_members.from_date <= $2::date
           AND (group_members.to_date IS NULL OR group_members.to_date >= $2::date)),
       'levels', (SELECT coalesce(jsonb_agg(jsonb_build_object('scheme_uuid', schemes.id,
           'scheme', coalesce(schemes.name ->> $3, schemes.slug), 'node_id', scheme_nodes.id,
           'title', coalesce(scheme_nodes.title ->> $3, scheme_nodes.title ->> 'en', scheme_nodes.id),
             'state', progress.state, 'percent', progress.percent,
           'completed_ts', CASE WHEN progress.state = 'passed' THEN progress.completed_ts END)
             ORDER BY schemes.slug, scheme_nodes.position, scheme_nodes.id), '[]')
         FROM progress JOIN schemes ON schemes.client_id = progress.client_id AND schemes.id = progress.scheme_id
           AND schemes.deleted_at IS NULL
         JOIN scheme_nodes ON scheme_nodes.client_id = progress.client_id
           AND scheme_nodes.scheme_id = progress.scheme_id AND scheme_nodes.id = progress.node_id
           AND scheme_nodes.t = 'l'
           AND scheme_nodes.deleted_at IS NULL
         WHERE progress.client_id = members.client_id AND progress.member_id = members.id
           AND progress.state <> 'available')) AS member
     FROM members WHERE members.id = $1 AND ${belongsToAnyClub}`,
    [id, today, language],
  )
  return rows[0]?.member ?? null
}
