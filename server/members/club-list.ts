import { Type } from 'typebox'
import {
  ClubMemberPatch,
  type ClubMembersFileQuery,
  type ClubMembersQuery,
  type MemberCounts,
} from '#contract/members/club-members.ts'
import type { GuardianEntry } from '#domain/members/guardian-fields.ts'
import { fieldsIn, type MemberFields } from '#domain/members/member-fields.ts'
import { keptByVersion } from '#server/tenants/changes/kept-by-version.ts'
import type { ClubContext } from '#server/tenants/clubs/club-context.ts'
import {
  getRow,
  queryRows,
  tenantStatement,
  tenantStatements,
  variantNamed,
  type RowOf,
} from '#server/platform/sql/statement.ts'
import { pageOf } from '#server/platform/http/page-of.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { searchedWords } from '#server/platform/searched-words.ts'
import { fieldsJson } from './member-columns.ts'
import {
  filterParams,
  filterVariant,
  filterVariants,
  hasNoGuardianEmail,
  isInGroup,
  isInNoGroup,
  isOfClub,
  isReady,
  memberOrders,
} from './member-filters.ts'
import { isRunning } from '#server/tenants/clubs/today.ts'
import { scoresSql } from './queries.ts'

/** SQL of the JSON of the member's groups at the club. */
const groupsJson = `coalesce((SELECT json_agg(json_build_object('id', groups.id, 'name', groups.name,
    'scheme_slug', (SELECT schemes.slug FROM schemes
      WHERE schemes.client_id = groups.client_id AND schemes.id = groups.scheme_id), 'levels', to_json(groups.levels))
      ORDER BY groups.name)
  FROM group_members JOIN groups ON groups.client_id = group_members.client_id AND groups.id = group_members.group_id
    AND groups.club_id = $2 AND ${isRunning('$3::date')}
  WHERE ${isInGroup}), '[]')`

/** SQL of a row of the list; `withGroups` and `withScores` are boolean parameters. */
const memberJson = (withGroups: string, withScores: string) => `jsonb_build_object('uuid', members.id,
    'firstname', members.firstname, 'lastname', members.lastname, 'dob', members.dob,
    'age', extract(year FROM age($3::date, members.dob))::int, 'ngo_id', members.ngo_id,
    'status', club_members.status, 'member_type', club_members.member_type, 'category', club_members.category,
    'current_remote_node_id', members.current_remote_node_id)
  || CASE WHEN ${withGroups}::boolean THEN jsonb_build_object('groups', ${groupsJson}) ELSE '{}' END
  || CASE WHEN ${withScores}::boolean THEN jsonb_build_object('scores', ${scoresSql('members')}) ELSE '{}' END`

/** SQL of the members of the page, whose ids are in the table `ids`. */
const pageJson = (order: string, json: string) => `(SELECT coalesce(json_agg(${json} ORDER BY ${order}), '[]')::text
  FROM ids JOIN club_members ON club_members.client_id = $1 AND club_members.club_id = $2
    AND club_members.member_id = ids.member_id
  JOIN members ON members.client_id = club_members.client_id AND members.id = club_members.member_id)`

// all matching members are found first: otherwise the planner may walk the index in order until the page is full and
// test the filters on every row, which is slow when few rows match
const FILTERED_PAGE = tenantStatements(
  'members/list-filtered-members',
  filterVariants,
  ({ key, order, where }) => `WITH found AS MATERIALIZED (
     SELECT club_members.member_id, ${key} FROM club_members WHERE ${where}),
   ids AS MATERIALIZED (SELECT club_members.* FROM found club_members ORDER BY ${order} LIMIT $15 OFFSET $16)
   SELECT ${pageJson(order, memberJson('$17', '$18'))} AS json, (SELECT count(*) FROM found) AS total`,
)

// with no other filter than the status, the ids of a page come from an index alone, which holds the status, too
const WHOLE_PAGE = tenantStatements(
  'members/list-members',
  memberOrders,
  ({ key, order }) => `WITH ids AS MATERIALIZED (
     SELECT club_members.member_id, ${key} FROM club_members WHERE ${isOfClub} ORDER BY ${order} LIMIT $5 OFFSET $6)
   SELECT ${pageJson(order, memberJson('$7', '$8'))} AS json,
     (SELECT count(*) FROM club_members WHERE ${isOfClub}) AS total`,
)

/** One page of the club's members as JSON text, and the total number. */
export async function listClubMembers(
  tx: Tx,
  context: ClubContext,
  query: ClubMembersQuery,
): Promise<{ json: string; total: number }> {
  const words = await searchedWords(tx, query.search)
  if (words === null) return { json: '[]', total: 0 }
  const {
    status,
    page,
    per_page,
    sort = 'alastname',
    with_groups: withGroups,
    with_scores: withScores,
    ...filters
  } = query
  const isFiltered = Object.keys(filters).length > 0
  const { perPage, offset } = pageOf({ page, per_page })
  const shown = [perPage, offset, withGroups === '1', withScores === '1'] as const
  return isFiltered
    ? getRow(tx, variantNamed(FILTERED_PAGE, filterVariant(query, words)), [
        ...filterParams(context, query, words),
        ...shown,
      ])
    : getRow(tx, WHOLE_PAGE[sort], [context.clubId, context.today, status ?? null, ...shown])
}

const COUNTS = tenantStatement(
  'members/count-members',
  `WITH active AS MATERIALIZED (SELECT club_members.client_id, club_members.member_id FROM club_members
    WHERE club_members.client_id = $1 AND club_members.club_id = $2 AND club_members.status = 'active')
   SELECT (SELECT count(*) FROM active) AS active,
     (SELECT count(*) FROM club_members WHERE club_members.client_id = $1 AND club_members.club_id = $2
       AND club_members.status = 'inactive') AS inactive,
     (SELECT count(*) FROM active club_members WHERE ${isInNoGroup}) AS no_group,
     (SELECT count(*) FROM active club_members WHERE ${hasNoGuardianEmail}) AS no_guardian_email,
     (SELECT count(*) FROM active club_members WHERE ${isReady}) AS ready,
     ARRAY(SELECT DISTINCT tag FROM club_members, unnest(club_members.tags) tag
       WHERE club_members.client_id = $1 AND club_members.club_id = $2 AND club_members.tags <> '{}'
       ORDER BY tag) AS tags`,
  { prepare: true },
)

/** How many answers are kept, each with the club's ability groups. */
const KEPT_COUNTS = 5_000
const keptCounts = keptByVersion<MemberCounts>(KEPT_COUNTS, () => 1)

/** The number of members in each view of the list, and the club's ability groups. */
export async function countClubMembers(tx: Tx, { clubId, today }: ClubContext): Promise<MemberCounts> {
  return keptCounts(tx, clubId, today, () => getRow(tx, COUNTS, [clubId, today]))
}

const IDS = tenantStatements(
  'members/list-ids-of-members',
  filterVariants,
  ({ order, where }) => `SELECT club_members.member_id AS id,
     (SELECT count(*)::int FROM guardians WHERE guardians.client_id = club_members.client_id
       AND guardians.member_id = club_members.member_id) AS guardians
   FROM club_members WHERE ${where} ORDER BY ${order}`,
)

/** The ids of all members that match the filters, in order, and the largest number of guardians of one of them. */
export async function clubMemberIds(
  tx: Tx,
  context: ClubContext,
  query: ClubMembersFileQuery,
): Promise<{ ids: string[]; maxGuardians: number }> {
  const words = await searchedWords(tx, query.search)
  if (words === null) return { ids: [], maxGuardians: 0 }
  const rows = await queryRows(tx, variantNamed(IDS, filterVariant(query, words)), filterParams(context, query, words))
  return {
    ids: rows.map((row) => row.id),
    maxGuardians: rows.reduce((most, row) => Math.max(most, row.guardians), 0),
  }
}

const FileMember = Type.Unsafe<Partial<MemberFields> & { guardians: GuardianEntry[] }>(
  Type.Pick(Type.Required(ClubMemberPatch), [...fieldsIn('file'), 'guardians']),
)

const FILE_ROWS = tenantStatement(
  'members/list-members-for-file',
  `SELECT json_build_object(${fieldsJson(fieldsIn('file'))}) AS member,
     extract(year FROM age($3::date, members.dob))::int AS age,
     ARRAY(SELECT groups.name FROM group_members
      JOIN groups ON groups.client_id = group_members.client_id AND groups.id = group_members.group_id
        AND groups.club_id = $2 AND ${isRunning('$3::date')}
      WHERE ${isInGroup} ORDER BY groups.name) AS groups
   FROM unnest($4::uuid[]) WITH ORDINALITY listed (id, number)
   JOIN club_members ON club_members.client_id = $1 AND club_members.club_id = $2
     AND club_members.member_id = listed.id AND club_members.status <> 'merged'
   JOIN members ON members.client_id = club_members.client_id AND members.id = club_members.member_id
   ORDER BY listed.number`,
  { json: { member: FileMember } },
)

/** A row of the downloaded file: the fields of a file, and what is computed from other data. */
export type MemberFileRow = RowOf<typeof FILE_ROWS>

/**
 * The rows of the file for these members, in the order of `ids`. Members who have left the club meanwhile are omitted.
 */
export async function clubMembersForFile(
  tx: Tx,
  context: ClubContext,
  ids: readonly string[],
): Promise<MemberFileRow[]> {
  return queryRows(tx, FILE_ROWS, [context.clubId, context.today, ids])
}
