import type { Readable } from 'node:stream'
import { GroupFileFields, type GroupsFileQuery, type GroupSort, type GroupsQuery } from '#contract/scheduling/groups.ts'
import { groupFieldsIn } from '#domain/scheduling/group-fields.ts'
import type { ClubContext } from '#server/tenants/clubs/club-context.ts'
import { pageOf } from '#server/platform/http/page-of.ts'
import { csvFile } from '#server/platform/http/csv-file.ts'
import { getRow, queryRows, tenantStatements, type RowOf } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { groupFieldsJson } from './group-columns.ts'
import { currentGroupJson } from './queries.ts'
import { wordsIn } from '#server/platform/sql/words-in.ts'

/**
 * SQL of the order by first weekday, then time. Weekday 0 is Sunday, but the week begins on Monday; a group's weekdays
 * are stored in the order of the week, so the first of them is `weekdays[1]`.
 */
const startOrder = '(groups.weekdays[1] + 6) % 7, groups.start_at'

/** SQL of each order; those by members read `size`, a column of `filteredGroups`. */
const orders: Record<GroupSort, string> = {
  aname: 'groups.sort_name, groups.id',
  dname: 'groups.sort_name DESC, groups.id',
  astart: `${startOrder}, groups.sort_name, groups.id`,
  dstart: '(groups.weekdays[1] + 6) % 7 DESC, groups.start_at DESC, groups.sort_name, groups.id',
  amembers: 'groups.size, groups.sort_name, groups.id',
  dmembers: 'groups.size DESC, groups.sort_name, groups.id',
}

/** SQL of the number of members of the group `groups` today ($3). */
const size = `(SELECT count(*)::int FROM group_members
  WHERE group_members.client_id = groups.client_id AND group_members.group_id = groups.id
    AND group_members.from_date <= $3::date
    AND (group_members.to_date IS NULL OR group_members.to_date >= $3::date)) AS size`

/**
 * SQL of the groups of the club $2 that match the search $4 and have ended ($5) or not; null stands for no filter.
 * `columns` is SQL of further columns.
 */
const filteredGroups = (columns: string) => `SELECT groups.*${columns} FROM groups
  WHERE groups.client_id = $1 AND groups.club_id = $2
    AND ($4::text IS NULL OR position(folded($4) IN groups.sort_name) > 0)
    AND ($5::boolean IS NULL OR coalesce(groups.last_date < $3::date, false) = $5)`

/** The parameters of `filteredGroups`, from `$2` on. */
function filterParams(
  context: ClubContext,
  { search, status }: GroupsFileQuery,
): [clubId: string, today: string, search: string | null, hasEnded: boolean | null] {
  return [context.clubId, context.today, search?.trim() ?? null, status === undefined ? null : status === 'ended']
}

/** Orders by members need the size of each group; the other ones leave it out, because it takes long to count. */
const PAGE = tenantStatements(
  'scheduling/list-groups',
  orders,
  (order) => `WITH found AS MATERIALIZED (${filteredGroups(order.includes('size') ? `, ${size}` : '')})
   SELECT (SELECT coalesce(json_agg(${currentGroupJson} ORDER BY groups.number), '[]') FROM (
       SELECT groups.*, row_number() OVER (ORDER BY ${order}) AS number FROM found groups
       ORDER BY number LIMIT $6 OFFSET $7) groups)::text AS json,
     (SELECT count(*) FROM found) AS total`,
)

/** A page of the club's groups as JSON text, and the number of all groups that the filters match. */
export async function listClubGroups(
  tx: Tx,
  context: ClubContext,
  query: GroupsQuery,
): Promise<{ json: string; total: number }> {
  const { perPage, offset } = pageOf(query)
  return getRow(tx, PAGE[query.sort ?? 'aname'], [...filterParams(context, query), perPage, offset])
}

const FILE_FIELDS = groupFieldsIn('file')

const FILE = tenantStatements(
  'scheduling/list-groups-for-file',
  orders,
  (order) => `SELECT json_build_object(${groupFieldsJson(FILE_FIELDS)}) AS fields,
     (SELECT ${wordsIn('schemes.name', '$6')} FROM schemes
       WHERE schemes.client_id = groups.client_id AND schemes.id = groups.scheme_id) AS scheme,
     ARRAY(SELECT ${wordsIn('scheme_nodes.title', '$6')} FROM unnest(groups.levels) WITH ORDINALITY level (id, number)
       JOIN scheme_nodes ON scheme_nodes.client_id = groups.client_id AND scheme_nodes.scheme_id = groups.scheme_id
         AND scheme_nodes.id = level.id ORDER BY level.number) AS levels,
     ARRAY(SELECT users.firstname || ' ' || users.lastname FROM group_coaches
       JOIN users ON users.client_id = group_coaches.client_id AND users.id = group_coaches.user_id
       WHERE group_coaches.client_id = groups.client_id AND group_coaches.group_id = groups.id
         AND group_coaches.from_date <= $3::date
         AND (group_coaches.to_date IS NULL OR group_coaches.to_date >= $3::date)
           ORDER BY users.lastname, users.firstname) AS coaches,
     groups.size AS members
   FROM (${filteredGroups(`, ${size}`)}) groups ORDER BY ${order}`,
  { json: { fields: GroupFileFields } },
)

/** A row of the file; `members` is how many the group has today. */
type GroupFileRow = RowOf<(typeof FILE)[GroupSort]>

/** All groups that the filters match, for a file, with the titles of schemes and levels in `language`. */
export async function groupsForFile(
  tx: Tx,
  context: ClubContext,
  query: GroupsFileQuery,
  language: string,
): Promise<GroupFileRow[]> {
  return queryRows(tx, FILE[query.sort ?? 'aname'], [...filterParams(context, query), language])
}

const COLUMNS = [...FILE_FIELDS, 'scheme', 'levels', 'coaches', 'members'] as const
const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']

/** The groups as CSV, with dates and times in ISO format, which any program can read. */
export function groupFile(rows: readonly GroupFileRow[]): Readable {
  const cell = (value: string | number | boolean | null | readonly (string | number | null)[]) =>
    Array.isArray(value)
      ? value.map((item) => (typeof item === 'number' ? DAYS[item] : item)).join(', ')
      : String(value ?? '')
  return csvFile(
    COLUMNS,
    rows.map(({ fields, ...others }) => {
      const row = { ...fields, ...others }
      return COLUMNS.map((column) => cell(row[column]))
    }),
  )
}
