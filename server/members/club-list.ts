import type {
  BulkInviteBody,
  ClubMember,
  ClubMembersFile,
  ClubMembersQuery,
  Guardian,
  MemberCounts,
  MemberSort,
} from '#contract/members/club-members.ts'
import type { ClubContext } from '#server/tenants/clubs/club-context.ts'
import { SqlParams } from '#server/platform/http/sql-params.ts'
import { prepared, type Tx } from '#server/platform/tenancy.ts'
import { AFTER_ALL_LETTERS, searchedWords } from '#server/platform/searched-words.ts'
import { scoresSql } from './queries.ts'

const orders: Record<MemberSort, { key: string; direction: string }> = {
  alastname: { key: 'cm.sort_name', direction: '' },
  dlastname: { key: 'cm.sort_name', direction: ' DESC' },
  adob: { key: 'cm.dob', direction: '' },
  ddob: { key: 'cm.dob', direction: ' DESC' },
}

function orderOf(sort: MemberSort | undefined): string {
  const { key, direction } = orders[sort ?? 'alastname']
  return `${key}${direction}, cm.member_id${direction}`
}

/** The latest date of birth of a person who is so many years old today. */
function latestBirthday(today: string, years: string): string {
  return `${String(Number(today.slice(0, 4)) - Number(years)).padStart(4, '0')}${today.slice(4)}`
}

/** SQL condition: `gm` is a place of the member `cm` that is valid on the day and satisfies the condition `group`. */
const isIn = (group: string, today: string) =>
  `gm.client_id = cm.client_id AND gm.member_id = cm.member_id AND gm.from_date <= ${today} AND (gm.to_date IS NULL OR gm.to_date >= ${today}) AND ${group}`

/** SQL condition: the member `cm` has a level in this state. */
const hasLevel = (state: string) => `EXISTS (SELECT FROM progress p
  JOIN scheme_nodes n ON n.client_id = p.client_id AND n.scheme_id = p.scheme_id AND n.id = p.node_id AND n.t = 'l' AND n.deleted_at IS NULL
  WHERE p.client_id = cm.client_id AND p.member_id = cm.member_id AND p.state = '${state}')`

const noGroup = (club: string, today: string) => `NOT EXISTS (SELECT FROM group_members gm
  JOIN groups g ON g.client_id = gm.client_id AND g.id = gm.group_id AND g.club_id = ${club} WHERE ${isIn('true', today)})`

const noGuardianEmail = `NOT EXISTS (SELECT FROM guardians ga
  WHERE ga.client_id = cm.client_id AND ga.member_id = cm.member_id AND ga.email IS NOT NULL)`

/** SQL condition for the rows `cm` that match the filters. `words` are normalised already. */
function conditions(
  context: ClubContext,
  filters: ClubMembersFile,
  words: readonly string[],
  params: SqlParams,
): string {
  const club = params.add(context.clubId)
  const today = () => `${params.add(context.today)}::date`
  const parts = [`cm.club_id = ${club}`]
  if (filters.status === undefined) parts.push(`cm.status IN ('active', 'inactive')`)
  if (filters.status !== undefined) parts.push(`cm.status = ${params.add(filters.status)}`)
  if (filters.age_from !== undefined)
    parts.push(`cm.dob <= ${params.add(latestBirthday(context.today, filters.age_from))}`)
  if (filters.age_to !== undefined) parts.push(`cm.dob > ${params.add(latestBirthday(context.today, filters.age_to))}`)
  if (filters.category !== undefined) parts.push(`cm.category = ${params.add(filters.category)}`)
  if (filters.tag !== undefined) parts.push(`${params.add(filters.tag)} = ANY(cm.tags)`)
  if (filters.guardian_email !== undefined) parts.push(noGuardianEmail)
  if (filters.ready !== undefined) parts.push(hasLevel('completed'))
  if (filters.group === 'none') parts.push(noGroup(club, today()))
  else if (filters.group !== undefined)
    parts.push(
      `EXISTS (SELECT FROM group_members gm WHERE ${isIn(`gm.group_id = ${params.add(filters.group)}`, today())})`,
    )
  if (filters.level !== undefined) {
    const [slug = ''] = filters.level.split('/')
    parts.push(`cm.member_id IN (SELECT p.member_id FROM progress p
      WHERE p.scheme_id = (SELECT s.id FROM schemes s WHERE s.slug = ${params.add(slug)})
        AND p.node_id = ${params.add(filters.level.slice(slug.length))} AND p.state IN ('started', 'completed'))`)
  }
  for (const word of words)
    parts.push(`cm.member_id IN (SELECT w.member_id FROM club_member_words w
      WHERE w.club_id = ${club} AND w.word >= ${params.add(word)} AND w.word < ${params.add(word + AFTER_ALL_LETTERS)})`)
  return parts.join(' AND ')
}

/** SQL of the JSON of the member's groups at the club on a day. */
const groups = (club: string, today: string) => `coalesce((SELECT json_agg(json_build_object('id', g.id, 'name', g.name,
    'scheme_slug', (SELECT s.slug FROM schemes s WHERE s.client_id = g.client_id AND s.id = g.scheme_id), 'levels', to_json(g.levels)) ORDER BY g.name)
  FROM group_members gm JOIN groups g ON g.client_id = gm.client_id AND g.id = gm.group_id AND g.club_id = ${club}
  WHERE ${isIn('true', today)}), '[]')`

/** One page of the club's members as JSON text, and the total number. */
export async function listClubMembers(
  tx: Tx,
  context: ClubContext,
  query: ClubMembersQuery,
): Promise<{ json: string; total: number }> {
  const words = await searchedWords(tx, query.search)
  if (words === null) return { json: '[]', total: 0 }
  const params = new SqlParams()
  const where = conditions(context, query, words, params)
  const { key } = orders[query.sort ?? 'alastname']
  const order = orderOf(query.sort)
  const perPage = Number(query.per_page ?? 10)
  const slice = `LIMIT ${params.add(perPage)} OFFSET ${params.add(Number(query.page ?? 0) * perPage)}`
  const today = `${params.add(context.today)}::date`
  const parts = [
    `'uuid', m.id, 'firstname', m.firstname, 'lastname', m.lastname, 'dob', m.dob,
     'age', extract(year FROM age(${today}, m.dob))::int, 'ngo_id', m.ngo_id, 'status', cm.status,
     'member_type', cm.member_type, 'category', cm.category, 'current_remote_node_id', m.current_remote_node_id`,
    query.with_groups === '1' ? `'groups', ${groups(params.add(context.clubId), today)}` : '',
    query.with_scores === '1' ? `'scores', ${scoresSql}` : '',
  ].filter((part) => part !== '')
  // The ids of a page come from an index alone. With filters, all matching rows are found first: otherwise the planner may
  // walk the index in order until the page is full and test the filters on every row, which is slow when few rows match.
  const {
    status: _status,
    page: _page,
    per_page: _perPage,
    sort: _sort,
    with_groups: _g,
    with_scores: _s,
    ...filters
  } = query
  const isFiltered = Object.keys(filters).length > 0
  const matching = `SELECT cm.member_id, ${key} FROM club_members cm WHERE ${where}`
  const source = isFiltered ? `SELECT * FROM found cm` : matching
  const { rows } = await tx.query<{ json: string; total: number }>(
    `WITH ${isFiltered ? `found AS MATERIALIZED (${matching}),` : ''}
     ids AS MATERIALIZED (${source} ORDER BY ${order} ${slice})
     SELECT (SELECT coalesce(json_agg(json_build_object(${parts.join(', ')}) ORDER BY ${order}), '[]')::text
         FROM ids JOIN club_members cm ON cm.club_id = ${params.add(context.clubId)} AND cm.member_id = ids.member_id
         JOIN members m ON m.client_id = cm.client_id AND m.id = cm.member_id) AS json,
       (SELECT count(*) FROM ${isFiltered ? 'found' : `club_members cm WHERE ${where}`}) AS total`,
    params.values,
  )
  return rows[0] ?? { json: '[]', total: 0 }
}

/** The number of members in each view of the list, and the club's ability groups. */
export async function countClubMembers(tx: Tx, context: ClubContext): Promise<MemberCounts> {
  const { rows } = await tx.query<MemberCounts>(
    prepared(
      `WITH open AS MATERIALIZED (SELECT * FROM club_members cm WHERE cm.club_id = $1 AND cm.status = 'active')
       SELECT (SELECT count(*) FROM open) AS active,
         (SELECT count(*) FROM club_members cm WHERE cm.club_id = $1 AND cm.status = 'inactive') AS inactive,
         (SELECT count(*) FROM open cm WHERE ${noGroup('$1', '$2::date')}) AS no_group,
         (SELECT count(*) FROM open cm WHERE ${noGuardianEmail}) AS no_guardian_email,
         (SELECT count(*) FROM open cm WHERE ${hasLevel('completed')}) AS ready,
         ARRAY(SELECT DISTINCT tag FROM club_members cm, unnest(cm.tags) tag WHERE cm.club_id = $1 ORDER BY tag) AS tags`,
      [context.clubId, context.today],
    ),
  )
  return rows[0] ?? { active: 0, inactive: 0, no_group: 0, no_guardian_email: 0, ready: 0, tags: [] }
}

/** A row of the downloaded file, with the column names that an import reads [5.14]. It holds no medical notes and no telephone numbers. */
export type MemberFileRow = Pick<
  ClubMember,
  'firstname' | 'lastname' | 'dob' | 'ngo_id' | 'status' | 'member_type' | 'category'
> & {
  age: number
  groups: string | null
  tags: string[]
  guardians: Guardian[]
}

/** The ids of all members that match the filters, in order, and the largest number of guardians of one of them. */
export async function clubMemberIds(
  tx: Tx,
  context: ClubContext,
  query: ClubMembersFile,
): Promise<{ ids: string[]; guardians: number }> {
  const words = await searchedWords(tx, query.search)
  if (words === null) return { ids: [], guardians: 0 }
  const params = new SqlParams()
  const where = conditions(context, query, words, params)
  const { rows } = await tx.query<{ id: string; guardians: number }>(
    `SELECT cm.member_id AS id, (SELECT count(*) FROM guardians ga WHERE ga.client_id = cm.client_id AND ga.member_id = cm.member_id)::int AS guardians
     FROM club_members cm WHERE ${where} ORDER BY ${orderOf(query.sort)}`,
    params.values,
  )
  return {
    ids: rows.map((row) => row.id),
    guardians: rows.reduce((most, row) => Math.max(most, row.guardians), 0),
  }
}

/** The rows of the file for these members, in the order of `ids`. Members who have left the club meanwhile are omitted. */
export async function clubMembersForFile(
  tx: Tx,
  context: ClubContext,
  ids: readonly string[],
): Promise<MemberFileRow[]> {
  const { rows } = await tx.query<MemberFileRow>(
    `SELECT m.ngo_id, m.firstname, m.lastname, m.dob, extract(year FROM age($2::date, m.dob))::int AS age, cm.status,
       cm.member_type, cm.category, cm.tags,
       (SELECT string_agg(g.name, ', ' ORDER BY g.name) FROM group_members gm
        JOIN groups g ON g.client_id = gm.client_id AND g.id = gm.group_id AND g.club_id = $1
        WHERE ${isIn('true', '$2::date')}) AS groups,
       coalesce((SELECT json_agg(json_build_object('guardian_firstname', ga.firstname, 'guardian_lastname', ga.lastname,
           'guardian_email', ga.email) ORDER BY ga.position)
         FROM guardians ga WHERE ga.client_id = m.client_id AND ga.member_id = m.id), '[]') AS guardians
     FROM unnest($3::uuid[]) WITH ORDINALITY t (id, at)
     JOIN club_members cm ON cm.club_id = $1 AND cm.member_id = t.id AND cm.status <> 'merged'
     JOIN members m ON m.client_id = cm.client_id AND m.id = cm.member_id ORDER BY t.at`,
    [context.clubId, context.today, ids],
  )
  return rows
}

/** The guardians to invite, of all members that match the filters: those with an e-mail address who are neither linked to the child nor invited. */
export async function guardiansToInvite(
  tx: Tx,
  context: ClubContext,
  { member_uuids: named, ...query }: BulkInviteBody,
): Promise<{ memberId: string; firstname: string; lastname: string; email: string }[]> {
  const words = await searchedWords(tx, query.search)
  if (words === null) return []
  const params = new SqlParams()
  const where = [
    conditions(context, query, words, params),
    ...(named === undefined ? [] : [`cm.member_id = ANY(${params.add(named)})`]),
  ].join(' AND ')
  const isMissingIn = (
    links: string,
  ) => `NOT EXISTS (SELECT FROM ${links} l JOIN users u ON u.client_id = l.client_id AND u.id = l.user_id
    WHERE l.client_id = ga.client_id AND l.member_id = ga.member_id AND lower(u.email) = lower(ga.email))`
  const { rows } = await tx.query<{ memberId: string; firstname: string; lastname: string; email: string }>(
    `SELECT ga.member_id AS "memberId", ga.firstname, ga.lastname, ga.email FROM club_members cm
     JOIN guardians ga ON ga.client_id = cm.client_id AND ga.member_id = cm.member_id AND ga.email IS NOT NULL
     WHERE ${where} AND cm.status = 'active' AND ${isMissingIn('member_links')} AND ${isMissingIn('invited_links')}
     ORDER BY ${orderOf(query.sort)}, ga.position`,
    params.values,
  )
  return rows
}
