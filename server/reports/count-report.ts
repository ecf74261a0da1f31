import type { QueryResultRow } from 'pg'
import type { Report, ReportMember, ReportRow } from '#contract/reports/reports.ts'
import { SqlParams } from '#server/platform/http/sql-params.ts'
import { withoutJit, type Tx } from '#server/platform/tenancy.ts'

/** The rows and columns of a report's table. */
interface Table {
  /**
   * SQL of the table's rows (row_id, name, about, position): `about` is a second text beside the name; rows are
   * ordered by `position`, then by name.
   * The SQL may read `cells`. It is a function, because it adds parameters, and every parameter must be used in the
   * statement.
   */
  rows: () => string
  /** Ids of the columns: the first days of weeks or months, or ids of levels. */
  columns: readonly string[]
  /** SQL of rows (col, name) with the names of columns that have one. */
  columnNames?: () => string
  /** The column whose figures are the totals, when these are not the sum of all columns. */
  total?: number
}

/** A report made of facts about members, which are added up by the rows and columns of its table. */
export interface FactsReport extends Table {
  /**
   * SQL of the facts (member_id, row_id, day, part, whole), with `col`, from 1, if `by` is `column`. A figure is `part`
   * of `whole`, such as 8 present of 10 marked members.
   */
  facts: string
  /**
   * The members who count in each of these rows with `whole`, even without facts (`members` is their SQL); only if `by`
   * is `day`. Facts may read them as `population`.
   */
  population?: { members: string; rows: readonly string[]; whole: number }
  /**
   * Ids of the rows, if the facts' `row_id` is an index of this list, from 0: grouping by numbers is faster than by
   * texts.
   */
  rowIds?: readonly string[]
  /** `day`: a fact belongs to the last column that began on or before its day; `column`: the fact's `col` tells it. */
  by: 'day' | 'column'
  /** Which members are listed for a row: all, or only those with a `part`; by name, or the smallest share first. */
  members?: { only?: 'counted'; order?: 'share' }
}

/** A report across clubs, whose facts are added up in the database club by club. */
export interface CellsReport extends Table {
  /** SQL of the cells (row_id, col, part, whole, days with facts, last of these days). */
  cells: string
}

/** SQL of a title or name in a language, or else in any. */
export const wordsIn = (words: string, language: string) =>
  `coalesce(${words} ->> ${language}, (SELECT min(value) FROM jsonb_each_text(${words})))`

/** SQL of the WITH clause that every statement over facts begins with. */
const withFacts = ({ population, facts }: FactsReport) =>
  `WITH ${population ? `population AS MATERIALIZED (${population.members}),` : ''} facts AS (${facts})`

/** Runs a statement with the settings for large sums (`withoutJit`). */
async function queryFigures<Row extends QueryResultRow>(tx: Tx, sql: string, params: SqlParams): Promise<Row[]> {
  // sent together; one connection runs them in this order
  const [, { rows }] = await Promise.all([withoutJit(tx), tx.query<Row>(sql, params.values)])
  return rows
}

/** SQL of the cells of a report from facts: facts are added up by row and day, and these sums by column. */
function cellsOf(report: FactsReport, params: SqlParams): string {
  const { population, rowIds } = report
  const andColumn = report.by === 'column' ? ', facts.col' : ''
  const sumsOfFacts = `SELECT facts.row_id, facts.day${andColumn}, sum(facts.part)::int AS part,
        sum(facts.whole)::int AS whole
      FROM facts GROUP BY facts.row_id, facts.day${andColumn}`
  const sumsOfPopulation = population
    ? ` UNION ALL
      SELECT row_id, NULL, 0, ${params.add(population.whole)}::int * (SELECT count(*) FROM population)::int
      FROM unnest(${params.add(population.rows)}::text[]) row_id`
    : ''
  const column = columnOf(report, params)
  const rowId = rowIds ? `(${params.add(rowIds)}::text[])[daily.row_id + 1]` : 'daily.row_id'
  return `${withFacts(report)}, daily AS MATERIALIZED (${sumsOfFacts}${sumsOfPopulation})
    SELECT ${rowId} AS row_id, ${column} AS col, sum(daily.part)::int AS part, sum(daily.whole)::int AS whole,
      count(daily.day)::int AS days, max(daily.day) AS last
    FROM daily GROUP BY daily.row_id, ${COLUMN_POSITION}`
}

/** Where `col` stands in the list of columns of `cellsOf`, counted from 1. */
const COLUMN_POSITION = 2

/** SQL of the column, from 1, to which a row of `daily` belongs. */
function columnOf({ by, columns }: FactsReport, params: SqlParams): string {
  if (columns.length === 0) return '1'
  return by === 'day' ? `width_bucket(daily.day, ${params.add(columns)}::date[])` : 'daily.col'
}

/** The figures of one row in one column; the column is a number from 1, or 0 when the figure is in none. */
type Cell = [column: number, part: number, whole: number, days: number, last: string | null]

/** A row of the report from its cells; its totals are those of the column `total`, or the sum of all. */
function rowOf(
  { columns, total }: Table,
  [id, name, about, cells]: [string, string, string | null, Cell[]],
): ReportRow {
  const row: ReportRow = {
    id,
    name,
    about,
    part: 0,
    whole: 0,
    days: 0,
    last: null,
    parts: columns.map(() => 0),
    wholes: columns.map(() => 0),
  }
  for (const [column, part, whole, days, last] of cells) {
    if (column >= 1 && column <= columns.length) {
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

const NO_COLUMN_NAMES = 'SELECT NULL::int AS col, NULL::text AS name WHERE false'

/** Reads all figures of a report in one statement. */
export async function countReport(
  tx: Tx,
  table: FactsReport | CellsReport,
  params: SqlParams,
): Promise<Pick<Report, 'part' | 'whole' | 'columns' | 'rows'>> {
  const [answer] = await queryFigures<{ rows: Parameters<typeof rowOf>[1][]; names: [column: number, name: string][] }>(
    tx,
    `WITH cells AS MATERIALIZED (${'cells' in table ? table.cells : cellsOf(table, params)}),
     cells_by_row AS (
       SELECT row_id, json_agg(json_build_array(col, part, whole, days, last)) AS cells FROM cells GROUP BY row_id)
     SELECT (SELECT coalesce(json_agg(json_build_array(listed.row_id, listed.name, listed.about,
           coalesce(cells_by_row.cells, '[]')) ORDER BY listed.position, listed.name, listed.row_id), '[]')
         FROM (${table.rows()}) listed LEFT JOIN cells_by_row USING (row_id)) AS rows,
       (SELECT coalesce(json_agg(json_build_array(named.col, named.name)), '[]')
         FROM (${table.columnNames?.() ?? NO_COLUMN_NAMES}) named) AS names`,
    params,
  )
  if (!answer) throw new Error('a report without an answer')
  const names = new Map(answer.names)
  const rows = answer.rows.map((row) => rowOf(table, row))
  return {
    part: sum(rows.map((row) => row.part)),
    whole: sum(rows.map((row) => row.whole)),
    columns: table.columns.map((id, index) => ({
      id,
      name: names.get(index + 1) ?? null,
      part: sum(rows.map(({ parts }) => parts[index] ?? 0)),
      whole: sum(rows.map(({ wholes }) => wholes[index] ?? 0)),
    })),
    rows,
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
 * A member as an array of uuid, first name, last name, groups, part, whole and last. An object's field names would be
 * half of the data for 50,000 members.
 */
type MemberCells = [string, string, string, string[], number, number, string | null]

/** Lists the members behind a report's figures, each with his or her part of the figures. */
export async function countMembers(
  tx: Tx,
  context: { clubId: string; today: string },
  report: FactsReport,
  params: SqlParams,
  { row, page, perPage }: Slice,
): Promise<{ members: ReportMember[]; total: number }> {
  const { only, order = 'name' } = report.members ?? {}
  const { population } = report
  const conditions: string[] = []
  if (row !== undefined)
    conditions.push(
      report.rowIds
        ? `facts.row_id = ${params.add(report.rowIds.indexOf(row))}::int`
        : `facts.row_id::text = ${params.add(row)}`,
    )
  if (report.total !== undefined) conditions.push(`facts.col = ${params.add(report.total)}`)
  const club = params.add(context.clubId)
  const today = `${params.add(context.today)}::date`
  const sumsOfFacts = `SELECT facts.member_id, sum(facts.part)::int AS part, sum(facts.whole)::int AS whole,
      max(facts.day) AS last
    FROM facts ${conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`}
    GROUP BY facts.member_id ${only === 'counted' ? 'HAVING sum(facts.part) > 0' : ''}`
  // with `population`, all members have the same whole: the whole of one row times the number of rows
  const rowCount = population?.rows.filter((id) => row === undefined || id === row).length ?? 0
  const memberSums = population
    ? `SELECT population.member_id, coalesce(sums.part, 0) AS part, constant.whole, sums.last
       FROM (SELECT ${params.add(rowCount * population.whole)}::int AS whole) constant
       JOIN population ON constant.whole > 0
       LEFT JOIN (${sumsOfFacts}) sums ON sums.member_id = population.member_id`
    : sumsOfFacts
  // for all members, looking each one up would take longer than reading all groups of the club
  const onlyShown = perPage === null ? '' : ' AND group_members.member_id IN (SELECT member_id FROM shown)'
  const ordering = `${ordersBeforeName[order]}found.sort_name, found.member_id`
  // without `perPage` the limit is null, which PostgreSQL takes as no limit
  const slice = `LIMIT ${params.add(perPage)} OFFSET ${params.add(page * (perPage ?? 0))}`
  const rows = await queryFigures<{ members: MemberCells[]; total: number }>(
    tx,
    `${withFacts(report)},
     found AS MATERIALIZED (
       SELECT sums.*, club_members.sort_name FROM (${memberSums}) sums
       JOIN club_members ON club_members.club_id = ${club} AND club_members.member_id = sums.member_id),
     shown AS MATERIALIZED (
       SELECT found.*, row_number() OVER (ORDER BY ${ordering}) AS position FROM found ORDER BY position ${slice}),
     groups_of_member AS (
       SELECT group_members.member_id, json_agg(groups.name ORDER BY groups.name) AS names FROM groups
       JOIN group_members ON group_members.client_id = groups.client_id AND group_members.group_id = groups.id
         AND group_members.from_date <= ${today}
         AND (group_members.to_date IS NULL OR group_members.to_date >= ${today})
       WHERE groups.club_id = ${club}${onlyShown} GROUP BY group_members.member_id)
     SELECT (SELECT coalesce(json_agg(json_build_array(members.id, members.firstname, members.lastname,
           coalesce(groups_of_member.names, '[]'), shown.part, shown.whole, shown.last) ORDER BY shown.position), '[]')
       FROM shown JOIN members ON members.id = shown.member_id
       LEFT JOIN groups_of_member ON groups_of_member.member_id = shown.member_id) AS members,
       (SELECT count(*) FROM found) AS total`,
    params,
  )
  const { members, total } = rows[0] ?? { members: [], total: 0 }
  return {
    members: members.map(([uuid, firstname, lastname, groups, part, whole, last]) => ({
      uuid,
      firstname,
      lastname,
      groups,
      part,
      whole,
      last,
    })),
    total,
  }
}
