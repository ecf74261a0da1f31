import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import type { LevelList, LevelListKind, LevelListLevel, LevelListRow } from '#contract/reports/level-lists.ts'
import { toCsvCell } from '#domain/platform/csv-cell.ts'
import { awardStands } from '#server/assessment/awards/parents-awards.ts'
import { isRunning } from '#server/tenants/clubs/today.ts'
import { queryRows, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { keptByVersion } from '#server/tenants/changes/kept-by-version.ts'
import type { ClubContext } from '#server/tenants/clubs/club-context.ts'
import { badgeHandedOver } from './club-reports.ts'
import { wordsIn } from '#server/platform/sql/words-in.ts'

/** How many children and levels a page shows; a file has all. */
export const MOST_SHOWN = 2_000

/** SQL of the title or name in a column, in the language $3. */
const inLanguage = (words: string) => `coalesce(${wordsIn(words, '$3')}, '')`

/**
 * SQL of a list: the levels of active members of the club $2 in the table `own`, by level and name. `only` is a
 * condition, `day` SQL of the day on which the level was passed, and `where` a further condition, beginning with AND.
 */
const listSql = (own: 'progress' | 'awards', only: string, day: string, where = '') => `
  SELECT schemes.slug || scheme_nodes.id AS level, ${inLanguage('scheme_nodes.title')} AS title,
    ${inLanguage('schemes.name')} AS scheme, ${own}.scheme_id,
    members.id AS uuid, members.firstname, members.lastname, ${day} AS day
  FROM club_members
  JOIN members ON members.client_id = club_members.client_id AND members.id = club_members.member_id
  JOIN ${own} ON ${own}.client_id = club_members.client_id AND ${own}.member_id = club_members.member_id AND ${only}
  JOIN schemes ON schemes.client_id = ${own}.client_id AND schemes.id = ${own}.scheme_id
  JOIN scheme_nodes ON scheme_nodes.client_id = ${own}.client_id AND scheme_nodes.scheme_id = ${own}.scheme_id
    AND scheme_nodes.id = ${own}.node_id AND scheme_nodes.t = 'l'
  WHERE club_members.client_id = $1 AND club_members.club_id = $2 AND club_members.status = 'active'
    ${where}
  ORDER BY schemes.slug, scheme_nodes.position, club_members.sort_name, members.id`

/**
 * The group of each of the members $4 in each scheme on the day $3, of several the first by name, and its place among all
 * groups. A lookup for each child of a long list would take many times longer.
 */
const PLACES = tenantStatement(
  'reports/list-groups-of-members',
  `SELECT DISTINCT ON (group_members.member_id, listed.scheme_id)
     group_members.member_id, listed.scheme_id, listed.id, listed.name, listed.position::int
   FROM (SELECT groups.client_id, groups.scheme_id, groups.id, groups.name,
       row_number() OVER (ORDER BY groups.sort_name, groups.id) AS position
     FROM groups WHERE groups.client_id = $1 AND groups.club_id = $2 AND ${isRunning('$3::date')}) listed
   JOIN group_members ON group_members.client_id = listed.client_id AND group_members.group_id = listed.id
     AND group_members.from_date <= $3::date
     AND (group_members.to_date IS NULL OR group_members.to_date >= $3::date)
     AND group_members.member_id = ANY($4::uuid[])
   ORDER BY group_members.member_id, listed.scheme_id, listed.position`,
)

const WAITING = tenantStatement(
  'reports/list-levels-that-wait',
  listSql(
    'progress',
    "progress.state = 'completed'",
    'NULL::date',
    // nobody can pass a level once it, or its scheme, was deleted; a badge can still be handed over
    'AND scheme_nodes.deleted_at IS NULL AND schemes.deleted_at IS NULL',
  ),
)

const BADGES = tenantStatement(
  'reports/list-badges-to-hand-out',
  listSql(
    'awards',
    `${awardStands('awards')} AND NOT ${badgeHandedOver}
      AND awards.completed_ts >= extract(epoch FROM $5::date::timestamp AT TIME ZONE $4)::bigint`,
    '(to_timestamp(awards.completed_ts) AT TIME ZONE $4)::date',
  ),
)

/** The children of one group at one level, all of them. */
type Row = Omit<LevelListRow, 'count'>

/** Which list is asked for. */
export interface Asked {
  context: ClubContext
  list: LevelListKind
  language: string
  /** Badges of levels that were passed before this day are left out. */
  since: string
}

/** Reads a list of children and levels. */
export async function readLevelList(tx: Tx, { context, list, language, since }: Asked): Promise<Row[]> {
  const { clubId, today, timeZone } = context
  const found = await (list === 'waiting'
    ? queryRows(tx, WAITING, [clubId, language])
    : queryRows(tx, BADGES, [clubId, language, timeZone, since]))
  const members = new Set(found.map(({ uuid }) => uuid))
  const places = members.size === 0 ? [] : await queryRows(tx, PLACES, [clubId, today, [...members]])
  const placeOf = new Map(places.map((place) => [`${place.member_id}/${place.scheme_id}`, place]))
  // they are in the order of the levels
  return [...Map.groupBy(found, ({ level }) => level).values()].flatMap((ofLevel): Row[] => {
    const withPlaces = ofLevel.map((row) => ({ row, place: placeOf.get(`${row.uuid}/${row.scheme_id}`) }))
    const groups = [...Map.groupBy(withPlaces, ({ place }) => place?.position ?? Infinity)]
    return groups
      .sort(([a], [b]) => a - b)
      .flatMap(([, members]): Row[] => {
        const [first] = members
        if (!first) return []
        const { level, title, scheme } = first.row
        const { id = null, name = null } = first.place ?? {}
        return [{ level, title, scheme, group_id: id, group: name, members: members.map(({ row }) => memberOf(row)) }]
      })
  })
}

const memberOf = ({ uuid, firstname, lastname, day }: Row['members'][number]): Row['members'][number] => {
  return { uuid, firstname, lastname, day }
}

const childrenIn = (rows: readonly Row[]) => rows.reduce((sum, { members }) => sum + members.length, 0)
const byLevel = (rows: readonly Row[]) => [...Map.groupBy(rows, ({ level }) => level).values()]

/** The children of all lists that are kept: about 30 MB. */
const KEPT_CHILDREN = 100_000
const keptLists = keptByVersion<LevelList>(KEPT_CHILDREN, ({ rows }) =>
  rows.reduce((sum, { members }) => sum + members.length, 1),
)

/** The list as a page shows it. It is kept as reports are, because a large club has tens of thousands of badges. */
export async function readShownLevelList(tx: Tx, asked: Asked): Promise<LevelList> {
  const { context, ...rest } = asked
  const { clubId, today, timeZone } = context
  return keptLists(tx, clubId, [rest, today, timeZone], async () => shownLevelList(await readLevelList(tx, asked)))
}

/** The list, cut after `MOST_SHOWN` children. */
export function shownLevelList(rows: readonly Row[]): LevelList {
  let left = MOST_SHOWN
  const shown = rows.flatMap((row) => {
    const members = row.members.slice(0, left)
    left -= members.length
    return members.length === 0 ? [] : [{ ...row, count: row.members.length, members }]
  })
  const levels = byLevel(rows).flatMap((ofLevel): LevelListLevel[] => {
    const [first] = ofLevel
    return first ? [{ level: first.level, title: first.title, scheme: first.scheme, count: childrenIn(ofLevel) }] : []
  })
  return { total: childrenIn(rows), levels, rows: shown }
}

const COLUMNS = ['scheme', 'level', 'group', 'number', 'firstname', 'lastname', 'passed'] as const

/**
 * The list as CSV, a line for each child. `number` is how many of this level there are in all, in the first line of the
 * level: what is ordered.
 */
export function levelListFile(rows: readonly Row[]): Readable {
  const lines = byLevel(rows).flatMap((groups) => {
    const number = childrenIn(groups)
    return groups.flatMap(({ scheme, title, group, members }, place) =>
      members.map(({ firstname, lastname, day }, index) => [
        scheme,
        title,
        group,
        place === 0 && index === 0 ? number : null,
        firstname,
        lastname,
        day,
      ]),
    )
  })
  const cells = lines.map((line) => line.map((cell) => (typeof cell === 'string' ? toCsvCell(cell) : cell)))
  // spreadsheets need a byte order mark to read UTF-8
  return Readable.from(cells).pipe(stringify({ header: true, columns: [...COLUMNS], bom: true }))
}
