import type { Readable } from 'node:stream'
import type { GroupsFile, GroupSort, GroupsQuery } from '#contract/scheduling/groups.ts'
import type { ClubContext } from '#server/tenants/clubs/club-context.ts'
import { csvFile } from '#server/platform/http/csv-file.ts'
import { SqlParams } from '#server/platform/http/sql-params.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { groupJson } from './queries.ts'

// PostgreSQL's weekday 0 is Sunday, but the week begins on Monday
const start = '(g.weekdays[1] + 6) % 7, g.start_at'

const orders: Record<GroupSort, string> = {
  aname: 'g.sort_name, g.id',
  dname: 'g.sort_name DESC, g.id',
  astart: `${start}, g.sort_name, g.id`,
  dstart: '(g.weekdays[1] + 6) % 7 DESC, g.start_at DESC, g.sort_name, g.id',
  amembers: 'g.size, g.sort_name, g.id',
  dmembers: 'g.size DESC, g.sort_name, g.id',
}

/** SQL condition of the filters on group `g`. */
function conditionOf(context: ClubContext, query: GroupsFile, params: SqlParams): string {
  const conditions = [`g.club_id = ${params.add(context.clubId)}`]
  if (query.search !== undefined)
    conditions.push(`position(folded(${params.add(query.search.trim())}) IN g.sort_name) > 0`)
  if (query.status !== undefined) {
    const ended = `coalesce(g.last_date < ${params.add(context.today)}::date, false)`
    conditions.push(query.status === 'ended' ? ended : `NOT ${ended}`)
  }
  return conditions.join(' AND ')
}

/** SQL of the filtered groups, with the number of today's members (`size`) if `counted`. */
function foundGroups(context: ClubContext, query: GroupsFile, params: SqlParams, counted: boolean): string {
  const size = `, (SELECT count(*)::int FROM group_members gm WHERE gm.client_id = g.client_id AND gm.group_id = g.id
    AND gm.from_date <= current_date AND (gm.to_date IS NULL OR gm.to_date >= current_date)) AS size`
  return `SELECT g.*${counted ? size : ''} FROM groups g WHERE ${conditionOf(context, query, params)}`
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
    `WITH found AS MATERIALIZED (${foundGroups(context, query, params, sort.endsWith('members'))})
     SELECT (SELECT coalesce(json_agg(${groupJson} ORDER BY g.nth), '[]') FROM (
         SELECT g.*, row_number() OVER (ORDER BY ${orders[sort]}) AS nth FROM found g
         ORDER BY nth LIMIT ${params.add(perPage)} OFFSET ${params.add(Number(query.page ?? 0) * perPage)}) g)::text AS json,
       (SELECT count(*) FROM found) AS total`,
    params.values,
  )
  return rows[0] ?? { json: '[]', total: 0 }
}

/** All groups that the filters match, for a file, with the titles of schemes and levels in `language`. */
export async function groupsForFile(
  tx: Tx,
  context: ClubContext,
  query: GroupsFile,
  language: string,
): Promise<GroupFileRow[]> {
  const params = new SqlParams()
  const found = foundGroups(context, query, params, true)
  const words = params.add(language)
  const title = (column: string) => `coalesce(${column} ->> ${words}, ${column} ->> 'en')`
  const { rows } = await tx.query<GroupFileRow>(
    `SELECT g.name, g.weekdays, to_char(g.start_at, 'HH24:MI') AS start_at, g.duration_minutes, g.first_date, g.last_date, g.place,
       (SELECT ${title('s.name')} FROM schemes s WHERE s.client_id = g.client_id AND s.id = g.scheme_id) AS scheme,
       ARRAY(SELECT ${title('n.title')} FROM unnest(g.levels) WITH ORDINALITY l (id, at)
         JOIN scheme_nodes n ON n.client_id = g.client_id AND n.scheme_id = g.scheme_id AND n.id = l.id ORDER BY l.at) AS levels,
       ARRAY(SELECT u.firstname || ' ' || u.lastname FROM group_coaches gc JOIN users u ON u.client_id = gc.client_id AND u.id = gc.user_id
         WHERE gc.client_id = g.client_id AND gc.group_id = g.id AND gc.from_date <= current_date
           AND (gc.to_date IS NULL OR gc.to_date >= current_date) ORDER BY u.lastname, u.firstname) AS coaches,
       g.size AS members, g.max_size, g.age_from, g.age_to
     FROM (${found}) g ORDER BY ${orders[query.sort ?? 'aname']}`,
    params.values,
  )
  return rows
}

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
