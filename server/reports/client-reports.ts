import type { ClientReportKind } from '#contract/reports/reports.ts'
import { awardStands } from '#server/assessment/awards/parents-awards.ts'
import { hasMarks } from '#server/members/lock-member-schemes.ts'
import { badgeHandedOver, byCoach } from './club-reports.ts'
import type { CellsReport } from './count-report.ts'
import { wordsIn } from '#server/platform/sql/words-in.ts'

/** The parameters of all statements across clubs: the club that the report is filtered by, or null for all. */
const CLUB = '$2::uuid'
/** The scheme that the report is filtered by; null for all schemes. */
const SCHEME = '$3::uuid'
const FROM = '$4::date'
const TO = '$5::date'
const TODAY = '$6::date'
/** The first days of the columns. */
const STARTS = '$7::date[]'
const LANGUAGE = '$8::text'
/** The scheme of a report about one, and the ids of its levels. */
const MAIN = '$9::uuid'
const LEVELS = '$10::text[]'

/** SQL that names all parameters, because PostgreSQL refuses a parameter that the statement does not name. */
export const CLIENT_SCOPE = `SELECT ${CLUB} IS NULL, ${SCHEME} IS NULL, ${FROM}, ${TO}, ${TODAY}, ${STARTS}, ${LANGUAGE},
  ${MAIN} IS NULL, ${LEVELS}`

/** SQL of the client's clubs, or of the one that the report is filtered by; deleted clubs are left out. */
const filteredClubs = `(SELECT * FROM clubs WHERE client_id = $1 AND deleted_at IS NULL
  AND (${CLUB} IS NULL OR id = ${CLUB})) clubs`

/**
 * SQL of a table row for each club, also for clubs without any figures. All have position 0, so they are ordered by
 * name.
 */
const rows = `SELECT clubs.id AS row_id, clubs.name, NULL::text AS about, 0 AS position FROM ${filteredClubs}`

/** SQL condition, beginning with AND, that a column is the id of the filtered scheme. */
const inScheme = (column: string) => ` AND (${SCHEME} IS NULL OR ${column} = ${SCHEME})`

/** Attendance by club and week: how many of the marked members were present. */
const attendance: CellsReport = {
  // grouped by day first: the index returns a club's rows in the order of days, so this needs no sorting
  cells: `SELECT clubs.id AS row_id, sums.* FROM ${filteredClubs} CROSS JOIN LATERAL (
        SELECT width_bucket(daily.date, ${STARTS}) AS col, sum(daily.part)::int AS part,
          sum(daily.whole)::int AS whole, count(*) AS days, max(daily.date) AS last
        FROM (
          SELECT registers.date, count(*) FILTER (WHERE registers.present) AS part, count(*) AS whole FROM registers
          WHERE registers.client_id = clubs.client_id AND registers.club_id = clubs.id
            AND registers.present IS NOT NULL
            AND registers.date BETWEEN ${FROM} AND ${TO}
            AND (${SCHEME} IS NULL OR registers.group_id IN (
              SELECT groups.id FROM groups WHERE groups.client_id = $1 AND groups.scheme_id = ${SCHEME}))
          GROUP BY registers.date) daily
        GROUP BY 1) sums`,
  rows,
}

/** How many members of each club are at which level of a scheme, by the last level that they passed. */
const levels: CellsReport = {
  // column 1 is of members who passed no level; a passed level's column is its position in the tree, plus 1
  cells: `SELECT club_members.club_id AS row_id, coalesce(highest.position, 0)::int + 1 AS col,
        count(highest.position) AS part, count(*) AS whole, 0 AS days, NULL::date AS last
      FROM ${filteredClubs}
      JOIN club_members ON club_members.client_id = clubs.client_id AND club_members.club_id = clubs.id
        AND club_members.status = 'active'
      JOIN member_schemes ON member_schemes.client_id = club_members.client_id
        AND member_schemes.member_id = club_members.member_id AND member_schemes.scheme_id = ${MAIN}
      LEFT JOIN (
        SELECT awards.member_id, max(level.position) AS position FROM awards
        JOIN unnest(${LEVELS}) WITH ORDINALITY level (id, position) ON level.id = awards.node_id
        WHERE awards.client_id = $1 AND awards.scheme_id = ${MAIN} AND awards.ended_at IS NULL
        GROUP BY awards.member_id) highest ON highest.member_id = club_members.member_id
      -- who has passed a level has marks
      WHERE highest.member_id IS NOT NULL OR ${hasMarks('club_members.member_id', MAIN)}
      GROUP BY 1, 2`,
  rows,
  columnNames: `SELECT level.position::int + 1 AS col, ${wordsIn('scheme_nodes.title', LANGUAGE)} AS name
      FROM unnest(${LEVELS}) WITH ORDINALITY level (id, position)
      JOIN scheme_nodes ON scheme_nodes.client_id = $1 AND scheme_nodes.scheme_id = ${MAIN} AND scheme_nodes.id = level.id`,
}

/** How many levels were passed at each club, and for how many of them the badge was not handed over. */
const awards: CellsReport = {
  // `part` counts the badges to order. Of the two conditions on the time the first bounds the index (a day earlier
  // than in any time zone); the second one is exact.
  cells: `SELECT passed.row_id, width_bucket(passed.day, ${STARTS}) AS col,
        sum(passed.part)::int AS part, count(*) AS whole, count(DISTINCT passed.day) AS days, max(passed.day) AS last
      FROM (
        SELECT clubs.id AS row_id, (to_timestamp(awards.completed_ts) AT TIME ZONE clubs.time_zone)::date AS day,
          (NOT ${badgeHandedOver})::int AS part
        FROM awards
        JOIN club_members ON club_members.client_id = awards.client_id AND club_members.member_id = awards.member_id
          AND club_members.status = 'active'
        JOIN ${filteredClubs} ON clubs.client_id = club_members.client_id
          AND clubs.id = club_members.club_id
        WHERE awards.client_id = $1 AND ${awardStands('awards')}
          AND awards.completed_ts >= extract(epoch FROM ${FROM})::bigint - 86400
          AND awards.completed_ts
            >= extract(epoch FROM ${FROM}::timestamp AT TIME ZONE clubs.time_zone)::bigint${inScheme('awards.scheme_id')}
        ) passed
      GROUP BY 1, 2`,
  rows,
}

/** How many of a club's present coaches made marks, in the whole period (column 0) and in each of its columns. */
const adoption: CellsReport = {
  cells: `WITH staff AS MATERIALIZED (
        SELECT user_clubs.club_id, user_clubs.user_id FROM ${filteredClubs}
        JOIN user_clubs ON user_clubs.client_id = clubs.client_id AND user_clubs.club_id = clubs.id
          AND user_clubs.from_date <= ${TODAY} AND (user_clubs.to_date IS NULL OR user_clubs.to_date >= ${TODAY})
        JOIN users ON users.client_id = user_clubs.client_id AND users.id = user_clubs.user_id
          AND users.type = 'coach' AND users.status = 'current'),
      -- the coaches who made marks, by club and column
      markers AS MATERIALIZED (
        SELECT marks.* FROM ${filteredClubs} CROSS JOIN LATERAL (
          SELECT assessments.club_id, assessments.author_id AS user_id,
            width_bucket(assessments.date, ${STARTS}) AS col, max(assessments.date) AS last
          FROM assessments WHERE assessments.client_id = clubs.client_id AND assessments.club_id = clubs.id
            AND assessments.date BETWEEN ${FROM} AND ${TO}${byCoach}${inScheme('assessments.scheme_id')}
          GROUP BY 1, 2, 3) marks),
      -- with a row for each column, and one for the whole period, whose col is null
      active AS (
        SELECT club_id, coalesce(col, 0) AS col, count(DISTINCT user_id) AS part, max(last) AS last
        FROM staff JOIN markers USING (club_id, user_id) GROUP BY GROUPING SETS ((club_id), (club_id, col)))
      SELECT coaches.club_id AS row_id, numbers.col, coalesce(active.part, 0) AS part, coaches.whole, 0 AS days,
        active.last
      FROM (SELECT club_id, count(DISTINCT user_id) AS whole FROM staff GROUP BY club_id) coaches
      CROSS JOIN generate_series(0, cardinality(${STARTS})) numbers (col)
      LEFT JOIN active USING (club_id, col)`,
  rows,
}

export const clientReports: Readonly<Record<ClientReportKind, CellsReport>> = { levels, attendance, awards, adoption }
