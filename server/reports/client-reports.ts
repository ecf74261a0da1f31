import type { ClientReportKind } from '#contract/reports/reports.ts'
import { levelsOf } from '#domain/reports/report-nodes.ts'
import type { SqlParams } from '#server/platform/http/sql-params.ts'
import { badgeHandedOver, NO_LEVEL } from './club-reports.ts'
import { wordsIn, type CellsReport } from './count-report.ts'
import type { ClientScope } from './scope.ts'

/** Builds the SQL of a report across a client's clubs. */
type ClientReport = (scope: ClientScope, params: SqlParams) => CellsReport

/** SQL of the client's clubs `cl`, or of the one that the report is filtered by; deleted clubs are left out. */
const clubs = ({ clubId }: ClientScope, params: SqlParams) =>
  `(SELECT * FROM clubs WHERE deleted_at IS NULL${clubId === null ? '' : ` AND id = ${params.add(clubId)}`}) cl`

/** SQL of a table row for each club, also for clubs without any figures. */
const clubRows = (scope: ClientScope, params: SqlParams) =>
  `SELECT cl.id AS row_id, cl.name, NULL::text AS about, 0 AS place FROM ${clubs(scope, params)}`

const emptyReport: CellsReport = {
  cells: 'SELECT NULL::uuid AS row_id, 0 AS col, 0 AS part, 0 AS whole, 0 AS days, NULL::date AS last WHERE false',
  rows: () => 'SELECT NULL::uuid AS row_id, NULL::text AS name, NULL::text AS about, 0 AS place WHERE false',
  columns: [],
}

/** Attendance by club and week: how many of the marked members were present. */
const attendance: ClientReport = (scope, params) => {
  const { from, to, starts } = scope.period
  const ofScheme =
    scope.scheme === null
      ? ''
      : ` AND r.group_id IN (SELECT g.id FROM groups g WHERE g.scheme_id = ${params.add(scope.scheme.id)})`
  return {
    // grouped by day first: the index returns a club's rows in the order of days, so this needs no sorting
    cells: `SELECT cl.id AS row_id, x.* FROM ${clubs(scope, params)} CROSS JOIN LATERAL (
        SELECT width_bucket(d.date, ${params.add(starts)}::date[]) AS col, sum(d.part)::int AS part, sum(d.whole)::int AS whole,
          count(*) AS days, max(d.date) AS last
        FROM (SELECT r.date, count(*) FILTER (WHERE r.present) AS part, count(*) AS whole FROM registers r
          WHERE r.client_id = cl.client_id AND r.club_id = cl.id AND r.present IS NOT NULL
            AND r.date BETWEEN ${params.add(from)} AND ${params.add(to)}${ofScheme} GROUP BY r.date) d GROUP BY 1) x`,
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
  const words = params.add(scope.language)
  return {
    cells: `SELECT cm.club_id AS row_id, coalesce(h.place, 0)::int + 1 AS col, count(h.place) AS part, count(*) AS whole, 0 AS days, NULL::date AS last
      FROM ${clubs(scope, params)} JOIN club_members cm ON cm.client_id = cl.client_id AND cm.club_id = cl.id AND cm.status = 'active'
      JOIN member_schemes ms ON ms.client_id = cm.client_id AND ms.member_id = cm.member_id AND ms.scheme_id = ${scheme}
      LEFT JOIN (SELECT a.member_id, max(o.place) AS place FROM awards a
        JOIN unnest(${params.add(ids)}::text[]) WITH ORDINALITY o (id, place) ON o.id = a.node_id
        WHERE a.scheme_id = ${scheme} AND a.ended_at IS NULL GROUP BY a.member_id) h ON h.member_id = cm.member_id
      GROUP BY 1, 2`,
    rows: () => clubRows(scope, params),
    columns: [NO_LEVEL, ...ids],
    columnNames:
      () => `SELECT o.place::int + 1 AS col, ${wordsIn('n.title', words)} AS name FROM unnest(${params.add(ids)}::text[]) WITH ORDINALITY o (id, place)
      JOIN scheme_nodes n ON n.scheme_id = ${scheme} AND n.id = o.id`,
  }
}

/** How many levels were passed at each club, and for how many of them the badge was not handed over. */
const awards: ClientReport = (scope, params) => {
  const { from, starts } = scope.period
  const ofScheme = scope.scheme === null ? '' : ` AND a.scheme_id = ${params.add(scope.scheme.id)}`
  return {
    cells: `SELECT f.row_id, width_bucket(f.day, ${params.add(starts)}::date[]) AS col, sum(f.part)::int AS part, count(*) AS whole,
        count(DISTINCT f.day) AS days, max(f.day) AS last
      FROM (SELECT cl.id AS row_id, (to_timestamp(a.completed_ts) AT TIME ZONE cl.time_zone)::date AS day, (NOT ${badgeHandedOver})::int AS part
        FROM awards a JOIN club_members cm ON cm.client_id = a.client_id AND cm.member_id = a.member_id AND cm.status = 'active'
        JOIN ${clubs(scope, params)} ON cl.client_id = cm.client_id AND cl.id = cm.club_id
        WHERE a.ended_at IS NULL AND a.completed_ts >= extract(epoch FROM ${params.add(from)}::date)::bigint - 86400
          AND a.completed_ts >= extract(epoch FROM ${params.add(from)}::date::timestamp AT TIME ZONE cl.time_zone)::bigint${ofScheme}) f
      GROUP BY 1, 2`,
    rows: () => clubRows(scope, params),
    columns: starts,
  }
}

/** How many of a club's coaches made marks, in the whole period (column 0) and in each of its columns. */
const adoption: ClientReport = (scope, params) => {
  const { from, to, starts } = scope.period
  const [today, days] = [`${params.add(scope.today)}::date`, `${params.add(starts)}::date[]`]
  const ofScheme = scope.scheme === null ? '' : ` AND a.scheme_id = ${params.add(scope.scheme.id)}`
  return {
    cells: `WITH staff AS MATERIALIZED (SELECT uc.club_id, uc.user_id FROM ${clubs(scope, params)}
        JOIN user_clubs uc ON uc.client_id = cl.client_id AND uc.club_id = cl.id AND uc.from_date <= ${today} AND (uc.to_date IS NULL OR uc.to_date >= ${today})
        JOIN users u ON u.client_id = uc.client_id AND u.id = uc.user_id AND u.type = 'coach' AND u.status = 'current'),
      seen AS MATERIALIZED (SELECT x.* FROM ${clubs(scope, params)} CROSS JOIN LATERAL (
        SELECT a.club_id, a.author_id AS user_id, width_bucket(a.date, ${days}) AS col, max(a.date) AS last FROM assessments a
        WHERE a.client_id = cl.client_id AND a.club_id = cl.id AND a.date BETWEEN ${params.add(from)} AND ${params.add(to)}${ofScheme}
        GROUP BY 1, 2, 3) x),
      active AS (SELECT club_id, coalesce(col, 0) AS col, count(DISTINCT user_id) AS part, max(last) AS last
        FROM staff JOIN seen USING (club_id, user_id) GROUP BY GROUPING SETS ((club_id), (club_id, col)))
      SELECT s.club_id AS row_id, cs.col, coalesce(a.part, 0) AS part, s.whole, 0 AS days, a.last
      FROM (SELECT club_id, count(DISTINCT user_id) AS whole FROM staff GROUP BY club_id) s
      CROSS JOIN generate_series(0, cardinality(${days})) cs (col) LEFT JOIN active a USING (club_id, col)`,
    rows: () => clubRows(scope, params),
    columns: starts,
    total: 0,
  }
}

export const clientReports: Readonly<Record<ClientReportKind, ClientReport>> = { levels, attendance, awards, adoption }
