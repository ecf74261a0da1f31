import { ClientMemberDetail, type ClientMembersQuery } from '#contract/members/client-members.ts'
import type { MemberSort } from '#contract/members/club-members.ts'
import { pageOf } from '#server/platform/http/page-of.ts'
import { findRow, getRow, tenantStatement, tenantStatements, variantNamed } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { searchedWords } from '#server/platform/searched-words.ts'
import { hasWords, wordSearchOf, wordsParam } from './search-words.ts'
import { wordsIn } from '#server/platform/sql/words-in.ts'
import { isRunning } from '#server/tenants/clubs/today.ts'

const orders: Record<MemberSort, string> = {
  alastname: 'members.sort_name, members.id',
  dlastname: 'members.sort_name DESC, members.id DESC',
  adob: 'members.dob, members.id',
  ddob: 'members.dob DESC, members.id DESC',
}

/** SQL of the member `members` as JSON, with all its clubs and its age on the day $2. */
const memberJson = `jsonb_build_object('uuid', members.id, 'firstname', members.firstname, 'lastname', members.lastname,
  'dob', members.dob,
  'age', extract(year FROM age($2::date, members.dob))::int, 'ngo_id', members.ngo_id,
  'clubs', (SELECT coalesce(jsonb_agg(jsonb_build_object('id', clubs.id, 'name', clubs.name,
    'status', club_members.status) ORDER BY clubs.name, clubs.id), '[]')
    FROM club_members JOIN clubs ON clubs.client_id = club_members.client_id AND clubs.id = club_members.club_id
    WHERE club_members.client_id = members.client_id AND club_members.member_id = members.id
      AND club_members.status IN ('active', 'inactive')))`

/** SQL condition: a row of `club_members` of the member satisfies the condition. */
const isInClub = (condition: string) => `EXISTS (SELECT FROM club_members
  WHERE club_members.client_id = members.client_id AND club_members.member_id = members.id AND ${condition})`
/** SQL condition: a record that was merged into another belongs to no club, so no list shows it. */
const isMember = `club_members.status IN ('active', 'inactive')`

const search = hasWords('$5', 'members.id')

// Found members are counted and sorted together: the planner could walk the index in order until the page is full, and
// search each row, which is slow when few rows match. Without a search the index alone gives a page.
const variants = Object.fromEntries(
  Object.entries(orders).flatMap(([sort, order]) =>
    Object.entries(search).map(([way, isFound]) => [
      `${sort}-${way}`,
      { order, isFound, materialized: way === 'none' ? 'NOT MATERIALIZED' : 'MATERIALIZED' },
    ]),
  ),
)

const LIST = tenantStatements(
  'members/list-members-of-client',
  variants,
  ({ order, isFound, materialized }) => `WITH found AS ${materialized} (
     SELECT * FROM members WHERE members.client_id = $1 AND ${isInClub(`($3::uuid IS NULL OR club_members.club_id = $3)
       AND ($4::text IS NULL AND ${isMember} OR club_members.status = $4)`)} AND ${isFound})
   SELECT (SELECT coalesce(json_agg(${memberJson} ORDER BY ${order}), '[]')
       FROM (SELECT * FROM found members ORDER BY ${order} LIMIT $6 OFFSET $7) members)::text AS json,
     (SELECT count(*) FROM found) AS total`,
)

/** One page of the client's members as JSON text, and the total number. */
export async function listClientMembers(
  tx: Tx,
  { search: text, club, status, sort = 'alastname', ...query }: ClientMembersQuery,
  today: string,
): Promise<{ json: string; total: number }> {
  const words = await searchedWords(tx, text)
  if (words === null) return { json: '[]', total: 0 }
  const { perPage, offset } = pageOf(query)
  return getRow(tx, variantNamed(LIST, `${sort}-${wordSearchOf(words)}`), [
    today,
    club ?? null,
    status ?? null,
    wordsParam(words),
    perPage,
    offset,
  ])
}

const DETAIL = tenantStatement(
  'members/read-member-of-client',
  `SELECT ${memberJson} || jsonb_build_object(
     'groups', (SELECT coalesce(jsonb_agg(jsonb_build_object('name', groups.name, 'club_id', clubs.id, 'club', clubs.name)
       ORDER BY clubs.name, groups.name), '[]')
       FROM group_members JOIN groups ON groups.client_id = group_members.client_id
         AND groups.id = group_members.group_id
       JOIN clubs ON clubs.client_id = groups.client_id AND clubs.id = groups.club_id
       WHERE group_members.client_id = members.client_id AND group_members.member_id = members.id
         AND group_members.from_date <= $2::date
         AND (group_members.to_date IS NULL OR group_members.to_date >= $2::date) AND ${isRunning('$2::date')}),
     'levels', (SELECT coalesce(jsonb_agg(jsonb_build_object('scheme_uuid', schemes.id,
         'scheme', coalesce(${wordsIn('schemes.name', '$4')}, schemes.slug), 'node_id', scheme_nodes.id,
         'title', coalesce(${wordsIn('scheme_nodes.title', '$4')}, scheme_nodes.id),
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
   FROM members WHERE members.client_id = $1 AND members.id = $3
     AND ${isInClub(isMember)}`,
  { json: { member: ClientMemberDetail } },
)

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
  return (await findRow(tx, DETAIL, [today, id, language]))?.member ?? null
}
