import { Type, type Static } from 'typebox'
import type { Report, ReportMember, ReportRow } from '#contract/reports/reports.ts'
import { isRunning } from '#server/tenants/clubs/today.ts'
import { allRowsOf } from './report-rows.ts'

/** The rows and columns of a report's table. */
interface Table {
  /**
   * SQL of the table's rows (row_id, name, about, position): `about` is a second text beside the name; rows are
   * ordered by `position`, then by name. The SQL may read `cells`.
   */
  rows: string
  /** SQL of rows (col, name) with the names of columns that have one. */
  columnNames?: string
}

/** A report made of facts about members, which are added up by the rows and columns of its table. */
export interface FactsReport extends Table {
  /**
   * SQL of the facts (member_id, row_id, day, part, whole), with `col`, from 1, if `by` is `column`. A figure is `part`
   * of `whole`, such as 8 present of 10 marked members.
   */
  facts: string
  /**
   * SQL of the members who count in each of the rows `rows` with `whole`, even without facts; only if `by` is `none`.
   * Facts may read them as `population`.
   */
  population?: { members: string; rows: string; whole: number }
  /**
   * SQL of an array with the ids of the rows, if the facts' `row_id` is an index of it, from 0: grouping by numbers is
   * faster than by texts.
   */
  rowIds?: string
  /**
   * `day`: a fact belongs to the last of the columns `starts` that began on or before its day; `column`: the fact's
   * `col` tells it; `none`: there are no columns.
   */
  by: { day: string } | 'column' | 'none'
  /** SQL of the column whose figures are the totals, when these are not the sum of all columns. */
  total?: string
  /** Whether children are counted, too, each once, beside the sums of the rows. */
  countsChildren?: true
  /** Which members are listed for a row: all, or only those with a `part`; by name, or the smallest share first. */
  members?: { only?: 'counted'; order?: 'share' }
}

/** A report across clubs, whose facts are added up in the database club by club. */
export interface CellsReport extends Table {
  /** SQL of the cells (row_id, col, part, whole, days with facts, last of these days). */
  cells: string
}

/** SQL of what every statement over facts begins with, after WITH. */
const factsSql = ({ population, facts }: FactsReport) =>
  `${population ? `population AS MATERIALIZED (${population.members}),` : ''} facts AS (${facts})`

/** SQL of the cells of a report from `facts`: facts are added up by row and day, and these sums by column. */
function cellsOf(report: FactsReport): string {
  const { population, rowIds } = report
  const andColumn = report.by === 'column' ? ', facts.col' : ''
  const sumsOfFacts = `SELECT facts.row_id, facts.day${andColumn}, sum(facts.part)::int AS part,
        sum(facts.whole)::int AS whole
      FROM facts GROUP BY facts.row_id, facts.day${andColumn}`
  const sumsOfPopulation = population
    ? ` UNION ALL
      SELECT row_id, NULL, 0, ${population.whole} * (SELECT count(*) FROM population)::int
      FROM unnest(${population.rows}) row_id`
    : ''
  const rowId = rowIds ? `(${rowIds})[daily.row_id + 1]` : 'daily.row_id'
  return `WITH daily AS MATERIALIZED (${sumsOfFacts}${sumsOfPopulation})
    SELECT ${rowId} AS row_id, ${columnOf(report)} AS col, sum(daily.part)::int AS part, sum(daily.whole)::int AS whole,
      count(daily.day)::int AS days, max(daily.day) AS last
    FROM daily GROUP BY daily.row_id, ${COLUMN_POSITION}`
}

/** Where `col` stands in the list of columns of `cellsOf`, counted from 1. */
const COLUMN_POSITION = 2

/** SQL of the column, from 1, to which a row of `daily` belongs. */
function columnOf({ by }: FactsReport): string {
  if (by === 'none') return '1'
  return by === 'column' ? 'daily.col' : `width_bucket(daily.day, ${by.day})`
}

/** The figures of one row in one column; the column is a number from 1, or 0 when the figure is in none. */
const Cell = Type.Tuple([
  /** column */ Type.Integer(),
  /** part */ Type.Integer(),
  /** whole */ Type.Integer(),
  /** days */ Type.Integer(),
  /** last */ Type.Union([Type.String(), Type.Null()]),
])
/** A row with its cells: id, name, about. */
const CountedRow = Type.Tuple([
  Type.String(),
  Type.String(),
  Type.Union([Type.String(), Type.Null()]),
  Type.Array(Cell),
])
/** The schemas of the columns of `figuresSql`. */
export const figuresJson = {
  rows: Type.Array(CountedRow),
  names: Type.Array(Type.Tuple([Type.Integer(), Type.String()])),
  /** The part and the whole; empty when children are not counted. */
  children: Type.Array(Type.Integer()),
}

const NO_COLUMN_NAMES = 'SELECT NULL::int AS col, NULL::text AS name WHERE false'

/** SQL of the children who have a part, and of all, each counted once. */
const CHILDREN = `SELECT json_build_array(count(DISTINCT facts.member_id) FILTER (WHERE facts.part > 0),
  count(DISTINCT facts.member_id)) FROM facts`

/** SQL of all figures of a report. `scope` is SQL that names all parameters, also those that the report does not read. */
export function figuresSql(report: FactsReport | CellsReport, scope: string): string {
  const [facts, cells] = 'cells' in report ? ['', report.cells] : [`${factsSql(report)},`, cellsOf(report)]
  return `WITH scope AS (${scope}), ${facts}
   cells AS MATERIALIZED (${cells}),
   cells_by_row AS (
     SELECT row_id, json_agg(json_build_array(col, part, whole, days, last)) AS cells FROM cells GROUP BY row_id)
   SELECT (SELECT coalesce(json_agg(json_build_array(listed.row_id, listed.name, listed.about,
         coalesce(cells_by_row.cells, '[]')) ORDER BY listed.position, folded(listed.name), listed.row_id), '[]')
       FROM (${report.rows}) listed LEFT JOIN cells_by_row USING (row_id)) AS rows,
     (SELECT coalesce(json_agg(json_build_array(named.col, named.name)), '[]')
       FROM (${report.columnNames ?? NO_COLUMN_NAMES}) named) AS names,
     ${'countsChildren' in report ? `(${CHILDREN})` : `'[]'::json`} AS children`
}

/** The columns of a report's table. */
export interface Columns {
  /** Their ids: the first days of weeks or months, or ids of levels. */
  ids: readonly string[]
  /** The column, from 1, whose figures are the totals, when these are not the sum of all columns; 0 for none of them. */
  total?: number
}

/** A row of the report from its cells; its totals are those of the column `total`, or the sum of all. */
function rowOf({ ids, total }: Columns, [id, name, about, cells]: Static<typeof CountedRow>): ReportRow {
  const row: ReportRow = {
    id,
    name,
    about,
    part: 0,
    whole: 0,
    days: 0,
    last: null,
    parts: ids.map(() => 0),
    wholes: ids.map(() => 0),
  }
  for (const [column, part, whole, days, last] of cells) {
    if (column >= 1 && column <= ids.length) {
      row.parts[column - 1] = part
      row.wholes[column - 1] = whole
    }
    if (total !== undefined && column !== total) continue
    row.part += part
    row.whole += whole
    row.days += days
    if (last !== null && (row.last === null || last > row.last)) row.last = last
  }
  return row
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

/** The figures of a report with all its rows. */
export type Figures = Omit<Report, 'from' | 'to' | 'scheme'>

/** The figures of a report, of which the statement has read the rows and the names of columns. */
export function figuresOf(
  columns: Columns,
  answer: { rows: Static<typeof CountedRow>[]; names: [number, string][]; children: number[] },
): Figures {
  const [part, whole] = answer.children
  const names = new Map(answer.names)
  const rows = answer.rows.map((row) => rowOf(columns, row))
  return {
    part: sum(rows.map((row) => row.part)),
    whole: sum(rows.map((row) => row.whole)),
    children: part === undefined || whole === undefined ? null : { part, whole },
    columns: columns.ids.map((id, index) => ({
      id,
      name: names.get(index + 1) ?? null,
      part: sum(rows.map(({ parts }) => parts[index] ?? 0)),
      whole: sum(rows.map(({ wholes }) => wholes[index] ?? 0)),
    })),
    rows,
    found: rows.length,
    all_rows: allRowsOf(rows),
  }
}

/** Which of the members behind a report's figures are read. */
export interface Slice {
  /** The row of the report; undefined for all rows. */
  row: string | undefined
  page: number
  /** Null for all members. */
  perPage: number | null
}

/** SQL of what members are ordered by before their names: nothing, or their share. */
const ordersBeforeName = { name: '', share: 'found.part::real / nullif(found.whole, 0), ' }

/**
 * A member: uuid, first name, last name, groups, part, whole and last. An object's field names would be half of the
 * data for 50,000 members.
 */
const MemberCells = Type.Tuple([
  Type.String(),
  Type.String(),
  Type.String(),
  Type.Array(Type.String()),
  Type.Integer(),
  Type.Integer(),
  Type.Union([Type.String(), Type.Null()]),
])
/** The schemas of the columns of `membersSql`. */
export const membersJson = { members: Type.Array(MemberCells) }

/** The parameters of `membersSql`: the club, the day, the row or null, and the slice or null. */
interface MembersParams {
  club: string
  today: string
  row: string
  limit: string
  offset: string
}

/** SQL of the members behind a report's figures, each with his or her part of the figures: a page of them, or all. */
export function membersSql(report: FactsReport, scope: string, slice: 'page' | 'all', params: MembersParams): string {
  const { club, today, row, limit, offset } = params
  const { only, order = 'name' } = report.members ?? {}
  const { population } = report
  const ofRow = report.rowIds
    ? `facts.row_id = array_position(${report.rowIds}, ${row}::text) - 1`
    : `facts.row_id::text = ${row}`
  const inTotal = report.total === undefined ? '' : ` AND facts.col = ${report.total}`
  const sumsOfFacts = `SELECT facts.member_id, sum(facts.part)::int AS part, sum(facts.whole)::int AS whole,
      max(facts.day) AS last
    FROM facts WHERE (${row}::text IS NULL OR ${ofRow})${inTotal}
    GROUP BY facts.member_id ${only === 'counted' ? 'HAVING sum(facts.part) > 0' : ''}`
  // with `population`, all members have the same whole: the whole of one row times the number of rows
  const memberSums = population
    ? `SELECT population.member_id, coalesce(sums.part, 0) AS part, constant.whole, sums.last
       FROM (SELECT ${population.whole} * CASE WHEN ${row}::text IS NULL THEN cardinality(${population.rows})
         ELSE cardinality(array_positions(${population.rows}, ${row}::text)) END AS whole) constant
       JOIN population ON constant.whole > 0
       LEFT JOIN (${sumsOfFacts}) sums ON sums.member_id = population.member_id`
    : sumsOfFacts
  // for all members, looking each one up would take longer than reading all groups of the club
  const onlyShown = slice === 'all' ? '' : ' AND group_members.member_id IN (SELECT member_id FROM shown)'
  const ordering = `${ordersBeforeName[order]}found.sort_name, found.member_id`
  const limits = slice === 'all' ? '' : `LIMIT ${limit} OFFSET ${offset}`
  return `WITH scope AS (${scope}, ${limit}::int IS NULL, ${offset}::int IS NULL),
   found AS MATERIALIZED (WITH ${factsSql(report)}
     SELECT sums.*, club_members.sort_name FROM (${memberSums}) sums
     JOIN club_members ON club_members.client_id = $1 AND club_members.club_id = ${club}
       AND club_members.member_id = sums.member_id),
   shown AS MATERIALIZED (
     SELECT found.*, row_number() OVER (ORDER BY ${ordering}) AS position FROM found ORDER BY position ${limits}),
   groups_of_member AS (
     SELECT group_members.member_id, json_agg(groups.name ORDER BY groups.name) AS names FROM groups
     JOIN group_members ON group_members.client_id = groups.client_id AND group_members.group_id = groups.id
       AND group_members.from_date <= ${today}
       AND (group_members.to_date IS NULL OR group_members.to_date >= ${today})
     WHERE groups.client_id = $1 AND groups.club_id = ${club} AND ${isRunning(today)}${onlyShown} GROUP BY group_members.member_id)
   SELECT (SELECT coalesce(json_agg(json_build_array(members.id, members.firstname, members.lastname,
         coalesce(groups_of_member.names, '[]'), shown.part, shown.whole, shown.last) ORDER BY shown.position), '[]')
     FROM shown JOIN members ON members.client_id = $1 AND members.id = shown.member_id
     LEFT JOIN groups_of_member ON groups_of_member.member_id = shown.member_id) AS members,
     (SELECT count(*) FROM found) AS total`
}

/** The members that a statement has read. */
export function membersOf(cells: readonly Static<typeof MemberCells>[]): ReportMember[] {
  return cells.map(([uuid, firstname, lastname, groups, part, whole, last]) => ({
    uuid,
    firstname,
    lastname,
    groups,
    part,
    whole,
    last,
  }))
}
