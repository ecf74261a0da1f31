import type { ClubReportKind } from '#contract/reports/reports.ts'
import { UNASSESSED_DAYS } from '#domain/assessment/group-alerts.ts'
import { levelsOf, percentageNodes } from '#domain/reports/report-nodes.ts'
import { snapshotDays } from '#domain/reports/report-period.ts'
import type { SqlParams } from '#server/platform/http/sql-params.ts'
import { wordsIn, type FactsReport } from './count-report.ts'
import type { ClubScope, ReportScheme } from './scope.ts'

/** Builds the SQL of a report about one club. */
type ClubReport = (scope: ClubScope, params: SqlParams) => FactsReport

/** SQL condition: the member of row `gm` is in the group today. */
const isInGroup = (today: string) => `gm.from_date <= ${today} AND (gm.to_date IS NULL OR gm.to_date >= ${today})`

/**
 * SQL condition, beginning with AND, that the column `group` is the filtered group and belongs to the filtered scheme.
 */
function inGroups({ context, groupId, scheme }: ClubScope, params: SqlParams, group: string): string {
  const ofGroup = groupId === null ? '' : ` AND ${group} = ${params.add(groupId)}`
  const ofScheme =
    scheme === null
      ? ''
      : ` AND ${group} IN (SELECT g.id FROM groups g WHERE g.club_id = ${params.add(context.clubId)} AND g.scheme_id = ${params.add(scheme.id)})`
  return ofGroup + ofScheme
}

/** SQL of the club's active members `cm`, or of those in the filtered group. */
function activeMembers({ context, groupId }: ClubScope, params: SqlParams): string {
  const today = () => `${params.add(context.today)}::date`
  const inGroup =
    groupId === null
      ? ''
      : ` AND EXISTS (SELECT FROM group_members gm WHERE gm.client_id = cm.client_id AND gm.member_id = cm.member_id
          AND gm.group_id = ${params.add(groupId)} AND ${isInGroup(today())})`
  return `(SELECT cm.client_id, cm.member_id FROM club_members cm WHERE cm.club_id = ${params.add(context.clubId)} AND cm.status = 'active'${inGroup}) cm`
}

/** SQL of the active members who learn by a scheme: those who have marks in it or are in a group that follows it. */
function learners(scope: ClubScope, params: SqlParams, scheme: string): string {
  const { context, groupId } = scope
  const [club, today] = [params.add(context.clubId), `${params.add(context.today)}::date`]
  const inGroupsWhere = (condition: string) => `cm.member_id IN (SELECT gm.member_id FROM groups g
    JOIN group_members gm ON gm.client_id = g.client_id AND gm.group_id = g.id AND ${isInGroup(today)} WHERE g.club_id = ${club} AND ${condition})`
  const learns =
    groupId === null
      ? `(cm.member_id IN (SELECT ms.member_id FROM member_schemes ms WHERE ms.scheme_id = ${scheme}) OR ${inGroupsWhere(`g.scheme_id = ${scheme}`)})`
      : inGroupsWhere(`g.id = ${params.add(groupId)}`)
  // IN instead of a join, because the planner would look up every member of the join by index
  return `SELECT cm.member_id FROM club_members cm WHERE cm.club_id = ${club} AND cm.status = 'active' AND ${learns}`
}

/** SQL of table rows for the groups of the club that have figures, with their coaches. */
function groupRows({ context }: ClubScope, params: SqlParams): string {
  const today = `${params.add(context.today)}::date`
  return `SELECT g.id AS row_id, g.name, (SELECT string_agg(u.firstname || ' ' || u.lastname, ', ' ORDER BY u.lastname)
      FROM group_coaches gc JOIN users u ON u.client_id = gc.client_id AND u.id = gc.user_id
      WHERE gc.client_id = g.client_id AND gc.group_id = g.id AND gc.from_date <= ${today} AND (gc.to_date IS NULL OR gc.to_date >= ${today})) AS about,
      0 AS place
    FROM groups g WHERE g.club_id = ${params.add(context.clubId)} AND g.id IN (SELECT row_id FROM cells)`
}

/** SQL of table rows for the nodes that have figures, of all schemes, in the order of the trees. */
function nodeRows({ language }: ClubScope, params: SqlParams): string {
  const words = params.add(language)
  return `SELECT s.slug || n.id AS row_id, ${wordsIn('n.title', words)} AS name, ${wordsIn('s.name', words)} AS about,
      row_number() OVER (ORDER BY s.slug, n.position) AS place
    FROM schemes s JOIN scheme_nodes n ON n.client_id = s.client_id AND n.scheme_id = s.id WHERE s.slug || n.id IN (SELECT row_id FROM cells)`
}

/** SQL of table rows for these nodes of one scheme, in this order. */
function rowsOfNodes({ id }: ReportScheme, nodes: readonly string[], language: string, params: SqlParams): string {
  const words = params.add(language)
  return `SELECT n.id AS row_id, ${wordsIn('n.title', words)} AS name, NULL::text AS about, o.place
    FROM unnest(${params.add(nodes)}::text[]) WITH ORDINALITY o (id, place) JOIN scheme_nodes n ON n.scheme_id = ${params.add(id)} AND n.id = o.id`
}

/** The id of the row of members who have passed no level. It cannot be a node's id, which begins with a slash. */
export const NO_LEVEL = 'none'

const emptyReport: FactsReport = {
  facts:
    'SELECT NULL::uuid AS member_id, NULL::text AS row_id, NULL::date AS day, 0 AS part, 0 AS whole, 1 AS col WHERE false',
  rows: () => 'SELECT NULL::text AS row_id, NULL::text AS name, NULL::text AS about, 0 AS place WHERE false',
  columns: [],
  by: 'named',
}

/** Attendance by group and week: how many of the marked members were present [9.18]. */
const attendance: ClubReport = (scope, params) => ({
  facts: `SELECT r.member_id, r.group_id AS row_id, r.date AS day, r.present::int AS part, 1 AS whole FROM registers r
    WHERE r.club_id = ${params.add(scope.context.clubId)} AND r.present IS NOT NULL
      AND r.date BETWEEN ${params.add(scope.period.from)} AND ${params.add(scope.period.to)}${inGroups(scope, params, 'r.group_id')}`,
  rows: () => groupRows(scope, params),
  columns: scope.period.starts,
  by: 'days',
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
      : `SELECT e.member_id, p.node_id AS row_id, NULL::date AS day, ${percent}::int AS part, 0 AS whole FROM everybody e
         JOIN ${table} p ON p.member_id = e.member_id AND p.scheme_id = ${scheme} AND p.node_id = ANY(${params.add(nodeIds)})`
  return {
    // a member without a row for a node counts with 0 of 100
    everybody: { members: learners(scope, params, scheme), rows: nodes, whole: 100 },
    facts: [
      factsOf(others, 'progress', 'p.percent'),
      // rounded with integers, because decimals would take as long as the rest of the query
      factsOf(
        skills,
        'results',
        'coalesce((200 * least(greatest(p.grade, 0), p.pass) + p.pass) / nullif(2 * p.pass, 0), 0)',
      ),
    ]
      .flat()
      .join(' UNION ALL '),
    rows: () => rowsOfNodes(main, nodes, scope.language, params),
    columns: [],
    by: 'days',
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
  // awards that stand count for today even if a fast clock dated them later
  const awardsAt = days.map((day, k) =>
    k === days.length - 1
      ? 'h.ended_at IS NULL'
      : `h.began < ${params.add(day)}::date + 1 AND (h.ended IS NULL OR h.ended >= ${params.add(day)}::date + 1)`,
  )
  return {
    facts: `SELECT l.member_id, at.place AS row_id, NULL::date AS day, 1 AS part, 1 AS whole, at.col::int AS col
      FROM (${learners(scope, params, scheme)}) l
      CROSS JOIN LATERAL (SELECT ARRAY[${awardsAt.map((when) => `coalesce(max(h.place) FILTER (WHERE ${when}), 0)::int`).join(', ')}] AS places
        FROM (SELECT a.ended_at, o.place, to_timestamp(a.completed_ts) AT TIME ZONE ${zone} AS began, a.ended_at AT TIME ZONE ${zone} AS ended
          FROM awards a JOIN unnest(${params.add(ids)}::text[]) WITH ORDINALITY o (id, place) ON o.id = a.node_id
          WHERE a.member_id = l.member_id AND a.scheme_id = ${scheme} OFFSET 0) h) held
      CROSS JOIN LATERAL unnest(held.places) WITH ORDINALITY at (place, col)`,
    rowIds: [NO_LEVEL, ...ids],
    rows: () =>
      `SELECT '${NO_LEVEL}' AS row_id, '' AS name, NULL::text AS about, 0 AS place UNION ALL ${rowsOfNodes(main, ids, scope.language, params)}`,
    columns: days,
    by: 'named',
    total: days.length,
  }
}

/** SQL condition: the badge of the award `a` was handed over. */
export const badgeHandedOver = `EXISTS (SELECT FROM registers r WHERE r.client_id = a.client_id AND r.member_id = a.member_id
  AND r.scheme_id = a.scheme_id AND r.node_id = a.node_id AND r.kind = 'badge' AND r.value = 'true')`

/** Badges to order: how many of the levels passed in the period have no badge handed over. */
const awards: ClubReport = (scope, params) => {
  const zone = params.add(scope.context.timeZone)
  const bound = (day: string) => `extract(epoch FROM ${params.add(day)}::date::timestamp AT TIME ZONE ${zone})::bigint`
  return {
    facts: `SELECT a.member_id, s.slug || a.node_id AS row_id, (to_timestamp(a.completed_ts) AT TIME ZONE ${zone})::date AS day, (NOT ${badgeHandedOver})::int AS part, 1 AS whole
      FROM awards a JOIN schemes s ON s.client_id = a.client_id AND s.id = a.scheme_id
      JOIN ${activeMembers(scope, params)} ON cm.member_id = a.member_id
      WHERE a.ended_at IS NULL AND a.completed_ts >= ${bound(scope.period.from)}${scope.scheme === null ? '' : ` AND a.scheme_id = ${params.add(scope.scheme.id)}`}`,
    rows: () => nodeRows(scope, params),
    columns: scope.period.starts,
    by: 'days',
    members: { only: 'counted' },
  }
}

/**
 * How many members of each group were not assessed for four weeks, in any scheme, or since joining the group [R8.3].
 */
const unassessed: ClubReport = (scope, params) => {
  const today = `${params.add(scope.context.today)}::date`
  return {
    facts: `SELECT gm.member_id, gm.group_id AS row_id, x.last AS day, (${today} - coalesce(x.last, gm.joined) >= ${UNASSESSED_DAYS})::int AS part, 1 AS whole
      FROM (SELECT gm.client_id, gm.group_id, gm.member_id, min(gm.from_date) AS joined FROM groups g
        JOIN group_members gm ON gm.client_id = g.client_id AND gm.group_id = g.id AND ${isInGroup(today)}
        WHERE g.club_id = ${params.add(scope.context.clubId)}${inGroups(scope, params, 'g.id')} GROUP BY gm.client_id, gm.group_id, gm.member_id) gm
      JOIN club_members cm ON cm.club_id = ${params.add(scope.context.clubId)} AND cm.status = 'active' AND cm.member_id = gm.member_id
      CROSS JOIN LATERAL (SELECT max(a.date) AS last FROM assessments a WHERE a.client_id = gm.client_id AND a.member_id = gm.member_id) x`,
    rows: () => groupRows(scope, params),
    columns: [],
    by: 'days',
    members: { only: 'counted' },
  }
}

/** How many of the levels in progress are complete and wait for a coach's pass, as in the list of members. */
const ready: ClubReport = (scope, params) => ({
  facts: `WITH levels AS MATERIALIZED (SELECT n.scheme_id, n.id, s.slug || n.id AS row_id FROM scheme_nodes n
      JOIN schemes s ON s.client_id = n.client_id AND s.id = n.scheme_id WHERE n.t = 'l' AND n.deleted_at IS NULL${
        scope.scheme === null ? '' : ` AND n.scheme_id = ${params.add(scope.scheme.id)}`
      })
    SELECT p.member_id, l.row_id, NULL::date AS day, (p.state = 'completed')::int AS part, 1 AS whole
    FROM ${activeMembers(scope, params)}
    CROSS JOIN LATERAL (SELECT p.* FROM progress p WHERE p.client_id = cm.client_id AND p.member_id = cm.member_id
      AND p.state IN ('started', 'completed') OFFSET 0) p
    JOIN levels l ON l.scheme_id = p.scheme_id AND l.id = p.node_id`,
  rows: () => nodeRows(scope, params),
  columns: [],
  by: 'days',
  members: { only: 'counted' },
})

/** How many marks each coach made at this club, and how many entries with those of registers. */
const coaches: ClubReport = (scope, params) => {
  const [club, from, to] = [scope.context.clubId, scope.period.from, scope.period.to].map((value) => params.add(value))
  const ofScheme = scope.scheme === null ? '' : ` AND a.scheme_id = ${params.add(scope.scheme.id)}`
  const ofGroup = scope.groupId === null ? '' : ` AND a.group_id = ${params.add(scope.groupId)}`
  return {
    facts: `SELECT a.member_id, a.author_id AS row_id, a.date AS day, 1 AS part, 1 AS whole FROM assessments a
        WHERE a.club_id = ${club} AND a.date BETWEEN ${from} AND ${to}${ofScheme}${ofGroup}
      UNION ALL SELECT r.member_id, r.author_id, r.date, 0, 1 FROM registers r
        WHERE r.club_id = ${club} AND r.present IS NOT NULL AND r.date BETWEEN ${from} AND ${to}${inGroups(scope, params, 'r.group_id')}`,
    rows: () => {
      const today = `${params.add(scope.context.today)}::date`
      return `SELECT u.id AS row_id, u.firstname || ' ' || u.lastname AS name, NULL::text AS about, 0 AS place FROM users u
      WHERE u.id IN (SELECT row_id FROM cells) OR u.type = 'coach' AND u.status = 'current' AND EXISTS (SELECT FROM user_clubs uc
        WHERE uc.client_id = u.client_id AND uc.user_id = u.id AND uc.club_id = ${club} AND uc.from_date <= ${today} AND (uc.to_date IS NULL OR uc.to_date >= ${today}))`
    },
    columns: scope.period.starts,
    by: 'days',
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
