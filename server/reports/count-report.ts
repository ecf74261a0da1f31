import type { QueryResultRow } from 'pg'
import type { Report, ReportMember, ReportRow } from '#contract/reports/reports.ts'
import { SqlParams } from '#server/platform/http/sql-params.ts'
import { withoutJit, type Tx } from '#server/platform/tenancy.ts'

/** The rows and columns of a report's table. */
interface Table {
  /**
   * SQL of the table's rows (row_id, name, about, place); it may read `cells`. It is a function, because it adds
   * parameters, and every parameter must be used in the statement.
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
  /** SQL of the facts (member_id, row_id, day, part, whole), with `col`, from 1, if `by` is `named`. */
  facts: string
  /**
   * SQL of members who count in each of these rows with `whole`, even without facts. Facts may read them as
   * `everybody`.
   */
  everybody?: { members: string; rows: readonly string[]; whole: number }
  /**
   * Ids of the rows, if the facts' `row_id` is an index of this list, from 0: grouping by numbers is faster than by
   * texts.
   */
  rowIds?: readonly string[]
  /** `days`: a fact belongs to the last column that began on or before its day; `named`: the fact has a `col`. */
  by: 'days' | 'named'
  /** Which members are listed for a row: all, or only those with a `part`; by name, or the smallest share first. */
  members?: { only?: 'counted'; order?: 'share' }
}

/** A report across clubs, whose facts are added up in the database club by club. */
export interface CellsReport extends Table {
  /** SQL of the cells (row_id, col, part, whole, days, last). */
  cells: string
}

/** SQL of a title or name in a language, or else in any. */
export const wordsIn = (words: string, language: string) =>
  `coalesce(${words} ->> ${language}, (SELECT min(value) FROM jsonb_each_text(${words})))`

/** SQL of the WITH clause that every statement over facts begins with. */
const withFacts = ({ everybody, facts }: FactsReport) =>
  `WITH ${everybody ? `everybody AS MATERIALIZED (${everybody.members}),` : ''} facts AS (${facts})`

/** Runs a statement with the settings for large sums (`withoutJit`). */
async function count<Row extends QueryResultRow>(tx: Tx, sql: string, params: SqlParams): Promise<Row[]> {
  const [, { rows }] = await Promise.all([withoutJit(tx), tx.query<Row>(sql, params.values)])
  return rows
}

/** SQL of the cells of a report from facts: facts are added up by row and day, and these sums by column. */
function cellsOf(counted: FactsReport, params: SqlParams): string {
  const { by, everybody, rowIds, columns } = counted
  const named = by === 'named' ? ', f.col' : ''
  const column =
    columns.length === 0 ? '1' : by === 'days' ? `width_bucket(f.day, ${params.add(columns)}::date[])` : 'f.col'
  return `${withFacts(counted)}, daily AS MATERIALIZED (SELECT f.row_id, f.day${named}, sum(f.part)::int AS part, sum(f.whole)::int AS whole
      FROM facts f GROUP BY f.row_id, f.day${named}${
        everybody
          ? ` UNION ALL SELECT row_id, NULL, 0, ${params.add(everybody.whole)}::int * (SELECT count(*) FROM everybody)::int FROM unnest(${params.add(everybody.rows)}::text[]) row_id`
          : ''
      })
    SELECT ${rowIds ? `(${params.add(rowIds)}::text[])[f.row_id + 1]` : 'f.row_id'} AS row_id, ${column} AS col,
      sum(f.part)::int AS part, sum(f.whole)::int AS whole, count(f.day)::int AS days, max(f.day) AS last
    FROM daily f GROUP BY f.row_id, 2`
}

/** The figures of one row in one column. */
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

/** Reads all figures of a report in one statement. */
export async function countReport(
  tx: Tx,
  table: FactsReport | CellsReport,
  params: SqlParams,
): Promise<Pick<Report, 'part' | 'whole' | 'columns' | 'rows'>> {
  const [found] = await count<{ rows: Parameters<typeof rowOf>[1][]; names: [column: number, name: string][] }>(
    tx,
    `WITH cells AS MATERIALIZED (${'cells' in table ? table.cells : cellsOf(table, params)}),
     spread AS (SELECT row_id, json_agg(json_build_array(col, part, whole, days, last)) AS cells FROM cells GROUP BY row_id)
     SELECT (SELECT coalesce(json_agg(json_build_array(n.row_id, n.name, n.about, coalesce(x.cells, '[]')) ORDER BY n.place, n.name, n.row_id), '[]')
         FROM (${table.rows()}) n LEFT JOIN spread x USING (row_id)) AS rows,
       (SELECT coalesce(json_agg(json_build_array(w.col, w.name)), '[]')
         FROM (${table.columnNames?.() ?? 'SELECT NULL::int AS col, NULL::text AS name WHERE false'}) w) AS names`,
    params,
  )
  if (!found) throw new Error('a report without an answer')
  const names = new Map(found.names)
  const rows = found.rows.map((row) => rowOf(table, row))
  return {
    part: sum(rows.map((row) => row.part)),
    whole: sum(rows.map((row) => row.whole)),
    columns: table.columns.map((id, k) => ({
      id,
      name: names.get(k + 1) ?? null,
      part: sum(rows.map(({ parts }) => parts[k] ?? 0)),
      whole: sum(rows.map(({ wholes }) => wholes[k] ?? 0)),
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

const orders = { name: '', share: 's.part::real / nullif(s.whole, 0), ' }

/**
 * A member as an array of uuid, first name, last name, groups, part, whole and last. An object's field names would be
 * half of the data for 50,000 members.
 */
type MemberCells = [string, string, string, string[], number, number, string | null]

/** Lists the members behind a report's figures, each with the own part of the figures. */
export async function countMembers(
  tx: Tx,
  context: { clubId: string; today: string },
  counted: FactsReport,
  params: SqlParams,
  { row, page, perPage }: Slice,
): Promise<{ members: ReportMember[]; total: number }> {
  const { only, order = 'name' } = counted.members ?? {}
  const { everybody } = counted
  const where = [
    ...(row === undefined
      ? []
      : counted.rowIds
        ? [`f.row_id = ${params.add(counted.rowIds.indexOf(row))}::int`]
        : [`f.row_id::text = ${params.add(row)}`]),
    ...(counted.total === undefined ? [] : [`f.col = ${params.add(counted.total)}`]),
  ]
  const club = params.add(context.clubId)
  const today = `${params.add(context.today)}::date`
  const sums = `SELECT f.member_id, sum(f.part)::int AS part, sum(f.whole)::int AS whole, max(f.day) AS last FROM facts f
    ${where.length === 0 ? '' : `WHERE ${where.join(' AND ')}`} GROUP BY f.member_id ${only === 'counted' ? 'HAVING sum(f.part) > 0' : ''}`
  const rowCount = everybody?.rows.filter((id) => row === undefined || id === row).length ?? 0
  const memberSums = everybody
    ? `SELECT e.member_id, coalesce(f.part, 0) AS part, w.whole, f.last FROM (SELECT ${params.add(rowCount * everybody.whole)}::int AS whole) w
       JOIN everybody e ON w.whole > 0 LEFT JOIN (${sums}) f ON f.member_id = e.member_id`
    : sums
  // for all members, looking each one up would take longer than reading all groups of the club
  const onlyShown = perPage === null ? '' : ' AND gm.member_id IN (SELECT member_id FROM shown)'
  const ordering = `${orders[order]}s.sort_name, s.member_id`
  const rows = await count<{ members: MemberCells[]; total: number }>(
    tx,
    `${withFacts(counted)},
     found AS MATERIALIZED (SELECT f.*, cm.sort_name FROM (${memberSums}) f
       JOIN club_members cm ON cm.club_id = ${club} AND cm.member_id = f.member_id),
     shown AS MATERIALIZED (SELECT s.*, row_number() OVER (ORDER BY ${ordering}) AS place FROM found s ORDER BY place LIMIT ${params.add(perPage)} OFFSET ${params.add(page * (perPage ?? 0))}),
     placed AS (SELECT gm.member_id, json_agg(g.name ORDER BY g.name) AS groups FROM groups g
       JOIN group_members gm ON gm.client_id = g.client_id AND gm.group_id = g.id AND gm.from_date <= ${today} AND (gm.to_date IS NULL OR gm.to_date >= ${today})
       WHERE g.club_id = ${club}${onlyShown} GROUP BY gm.member_id)
     SELECT (SELECT coalesce(json_agg(json_build_array(m.id, m.firstname, m.lastname, coalesce(p.groups, '[]'), s.part, s.whole, s.last) ORDER BY s.place), '[]')
       FROM shown s JOIN members m ON m.id = s.member_id LEFT JOIN placed p ON p.member_id = s.member_id) AS members,
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
