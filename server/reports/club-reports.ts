import type { ClubReportKind } from '#contract/reports/reports.ts'
import { UNASSESSED_DAYS } from '#domain/assessment/group-alerts.ts'
import { levelsOf, percentageNodes } from '#domain/reports/report-nodes.ts'
import { snapshotDays } from '#domain/reports/report-period.ts'
import type { SqlParams } from '#server/platform/http/sql-params.ts'
import { wordsIn, type FactsReport } from './count-report.ts'
import type { ClubScope, ReportScheme } from './scope.ts'

/**
 * Builds the SQL of a report about one club; `FactsReport` explains its columns `row_id`, `day`, `part` and `whole`.
 * `params.add` stores a value for the statement and returns its placeholder, such as `$3`.
 */
type ClubReport = (scope: ClubScope, params: SqlParams) => FactsReport

/** SQL condition: the member of the row of `group_members` is in the group today. */
const isInGroup = (today: string) => `group_members.from_date <= ${today}
  AND (group_members.to_date IS NULL OR group_members.to_date >= ${today})`

/**
 * SQL condition, beginning with AND, that the column `group` is one of the scope's groups and belongs to the filtered scheme.
 */
function inGroups({ context, groupIds, scheme }: ClubScope, params: SqlParams, group: string): string {
  const ofGroup = groupIds === null ? '' : ` AND ${group} = ANY(${params.add(groupIds)})`
  const ofScheme =
    scheme === null
      ? ''
      : ` AND ${group} IN (SELECT groups.id FROM groups
        WHERE groups.club_id = ${params.add(context.clubId)} AND groups.scheme_id = ${params.add(scheme.id)})`
  return ofGroup + ofScheme
}

/** SQL of the club's active members, as `club_members`, or of those in the scope's groups. */
function activeMembers({ context, groupIds }: ClubScope, params: SqlParams): string {
  // a function, because a parameter that the statement does not use would be refused
  const today = () => `${params.add(context.today)}::date`
  const inGroup =
    groupIds === null
      ? ''
      : ` AND EXISTS (SELECT FROM group_members
        WHERE group_members.client_id = club_members.client_id AND group_members.member_id = club_members.member_id
          AND group_members.group_id = ANY(${params.add(groupIds)}) AND ${isInGroup(today())})`
  return `(SELECT club_members.client_id, club_members.member_id FROM club_members
    WHERE club_members.club_id = ${params.add(context.clubId)}
      AND club_members.status = 'active'${inGroup}) club_members`
}

/**
 * SQL of the active members who learn by a scheme: those who have marks in it or are in a group that follows it; where the
 * scope has groups, the members of these groups. `scheme` is the parameter with the scheme's id.
 */
function learners(scope: ClubScope, params: SqlParams, scheme: string): string {
  const { context, groupIds } = scope
  const club = params.add(context.clubId)
  const today = `${params.add(context.today)}::date`
  const inGroupsWhere = (condition: string) => `club_members.member_id IN (SELECT group_members.member_id FROM groups
    JOIN group_members ON group_members.client_id = groups.client_id AND group_members.group_id = groups.id
      AND ${isInGroup(today)} WHERE groups.club_id = ${club} AND ${condition})`
  const learns =
    groupIds === null
      ? `(club_members.member_id IN (SELECT member_schemes.member_id FROM member_schemes
        WHERE member_schemes.scheme_id = ${scheme}) OR ${inGroupsWhere(`groups.scheme_id = ${scheme}`)})`
      : inGroupsWhere(`groups.id = ANY(${params.add(groupIds)})`)
  // IN instead of a join, because the planner would look up every member of the join by index
  return `SELECT club_members.member_id FROM club_members
    WHERE club_members.club_id = ${club} AND club_members.status = 'active' AND ${learns}`
}

/** SQL of table rows for the groups of the club that have figures, with their coaches. */
function groupRows({ context }: ClubScope, params: SqlParams): string {
  const today = `${params.add(context.today)}::date`
  return `SELECT groups.id AS row_id, groups.name,
    (SELECT string_agg(users.firstname || ' ' || users.lastname, ', ' ORDER BY users.lastname)
      FROM group_coaches JOIN users ON users.client_id = group_coaches.client_id AND users.id = group_coaches.user_id
      WHERE group_coaches.client_id = groups.client_id AND group_coaches.group_id = groups.id
        AND group_coaches.from_date <= ${today}
        AND (group_coaches.to_date IS NULL OR group_coaches.to_date >= ${today})) AS about,
      0 AS position
    FROM groups WHERE groups.club_id = ${params.add(context.clubId)} AND groups.id IN (SELECT row_id FROM cells)`
}

/** SQL of table rows for all nodes that have figures, by scheme and in the order of its tree. */
function nodeRows({ language }: ClubScope, params: SqlParams): string {
  const languageParam = params.add(language)
  return `SELECT schemes.slug || scheme_nodes.id AS row_id,
      ${wordsIn('scheme_nodes.title', languageParam)} AS name, ${wordsIn('schemes.name', languageParam)} AS about,
      row_number() OVER (ORDER BY schemes.slug, scheme_nodes.position) AS position
    FROM schemes JOIN scheme_nodes ON scheme_nodes.client_id = schemes.client_id
      AND scheme_nodes.scheme_id = schemes.id WHERE schemes.slug || scheme_nodes.id IN (SELECT row_id FROM cells)`
}

/** SQL of table rows for these nodes of one scheme, in this order. */
function rowsOfNodes({ id }: ReportScheme, nodes: readonly string[], language: string, params: SqlParams): string {
  const languageParam = params.add(language)
  return `SELECT scheme_nodes.id AS row_id, ${wordsIn('scheme_nodes.title', languageParam)} AS name,
      NULL::text AS about, listed.position
    FROM unnest(${params.add(nodes)}::text[]) WITH ORDINALITY listed (id, position)
      JOIN scheme_nodes ON scheme_nodes.scheme_id = ${params.add(id)} AND scheme_nodes.id = listed.id`
}

/** The id of the row of members who have passed no level. It cannot be a node's id, which begins with a slash. */
export const NO_LEVEL = 'none'

const emptyReport: FactsReport = {
  facts:
    'SELECT NULL::uuid AS member_id, NULL::text AS row_id, NULL::date AS day, 0 AS part, 0 AS whole, 1 AS col WHERE false',
  rows: () => 'SELECT NULL::text AS row_id, NULL::text AS name, NULL::text AS about, 0 AS position WHERE false',
  columns: [],
  by: 'column',
}

/** Attendance by group and week: how many of the marked members were present [9.18]. */
const attendance: ClubReport = (scope, params) => ({
  facts: `SELECT registers.member_id, registers.group_id AS row_id, registers.date AS day,
    registers.present::int AS part, 1 AS whole FROM registers
    WHERE registers.club_id = ${params.add(scope.context.clubId)} AND registers.present IS NOT NULL
      AND registers.date BETWEEN ${params.add(scope.period.from)} AND ${params.add(scope.period.to)}
      ${inGroups(scope, params, 'registers.group_id')}`,
  rows: () => groupRows(scope, params),
  columns: scope.period.starts,
  by: 'day',
  members: { order: 'share' },
})

/**
 * The mean percentage of starred nodes over all members [3.13], [9.26]. Percentages of skill groups and levels are
 * those of the engine; that of a skill is its grade as a share of the pass point, at most 100.
 */
const percentage: ClubReport = (scope, params) => {
  const { main } = scope
  const nodes = main ? percentageNodes(main.scheme) : []
  if (!main || nodes.length === 0) return emptyReport
  const isSkill = (id: string) => main.scheme.skill[main.scheme.index.get(id) ?? -1] === 1
  const scheme = params.add(main.id)
  const skills = nodes.filter(isSkill)
  const others = nodes.filter((id) => !isSkill(id))
  const factsOf = (nodeIds: readonly string[], table: 'progress' | 'results', percent: string) =>
    nodeIds.length === 0
      ? []
      : `SELECT population.member_id, stored.node_id AS row_id, NULL::date AS day, ${percent}::int AS part, 0 AS whole
        FROM population
         JOIN ${table} stored ON stored.member_id = population.member_id AND stored.scheme_id = ${scheme}
           AND stored.node_id = ANY(${params.add(nodeIds)})`
  return {
    // a member without a row for a node counts with 0 of 100
    population: { members: learners(scope, params, scheme), rows: nodes, whole: 100 },
    facts: [
      factsOf(others, 'progress', 'stored.percent'),
      // 100 * grade / pass point, rounded with integers, because decimals would take as long as the rest of the query
      factsOf(
        skills,
        'results',
        `coalesce(
          (200 * least(greatest(stored.grade, 0), stored.pass) + stored.pass) / nullif(2 * stored.pass, 0), 0)`,
      ),
    ]
      .flat()
      .join(' UNION ALL '),
    rows: () => rowsOfNodes(main, nodes, scope.language, params),
    columns: [],
    by: 'day',
    members: { order: 'share' },
  }
}

/**
 * How many members were at which level at the end of each month, and are today, by the last passed level in the tree.
 */
const levels: ClubReport = (scope, params) => {
  const { main, context } = scope
  if (!main) return emptyReport
  const ids = levelsOf(main.scheme)
  const days = snapshotDays(context.today, scope.months)
  const scheme = params.add(main.id)
  const zone = params.add(context.timeZone)
  // SQL conditions that an award stood at the end of each of these days. Awards that stand now count for today even if
  // a fast clock dated them later.
  const stoodConditions = days.map((day, index) =>
    index === days.length - 1
      ? 'award.ended_at IS NULL'
      : `award.began < ${params.add(day)}::date + 1
          AND (award.ended IS NULL OR award.ended >= ${params.add(day)}::date + 1)`,
  )
  const lastPositions = stoodConditions.map((stood) => `coalesce(max(award.position) FILTER (WHERE ${stood}), 0)::int`)
  return {
    // `positions` has, for each day, the position of the member's last passed level, 0 without any; each becomes a fact
    // in the column of its day. OFFSET 0 keeps the planner from dissolving the inner query
    facts: `SELECT learner.member_id, snapshot.position AS row_id, NULL::date AS day, 1 AS part, 1 AS whole,
        snapshot.col::int AS col
      FROM (${learners(scope, params, scheme)}) learner
      CROSS JOIN LATERAL (
        SELECT ARRAY[${lastPositions.join(', ')}] AS positions
        FROM (
          SELECT awards.ended_at, level.position, to_timestamp(awards.completed_ts) AT TIME ZONE ${zone} AS began,
            awards.ended_at AT TIME ZONE ${zone} AS ended
          FROM awards
          JOIN unnest(${params.add(ids)}::text[]) WITH ORDINALITY level (id, position) ON level.id = awards.node_id
          WHERE awards.member_id = learner.member_id AND awards.scheme_id = ${scheme} OFFSET 0) award) passed
      CROSS JOIN LATERAL unnest(passed.positions) WITH ORDINALITY snapshot (position, col)`,
    rowIds: [NO_LEVEL, ...ids],
    rows: () =>
      `SELECT '${NO_LEVEL}' AS row_id, '' AS name, NULL::text AS about, 0 AS position
       UNION ALL ${rowsOfNodes(main, ids, scope.language, params)}`,
    columns: days,
    by: 'column',
    total: days.length,
  }
}

/** SQL condition: the badge of the award `awards` was handed over. */
export const badgeHandedOver = `EXISTS (SELECT FROM registers
  WHERE registers.client_id = awards.client_id AND registers.member_id = awards.member_id
  AND registers.scheme_id = awards.scheme_id AND registers.node_id = awards.node_id AND registers.kind = 'badge'
    AND registers.value = 'true')`

/** Badges to order: how many of the levels passed in the period have no badge handed over. */
const awards: ClubReport = (scope, params) => {
  const zone = params.add(scope.context.timeZone)
  const startOf = (day: string) =>
    `extract(epoch FROM ${params.add(day)}::date::timestamp AT TIME ZONE ${zone})::bigint`
  const ofScheme = scope.scheme === null ? '' : ` AND awards.scheme_id = ${params.add(scope.scheme.id)}`
  return {
    facts: `SELECT awards.member_id, schemes.slug || awards.node_id AS row_id,
      (to_timestamp(awards.completed_ts) AT TIME ZONE ${zone})::date AS day, (NOT ${badgeHandedOver})::int AS part,
      1 AS whole
      FROM awards JOIN schemes ON schemes.client_id = awards.client_id AND schemes.id = awards.scheme_id
      JOIN ${activeMembers(scope, params)} ON club_members.member_id = awards.member_id
      WHERE awards.ended_at IS NULL AND awards.completed_ts >= ${startOf(scope.period.from)}${ofScheme}`,
    rows: () => nodeRows(scope, params),
    columns: scope.period.starts,
    by: 'day',
    members: { only: 'counted' },
  }
}

/**
 * How many members of each group were not assessed for four weeks, in any scheme, or since joining the group [R8.3].
 */
const unassessed: ClubReport = (scope, params) => {
  const today = `${params.add(scope.context.today)}::date`
  return {
    facts: `SELECT stay.member_id, stay.group_id AS row_id, newest.last AS day,
      (${today} - coalesce(newest.last, stay.joined) >= ${UNASSESSED_DAYS})::int AS part, 1 AS whole
      FROM (SELECT group_members.client_id, group_members.group_id, group_members.member_id,
        min(group_members.from_date) AS joined FROM groups
        JOIN group_members ON group_members.client_id = groups.client_id AND group_members.group_id = groups.id
          AND ${isInGroup(today)}
        WHERE groups.club_id = ${params.add(scope.context.clubId)}${inGroups(scope, params, 'groups.id')}
        GROUP BY group_members.client_id, group_members.group_id, group_members.member_id) stay
      JOIN club_members ON club_members.club_id = ${params.add(scope.context.clubId)}
        AND club_members.status = 'active' AND club_members.member_id = stay.member_id
      CROSS JOIN LATERAL (SELECT max(assessments.date) AS last FROM assessments
        WHERE assessments.client_id = stay.client_id AND assessments.member_id = stay.member_id) newest`,
    rows: () => groupRows(scope, params),
    columns: [],
    by: 'day',
    members: { only: 'counted' },
  }
}

/**
 * How many of the levels in progress are complete and wait for a coach's pass, as in the list of members. OFFSET 0
 * keeps the planner from dissolving the inner query.
 */
const ready: ClubReport = (scope, params) => ({
  facts: `WITH levels AS MATERIALIZED (
      SELECT scheme_nodes.scheme_id, scheme_nodes.id, schemes.slug || scheme_nodes.id AS row_id FROM scheme_nodes
      JOIN schemes ON schemes.client_id = scheme_nodes.client_id AND schemes.id = scheme_nodes.scheme_id
      WHERE scheme_nodes.t = 'l' AND scheme_nodes.deleted_at IS NULL${
        scope.scheme === null ? '' : ` AND scheme_nodes.scheme_id = ${params.add(scope.scheme.id)}`
      })
    SELECT progress.member_id, level.row_id, NULL::date AS day, (progress.state = 'completed')::int AS part,
      1 AS whole
    FROM ${activeMembers(scope, params)}
    CROSS JOIN LATERAL (SELECT progress.* FROM progress
      WHERE progress.client_id = club_members.client_id AND progress.member_id = club_members.member_id
      AND progress.state IN ('started', 'completed') OFFSET 0) progress
    JOIN levels level ON level.scheme_id = progress.scheme_id AND level.id = progress.node_id`,
  rows: () => nodeRows(scope, params),
  columns: [],
  by: 'day',
  members: { only: 'counted' },
})

/** How many marks each coach made at this club (`part`), and how many marks and entries of attendance (`whole`). */
const coaches: ClubReport = (scope, params) => {
  const club = params.add(scope.context.clubId)
  const from = params.add(scope.period.from)
  const to = params.add(scope.period.to)
  const ofScheme = scope.scheme === null ? '' : ` AND assessments.scheme_id = ${params.add(scope.scheme.id)}`
  const ofGroup = scope.groupIds === null ? '' : ` AND assessments.group_id = ANY(${params.add(scope.groupIds)})`
  return {
    facts: `SELECT assessments.member_id, assessments.author_id AS row_id, assessments.date AS day, 1 AS part,
      1 AS whole FROM assessments
        WHERE assessments.club_id = ${club} AND assessments.date BETWEEN ${from} AND ${to}${ofScheme}${ofGroup}
      UNION ALL SELECT registers.member_id, registers.author_id, registers.date, 0, 1 FROM registers
        WHERE registers.club_id = ${club} AND registers.present IS NOT NULL
          AND registers.date BETWEEN ${from} AND ${to}${inGroups(scope, params, 'registers.group_id')}`,
    rows: () => {
      const today = `${params.add(scope.context.today)}::date`
      return `SELECT users.id AS row_id, users.firstname || ' ' || users.lastname AS name, NULL::text AS about,
        0 AS position FROM users
      WHERE users.id IN (SELECT row_id FROM cells) OR users.type = 'coach' AND users.status = 'current'
        AND EXISTS (SELECT FROM user_clubs
        WHERE user_clubs.client_id = users.client_id AND user_clubs.user_id = users.id
          AND user_clubs.club_id = ${club} AND user_clubs.from_date <= ${today}
          AND (user_clubs.to_date IS NULL OR user_clubs.to_date >= ${today}))`
    },
    columns: scope.period.starts,
    by: 'day',
  }
}

export const clubReports: Readonly<Record<ClubReportKind, ClubReport>> = {
  attendance,
  percentage,
  levels,
  awards,
  unassessed,
  ready,
  coaches,
}
