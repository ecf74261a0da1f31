import type { ClientReportKind } from '#contract/reports/reports.ts'
import { levelsOf } from '#domain/reports/report-nodes.ts'
import type { SqlParams } from '#server/platform/http/sql-params.ts'
import { badgeHandedOver, NO_LEVEL } from './club-reports.ts'
import { wordsIn, type CellsReport } from './count-report.ts'
import type { ClientScope } from './scope.ts'

/** Builds the SQL of a report across a client's clubs; `CellsReport` explains its columns `col`, `part` and `whole`. */
type ClientReport = (scope: ClientScope, params: SqlParams) => CellsReport

/** SQL of the client's clubs, or of the one that the report is filtered by; deleted clubs are left out. */
const filteredClubs = ({ clubId }: ClientScope, params: SqlParams) =>
  `(SELECT * FROM clubs WHERE deleted_at IS NULL${clubId === null ? '' : ` AND id = ${params.add(clubId)}`}) clubs`

/**
 * SQL of a table row for each club, also for clubs without any figures. All have position 0, so they are ordered by
 * name.
 */
const clubRows = (scope: ClientScope, params: SqlParams) =>
  `SELECT clubs.id AS row_id, clubs.name, NULL::text AS about, 0 AS position FROM ${filteredClubs(scope, params)}`

/** SQL condition, beginning with AND, that a column is the id of the filtered scheme. */
const inScheme = ({ scheme }: ClientScope, params: SqlParams, column: string) =>
  scheme === null ? '' : ` AND ${column} = ${params.add(scheme.id)}`

const emptyReport: CellsReport = {
  cells: 'SELECT NULL::uuid AS row_id, 0 AS col, 0 AS part, 0 AS whole, 0 AS days, NULL::date AS last WHERE false',
  rows: () => 'SELECT NULL::uuid AS row_id, NULL::text AS name, NULL::text AS about, 0 AS position WHERE false',
  columns: [],
}

/** Attendance by club and week: how many of the marked members were present. */
const attendance: ClientReport = (scope, params) => {
  const { from, to, starts } = scope.period
  const ofScheme =
    scope.scheme === null
      ? ''
      : ` AND registers.group_id IN (
          SELECT groups.id FROM groups WHERE groups.scheme_id = ${params.add(scope.scheme.id)})`
  return {
    // grouped by day first: the index returns a club's rows in the order of days, so this needs no sorting
    cells: `SELECT clubs.id AS row_id, sums.* FROM ${filteredClubs(scope, params)} CROSS JOIN LATERAL (
        SELECT width_bucket(daily.date, ${params.add(starts)}::date[]) AS col, sum(daily.part)::int AS part,
          sum(daily.whole)::int AS whole, count(*) AS days, max(daily.date) AS last
        FROM (
          SELECT registers.date, count(*) FILTER (WHERE registers.present) AS part, count(*) AS whole FROM registers
          WHERE registers.client_id = clubs.client_id AND registers.club_id = clubs.id
            AND registers.present IS NOT NULL
            AND registers.date BETWEEN ${params.add(from)} AND ${params.add(to)}${ofScheme}
          GROUP BY registers.date) daily
        GROUP BY 1) sums`,
    rows: () => clubRows(scope, params),
    columns: starts,
  }
}

/** How many members of each club are at which level of a scheme, by the last level that they passed. */
const levels: ClientReport = (scope, params) => {
  const { main } = scope
  if (!main) return emptyReport
  const ids = levelsOf(main.scheme)
  const scheme = params.add(main.id)
  const languageParam = params.add(scope.language)
  return {
    // column 1 is of members who passed no level; a passed level's column is its position in the tree, plus 1
    cells: `SELECT club_members.club_id AS row_id, coalesce(highest.position, 0)::int + 1 AS col,
        count(highest.position) AS part, count(*) AS whole, 0 AS days, NULL::date AS last
      FROM ${filteredClubs(scope, params)}
      JOIN club_members ON club_members.client_id = clubs.client_id AND club_members.club_id = clubs.id
        AND club_members.status = 'active'
      JOIN member_schemes ON member_schemes.client_id = club_members.client_id
        AND member_schemes.member_id = club_members.member_id AND member_schemes.scheme_id = ${scheme}
      LEFT JOIN (
        SELECT awards.member_id, max(level.position) AS position FROM awards
        JOIN unnest(${params.add(ids)}::text[]) WITH ORDINALITY level (id, position) ON level.id = awards.node_id
        WHERE awards.scheme_id = ${scheme} AND awards.ended_at IS NULL
        GROUP BY awards.member_id) highest ON highest.member_id = club_members.member_id
      GROUP BY 1, 2`,
    rows: () => clubRows(scope, params),
    columns: [NO_LEVEL, ...ids],
    columnNames: () => `SELECT level.position::int + 1 AS col, ${wordsIn('scheme_nodes.title', languageParam)} AS name
      FROM unnest(${params.add(ids)}::text[]) WITH ORDINALITY level (id, position)
      JOIN scheme_nodes ON scheme_nodes.scheme_id = ${scheme} AND scheme_nodes.id = level.id`,
  }
}

/** How many levels were passed at each club, and for how many of them the badge was not handed over. */
const awards: ClientReport = (scope, params) => {
  const { from, starts } = scope.period
  const ofScheme = inScheme(scope, params, 'awards.scheme_id')
  return {
    // `part` counts the badges to order. Of the two conditions on the time the first bounds the index (a day earlier
    // than in any time zone); the second one is exact.
    cells: `SELECT passed.row_id, width_bucket(passed.day, ${params.add(starts)}::date[]) AS col,
        sum(passed.part)::int AS part, count(*) AS whole, count(DISTINCT passed.day) AS days, max(passed.day) AS last
      FROM (
        SELECT clubs.id AS row_id, (to_timestamp(awards.completed_ts) AT TIME ZONE clubs.time_zone)::date AS day,
          (NOT ${badgeHandedOver})::int AS part
        FROM awards
        JOIN club_members ON club_members.client_id = awards.client_id AND club_members.member_id = awards.member_id
          AND club_members.status = 'active'
        JOIN ${filteredClubs(scope, params)} ON clubs.client_id = club_members.client_id
          AND clubs.id = club_members.club_id
        WHERE awards.ended_at IS NULL
          AND awards.completed_ts >= extract(epoch FROM ${params.add(from)}::date)::bigint - 86400
          AND awards.completed_ts
            >= extract(epoch FROM ${params.add(from)}::date::timestamp AT TIME ZONE clubs.time_zone)::bigint${ofScheme}
        ) passed
      GROUP BY 1, 2`,
    rows: () => clubRows(scope, params),
    columns: starts,
  }
}

/** How many of a club's present coaches made marks, in the whole period (column 0) and in each of its columns. */
const adoption: ClientReport = (scope, params) => {
  const { from, to, starts } = scope.period
  const today = `${params.add(scope.today)}::date`
  const firstDays = `${params.add(starts)}::date[]`
  const ofScheme = inScheme(scope, params, 'assessments.scheme_id')
  return {
    cells: `WITH staff AS MATERIALIZED (
        SELECT user_clubs.club_id, user_clubs.user_id FROM ${filteredClubs(scope, params)}
        JOIN user_clubs ON user_clubs.client_id = clubs.client_id AND user_clubs.club_id = clubs.id
          AND user_clubs.from_date <= ${today} AND (user_clubs.to_date IS NULL OR user_clubs.to_date >= ${today})
        JOIN users ON users.client_id = user_clubs.client_id AND users.id = user_clubs.user_id
          AND users.type = 'coach' AND users.status = 'current'),
      -- the coaches who made marks, by club and column
      markers AS MATERIALIZED (
        SELECT marks.* FROM ${filteredClubs(scope, params)} CROSS JOIN LATERAL (
          SELECT assessments.club_id, assessments.author_id AS user_id,
            width_bucket(assessments.date, ${firstDays}) AS col, max(assessments.date) AS last
          FROM assessments WHERE assessments.client_id = clubs.client_id AND assessments.club_id = clubs.id
            AND assessments.date BETWEEN ${params.add(from)} AND ${params.add(to)}${ofScheme}
          GROUP BY 1, 2, 3) marks),
      -- with a row for each column, and one for the whole period, whose col is null
      active AS (
        SELECT club_id, coalesce(col, 0) AS col, count(DISTINCT user_id) AS part, max(last) AS last
        FROM staff JOIN markers USING (club_id, user_id) GROUP BY GROUPING SETS ((club_id), (club_id, col)))
      SELECT coaches.club_id AS row_id, numbers.col, coalesce(active.part, 0) AS part, coaches.whole, 0 AS days,
        active.last
      FROM (SELECT club_id, count(DISTINCT user_id) AS whole FROM staff GROUP BY club_id) coaches
      CROSS JOIN generate_series(0, cardinality(${firstDays})) numbers (col)
      LEFT JOIN active USING (club_id, col)`,
    rows: () => clubRows(scope, params),
    columns: starts,
    total: 0,
  }
}

export const clientReports: Readonly<Record<ClientReportKind, ClientReport>> = { levels, attendance, awards, adoption }
