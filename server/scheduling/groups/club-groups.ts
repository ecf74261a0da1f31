import type { Readable } from 'node:stream'
import type { GroupsFileQuery, GroupSort, GroupsQuery } from '#contract/scheduling/groups.ts'
import type { ClubContext } from '#server/tenants/clubs/club-context.ts'
import { csvFile } from '#server/platform/http/csv-file.ts'
import { SqlParams } from '#server/platform/http/sql-params.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { currentGroupJson } from './queries.ts'

/**
 * SQL of the order by first weekday, then time. Weekday 0 is Sunday, but the week begins on Monday; a group's weekdays
 * are stored in the order of the week, so the first of them is `weekdays[1]`.
 */
const startOrder = '(groups.weekdays[1] + 6) % 7, groups.start_at'

/** SQL of each order; those by members read `size`, which `filteredGroups` adds. */
const orders: Record<GroupSort, string> = {
  aname: 'groups.sort_name, groups.id',
  dname: 'groups.sort_name DESC, groups.id',
  astart: `${startOrder}, groups.sort_name, groups.id`,
  dstart: '(groups.weekdays[1] + 6) % 7 DESC, groups.start_at DESC, groups.sort_name, groups.id',
  amembers: 'groups.size, groups.sort_name, groups.id',
  dmembers: 'groups.size DESC, groups.sort_name, groups.id',
}

/** SQL condition of the filters on the group `groups`. */
function conditionOf(context: ClubContext, query: GroupsFileQuery, params: SqlParams): string {
  const conditions = [`groups.club_id = ${params.add(context.clubId)}`]
  if (query.search !== undefined)
    conditions.push(`position(folded(${params.add(query.search.trim())}) IN groups.sort_name) > 0`)
  if (query.status !== undefined) {
    const ended = `coalesce(groups.last_date < ${params.add(context.today)}::date, false)`
    conditions.push(query.status === 'ended' ? ended : `NOT ${ended}`)
  }
  return conditions.join(' AND ')
}

/** SQL of the filtered groups, with the number of today's members (`size`) if `withSize`. */
function filteredGroups(context: ClubContext, query: GroupsFileQuery, params: SqlParams, withSize: boolean): string {
  const size = (today: string) => `, (SELECT count(*)::int FROM group_members
    WHERE group_members.client_id = groups.client_id AND group_members.group_id = groups.id
    AND group_members.from_date <= ${today}
      AND (group_members.to_date IS NULL OR group_members.to_date >= ${today})) AS size`
  return `SELECT groups.*${withSize ? size(`${params.add(context.today)}::date`) : ''} FROM groups WHERE ${conditionOf(context, query, params)}`
}

/** A page of the club's groups as JSON text, and the number of all groups that the filters match. */
export async function listClubGroups(
  tx: Tx,
  context: ClubContext,
  query: GroupsQuery,
): Promise<{ json: string; total: number }> {
  const params = new SqlParams()
  const sort = query.sort ?? 'aname'
  const perPage = Number(query.per_page ?? 10)
  const { rows } = await tx.query<{ json: string; total: number }>(
    `WITH found AS MATERIALIZED (${filteredGroups(context, query, params, sort.endsWith('members'))})
     SELECT (SELECT coalesce(json_agg(${currentGroupJson} ORDER BY groups.number), '[]') FROM (
         SELECT groups.*, row_number() OVER (ORDER BY ${orders[sort]}) AS number FROM found groups
         ORDER BY number
         LIMIT ${params.add(perPage)} OFFSET ${params.add(Number(query.page ?? 0) * perPage)}) groups)::text AS json,
       (SELECT count(*) FROM found) AS total`,
    params.values,
  )
  return rows[0] ?? { json: '[]', total: 0 }
}

/** All groups that the filters match, for a file, with the titles of schemes and levels in `language`. */
export async function groupsForFile(
  tx: Tx,
  context: ClubContext,
  query: GroupsFileQuery,
  language: string,
): Promise<GroupFileRow[]> {
  const params = new SqlParams()
  const filtered = filteredGroups(context, query, params, /* withSize */ true)
  const today = `${params.add(context.today)}::date`
  const languageParam = params.add(language)
  const title = (column: string) => `coalesce(${column} ->> ${languageParam}, ${column} ->> 'en')`
  const { rows } = await tx.query<GroupFileRow>(
    `SELECT groups.name, groups.weekdays, to_char(groups.start_at, 'HH24:MI') AS start_at, groups.duration_minutes,
      groups.first_date, groups.last_date, groups.place,
       (SELECT ${title('schemes.name')} FROM schemes
         WHERE schemes.client_id = groups.client_id AND schemes.id = groups.scheme_id) AS scheme,
       ARRAY(SELECT ${title('scheme_nodes.title')} FROM unnest(groups.levels) WITH ORDINALITY level (id, number)
         JOIN scheme_nodes ON scheme_nodes.client_id = groups.client_id AND scheme_nodes.scheme_id = groups.scheme_id
           AND scheme_nodes.id = level.id ORDER BY level.number) AS levels,
       ARRAY(SELECT users.firstname || ' ' || users.lastname FROM group_coaches
         JOIN users ON users.client_id = group_coaches.client_id AND users.id = group_coaches.user_id
         WHERE group_coaches.client_id = groups.client_id AND group_coaches.group_id = groups.id
           AND group_coaches.from_date <= ${today}
           AND (group_coaches.to_date IS NULL OR group_coaches.to_date >= ${today})
             ORDER BY users.lastname, users.firstname) AS coaches,
       groups.size AS members, groups.max_size, groups.age_from, groups.age_to
     FROM (${filtered}) groups ORDER BY ${orders[query.sort ?? 'aname']}`,
    params.values,
  )
  return rows
}

/** A row of the file; `place` is where the group meets, `members` how many it has today. */
interface GroupFileRow {
  name: string
  weekdays: number[]
  start_at: string | null
  duration_minutes: number
  first_date: string
  last_date: string | null
  place: string | null
  scheme: string | null
  levels: string[]
  coaches: string[]
  members: number
  max_size: number | null
  age_from: number | null
  age_to: number | null
}

const COLUMNS = [
  'name',
  'weekdays',
  'start_at',
  'duration_minutes',
  'first_date',
  'last_date',
  'place',
  'scheme',
  'levels',
  'coaches',
  'members',
  'max_size',
  'age_from',
  'age_to',
] as const satisfies readonly (keyof GroupFileRow)[]
const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']

/** The groups as CSV, with dates and times in ISO format, which any program can read. */
export function groupFile(rows: readonly GroupFileRow[]): Readable {
  const cell = (value: GroupFileRow[keyof GroupFileRow]) =>
    Array.isArray(value)
      ? value.map((item) => (typeof item === 'number' ? DAYS[item] : item)).join(', ')
      : String(value ?? '')
  return csvFile(
    COLUMNS,
    rows.map((row) => COLUMNS.map((column) => cell(row[column]))),
  )
}
