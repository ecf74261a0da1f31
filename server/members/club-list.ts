import type {
  ClubMembersFileQuery,
  ClubMembersQuery,
  MemberCounts,
  MemberSort,
} from '#contract/members/club-members.ts'
import { latestBirthOfAge } from '#domain/members/birthday.ts'
import type { GuardianEntry } from '#domain/members/guardian-fields.ts'
import { fieldsIn, type MemberFields } from '#domain/members/member-fields.ts'
import type { ClubContext } from '#server/tenants/clubs/club-context.ts'
import { SqlParams } from '#server/platform/http/sql-params.ts'
import { prepared, type Tx } from '#server/platform/tenancy.ts'
import { AFTER_ALL_LETTERS, searchedWords } from '#server/platform/searched-words.ts'
import { fieldsJson } from './member-columns.ts'
import { scoresSql } from './queries.ts'

const orders: Record<MemberSort, { key: string; direction: string }> = {
  alastname: { key: 'club_members.sort_name', direction: '' },
  dlastname: { key: 'club_members.sort_name', direction: ' DESC' },
  adob: { key: 'club_members.dob', direction: '' },
  ddob: { key: 'club_members.dob', direction: ' DESC' },
}

function orderOf(sort: MemberSort | undefined): string {
  const { key, direction } = orders[sort ?? 'alastname']
  return `${key}${direction}, club_members.member_id${direction}`
}

/** A condition for `isInGroup` that every group satisfies. */
const ANY_GROUP = 'true'

/**
 * SQL condition: the row of `group_members` is a membership of the member `club_members` that is valid on the day and
 * satisfies `condition`. `today` is SQL of that day.
 */
const isInGroup = (condition: string, today: string) =>
  `group_members.client_id = club_members.client_id AND group_members.member_id = club_members.member_id
    AND group_members.from_date <= ${today} AND (group_members.to_date IS NULL OR group_members.to_date >= ${today})
    AND ${condition}`

/** SQL condition: the member `club_members` has a level in this state. */
const hasLevel = (state: string) => `EXISTS (SELECT FROM progress
  JOIN scheme_nodes ON scheme_nodes.client_id = progress.client_id AND scheme_nodes.scheme_id = progress.scheme_id
    AND scheme_nodes.id = progress.node_id AND scheme_nodes.t = 'l' AND scheme_nodes.deleted_at IS NULL
  WHERE progress.client_id = club_members.client_id AND progress.member_id = club_members.member_id
    AND progress.state = '${state}')`

/** SQL condition: the member `club_members` is in no group of the club on the day. `club` and `today` are SQL, too. */
const isInNoGroup = (club: string, today: string) => `NOT EXISTS (SELECT FROM group_members
  JOIN groups ON groups.client_id = group_members.client_id AND groups.id = group_members.group_id
    AND groups.club_id = ${club} WHERE ${isInGroup(ANY_GROUP, today)})`

/** SQL condition: no guardian of the member `club_members` has an e-mail address. */
const hasNoGuardianEmail = `NOT EXISTS (SELECT FROM guardians
  WHERE guardians.client_id = club_members.client_id AND guardians.member_id = club_members.member_id
    AND guardians.email IS NOT NULL)`

/** SQL condition for the rows of `club_members` that match the filters. `words` are the folded words of the search. */
function filterCondition(
  context: ClubContext,
  filters: ClubMembersFileQuery,
  words: readonly string[],
  params: SqlParams,
): string {
  const club = params.add(context.clubId)
  // A function, because it adds a parameter, and PostgreSQL refuses a parameter that the statement does not use.
  const today = () => `${params.add(context.today)}::date`
  const conditions = [`club_members.club_id = ${club}`]
  if (filters.status === undefined) conditions.push(`club_members.status IN ('active', 'inactive')`)
  if (filters.status !== undefined) conditions.push(`club_members.status = ${params.add(filters.status)}`)
  if (filters.age_from !== undefined)
    conditions.push(`club_members.dob <= ${params.add(latestBirthOfAge(Number(filters.age_from), context.today))}`)
  if (filters.age_to !== undefined)
    conditions.push(`club_members.dob > ${params.add(latestBirthOfAge(Number(filters.age_to), context.today))}`)
  if (filters.category !== undefined) conditions.push(`club_members.category = ${params.add(filters.category)}`)
  if (filters.tag !== undefined) conditions.push(`${params.add(filters.tag)} = ANY(club_members.tags)`)
  // These two filters have a single value each (no address; a level is complete), so it matters only that they are
  // given.
  if (filters.guardian_email !== undefined) conditions.push(hasNoGuardianEmail)
  if (filters.ready !== undefined) conditions.push(hasLevel('completed'))
  if (filters.group === 'none') conditions.push(isInNoGroup(club, today()))
  else if (filters.group !== undefined)
    conditions.push(
      `EXISTS (SELECT FROM group_members
        WHERE ${isInGroup(`group_members.group_id = ${params.add(filters.group)}`, today())})`,
    )
  if (filters.level !== undefined) {
    // The filter is the scheme's slug followed by the level's node id, which begins with a slash. It finds the members
    // who have begun the level and not passed it.
    const [slug = ''] = filters.level.split('/')
    conditions.push(`club_members.member_id IN (SELECT progress.member_id FROM progress
      WHERE progress.scheme_id = (SELECT schemes.id FROM schemes WHERE schemes.slug = ${params.add(slug)})
        AND progress.node_id = ${params.add(filters.level.slice(slug.length))}
          AND progress.state IN ('started', 'completed'))`)
  }
  for (const word of words)
    conditions.push(`club_members.member_id IN (SELECT club_member_words.member_id FROM club_member_words
      WHERE club_member_words.club_id = ${club} AND club_member_words.word >= ${params.add(word)}
        AND club_member_words.word < ${params.add(word + AFTER_ALL_LETTERS)})`)
  return conditions.join(' AND ')
}

/** SQL of the JSON of the member's groups at the club on a day. `club` and `today` are SQL, too. */
const groupsJson = (club: string, today: string) => `coalesce((SELECT json_agg(json_build_object('id', groups.id,
  'name', groups.name,
    'scheme_slug', (SELECT schemes.slug FROM schemes
      WHERE schemes.client_id = groups.client_id AND schemes.id = groups.scheme_id), 'levels', to_json(groups.levels))
      ORDER BY groups.name)
  FROM group_members JOIN groups ON groups.client_id = group_members.client_id AND groups.id = group_members.group_id
    AND groups.club_id = ${club}
  WHERE ${isInGroup(ANY_GROUP, today)}), '[]')`

/** One page of the club's members as JSON text, and the total number. */
export async function listClubMembers(
  tx: Tx,
  context: ClubContext,
  query: ClubMembersQuery,
): Promise<{ json: string; total: number }> {
  const words = await searchedWords(tx, query.search)
  if (words === null) return { json: '[]', total: 0 }
  const params = new SqlParams()
  const where = filterCondition(context, query, words, params)
  const { key } = orders[query.sort ?? 'alastname']
  const order = orderOf(query.sort)
  const perPage = Number(query.per_page ?? 10)
  const limit = `LIMIT ${params.add(perPage)} OFFSET ${params.add(Number(query.page ?? 0) * perPage)}`
  const today = `${params.add(context.today)}::date`
  const fields = [
    `'uuid', members.id, 'firstname', members.firstname, 'lastname', members.lastname, 'dob', members.dob,
     'age', extract(year FROM age(${today}, members.dob))::int, 'ngo_id', members.ngo_id,
       'status', club_members.status,
     'member_type', club_members.member_type, 'category', club_members.category,
       'current_remote_node_id', members.current_remote_node_id`,
    query.with_groups === '1' ? `'groups', ${groupsJson(params.add(context.clubId), today)}` : '',
    query.with_scores === '1' ? `'scores', ${scoresSql('members')}` : '',
  ].filter((field) => field !== '')
  // The ids of a page come from an index alone, which holds the status, too. With other filters, all matching rows are
  // found first: otherwise the planner may walk the index in order until the page is full and test the filters on every
  // row, which is slow when few rows match.
  const {
    status: _status,
    page: _page,
    per_page: _perPage,
    sort: _sort,
    with_groups: _withGroups,
    with_scores: _withScores,
    ...filters
  } = query
  const isFiltered = Object.keys(filters).length > 0
  const matching = `SELECT club_members.member_id, ${key} FROM club_members WHERE ${where}`
  // `found` gets the alias `club_members`, so that `order` fits both sources.
  const source = isFiltered ? `SELECT * FROM found club_members` : matching
  const { rows } = await tx.query<{ json: string; total: number }>(
    `WITH ${isFiltered ? `found AS MATERIALIZED (${matching}),` : ''}
     ids AS MATERIALIZED (${source} ORDER BY ${order} ${limit})
     SELECT (SELECT coalesce(json_agg(json_build_object(${fields.join(', ')}) ORDER BY ${order}), '[]')::text
         FROM ids JOIN club_members ON club_members.club_id = ${params.add(context.clubId)}
           AND club_members.member_id = ids.member_id
         JOIN members ON members.client_id = club_members.client_id AND members.id = club_members.member_id) AS json,
       (SELECT count(*) FROM ${isFiltered ? 'found' : `club_members WHERE ${where}`}) AS total`,
    params.values,
  )
  return rows[0] ?? { json: '[]', total: 0 }
}

/** The number of members in each view of the list, and the club's ability groups. */
export async function countClubMembers(tx: Tx, context: ClubContext): Promise<MemberCounts> {
  const { rows } = await tx.query<MemberCounts>(
    prepared(
      `WITH active AS MATERIALIZED (SELECT * FROM club_members
        WHERE club_members.club_id = $1 AND club_members.status = 'active')
       SELECT (SELECT count(*) FROM active) AS active,
         (SELECT count(*) FROM club_members
           WHERE club_members.club_id = $1 AND club_members.status = 'inactive') AS inactive,
         (SELECT count(*) FROM active club_members WHERE ${isInNoGroup('$1', '$2::date')}) AS no_group,
         (SELECT count(*) FROM active club_members WHERE ${hasNoGuardianEmail}) AS no_guardian_email,
         (SELECT count(*) FROM active club_members WHERE ${hasLevel('completed')}) AS ready,
         ARRAY(SELECT DISTINCT tag FROM club_members, unnest(club_members.tags) tag WHERE club_members.club_id = $1
           ORDER BY tag) AS tags`,
      [context.clubId, context.today],
    ),
  )
  return rows[0] ?? { active: 0, inactive: 0, no_group: 0, no_guardian_email: 0, ready: 0, tags: [] }
}

/** A row of the downloaded file: the fields of a file, and what is computed from other data. */
export interface MemberFileRow {
  member: Partial<MemberFields> & { guardians: GuardianEntry[] }
  age: number
  groups: string | null
}

/** The ids of all members that match the filters, in order, and the largest number of guardians of one of them. */
export async function clubMemberIds(
  tx: Tx,
  context: ClubContext,
  query: ClubMembersFileQuery,
): Promise<{ ids: string[]; maxGuardians: number }> {
  const words = await searchedWords(tx, query.search)
  if (words === null) return { ids: [], maxGuardians: 0 }
  const params = new SqlParams()
  const where = filterCondition(context, query, words, params)
  const { rows } = await tx.query<{ id: string; guardians: number }>(
    `SELECT club_members.member_id AS id,
      (SELECT count(*) FROM guardians
      WHERE guardians.client_id = club_members.client_id
        AND guardians.member_id = club_members.member_id)::int AS guardians
     FROM club_members WHERE ${where} ORDER BY ${orderOf(query.sort)}`,
    params.values,
  )
  return {
    ids: rows.map((row) => row.id),
    maxGuardians: rows.reduce((most, row) => Math.max(most, row.guardians), 0),
  }
}

/**
 * The rows of the file for these members, in the order of `ids`. Members who have left the club meanwhile are omitted.
 */
export async function clubMembersForFile(
  tx: Tx,
  context: ClubContext,
  ids: readonly string[],
): Promise<MemberFileRow[]> {
  const { rows } = await tx.query<MemberFileRow>(
    `SELECT json_build_object(${fieldsJson(fieldsIn('file'))}) AS member,
       extract(year FROM age($2::date, members.dob))::int AS age,
       (SELECT string_agg(groups.name, ', ' ORDER BY groups.name) FROM group_members
        JOIN groups ON groups.client_id = group_members.client_id AND groups.id = group_members.group_id
          AND groups.club_id = $1
        WHERE ${isInGroup(ANY_GROUP, '$2::date')}) AS groups
     FROM unnest($3::uuid[]) WITH ORDINALITY listed (id, number)
     JOIN club_members ON club_members.club_id = $1 AND club_members.member_id = listed.id
       AND club_members.status <> 'merged'
     JOIN members ON members.client_id = club_members.client_id AND members.id = club_members.member_id
       ORDER BY listed.number`,
    [context.clubId, context.today, ids],
  )
  return rows
}
