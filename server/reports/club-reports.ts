import type { ClubReportKind } from '#contract/reports/reports.ts'
import { UNASSESSED_DAYS } from '#domain/assessment/group-alerts.ts'
import { LONGEST_PERIOD } from '#domain/reports/report-period.ts'
import { awardStands } from '#server/assessment/awards/parents-awards.ts'
import { hasMarks } from '#server/members/lock-member-schemes.ts'
import { isRunning } from '#server/tenants/clubs/today.ts'
import type { FactsReport } from './count-report.ts'
import { wordsIn } from '#server/platform/sql/words-in.ts'

/** The parameters of all statements about one club; each is named once here with its type. */
export const CLUB = '$2'
export const TODAY = '$3::date'
/** The groups that the report is about; null for all of the club. */
const GROUPS = '$4::uuid[]'
/** The scheme that the report is filtered by; null for all schemes. */
const SCHEME = '$5::uuid'
const FROM = '$6::date'
const TO = '$7::date'
/** The days of the columns. */
const DAYS = '$8::date[]'
const LANGUAGE = '$9::text'
const ZONE = '$10::text'
/** The scheme of a report about one, and the ids of its nodes that count, of which some are skills. */
const MAIN = '$11::uuid'
const NODES = '$12::text[]'
const SKILLS = '$13::text[]'

/** SQL that names all parameters, because PostgreSQL refuses a parameter that the statement does not name. */
export const CLUB_SCOPE = `SELECT ${CLUB}::uuid, ${TODAY}, ${GROUPS} IS NULL, ${SCHEME} IS NULL, ${FROM}, ${TO}, ${DAYS},
  ${LANGUAGE}, ${ZONE}, ${MAIN} IS NULL, ${NODES}, ${SKILLS}`

/** Whether a statement is about some groups of the club, or about the whole club. */
export type About = 'groups' | 'club'

/** Builds the SQL of a report about one club; `FactsReport` explains its columns `row_id`, `day`, `part` and `whole`. */
type ClubReport = (about: About) => FactsReport

/** SQL condition: the member of the row of `group_members` is in the group today. */
const isInGroup = `group_members.from_date <= ${TODAY}
  AND (group_members.to_date IS NULL OR group_members.to_date >= ${TODAY})`

/** SQL condition, beginning with AND, that the column `group` is one of the groups. */
const ofGroups = (about: About, group: string) => (about === 'club' ? '' : ` AND ${group} = ANY(${GROUPS})`)

/** SQL condition, beginning with AND, that the column `group` is one of the groups and belongs to the filtered scheme. */
const inGroups = (about: About, group: string) => `${ofGroups(about, group)}
  AND (${SCHEME} IS NULL OR ${group} IN (SELECT groups.id FROM groups
    WHERE groups.client_id = $1 AND groups.club_id = ${CLUB} AND groups.scheme_id = ${SCHEME}))`

/**
 * SQL condition, beginning with AND, that a coach made the mark: what was passed elsewhere has no group. The index that
 * holds all marks of a club by day has the group.
 */
export const byCoach = ' AND assessments.group_id IS NOT NULL'

/** SQL condition, beginning with AND, that the column is the filtered scheme. */
const ofScheme = (column: string) => ` AND (${SCHEME} IS NULL OR ${column} = ${SCHEME})`

/** SQL of the members who are today in the club's groups of a condition. A group that has ended has nobody [R6.10]. */
const membersOfGroups = (condition: string) => `SELECT group_members.member_id FROM groups
  JOIN group_members ON group_members.client_id = groups.client_id AND group_members.group_id = groups.id
    AND ${isInGroup}
  WHERE groups.client_id = $1 AND groups.club_id = ${CLUB} AND ${isRunning(TODAY)} AND ${condition}`

/** SQL of the club's active members, as `club_members`, or of those in the groups. */
function activeMembers(about: About): string {
  const inGroup =
    about === 'club' ? '' : ` AND club_members.member_id IN (${membersOfGroups(`groups.id = ANY(${GROUPS})`)})`
  return `(SELECT club_members.client_id, club_members.member_id FROM club_members
    WHERE club_members.client_id = $1 AND club_members.club_id = ${CLUB}
      AND club_members.status = 'active'${inGroup}) club_members`
}

/**
 * SQL of the active members who learn by the scheme: those who have marks in it or are in a group that follows it; of
 * some groups, those of them who are in one.
 */
function learners(about: About): string {
  const inGroupsWhere = (condition: string) => `club_members.member_id IN (${membersOfGroups(condition)})`
  const ofGroupsOnly = about === 'club' ? '' : `AND ${inGroupsWhere(`groups.id = ANY(${GROUPS})`)}`
  // IN instead of a join, because the planner would look up every member of the join by index; marks are looked up, one
  // by one, only for the few who are in no such group
  return `SELECT club_members.member_id FROM club_members
    WHERE club_members.client_id = $1 AND club_members.club_id = ${CLUB} AND club_members.status = 'active'
      AND (${inGroupsWhere(`groups.scheme_id = ${MAIN}`)}
        OR ${hasMarks('club_members.member_id', MAIN)}) ${ofGroupsOnly}`
}

/** SQL of table rows for the groups of the club that have figures, with their coaches. */
const groupRows = `SELECT groups.id AS row_id, groups.name,
    (SELECT string_agg(users.firstname || ' ' || users.lastname, ', ' ORDER BY users.lastname)
      FROM group_coaches JOIN users ON users.client_id = group_coaches.client_id AND users.id = group_coaches.user_id
      WHERE group_coaches.client_id = groups.client_id AND group_coaches.group_id = groups.id
        AND group_coaches.from_date <= ${TODAY}
        AND (group_coaches.to_date IS NULL OR group_coaches.to_date >= ${TODAY})) AS about,
    0 AS position
  FROM groups WHERE groups.client_id = $1 AND groups.club_id = ${CLUB} AND groups.id IN (SELECT row_id FROM cells)`

/** SQL of table rows for all nodes that have figures, by scheme and in the order of its tree. */
const nodeRows = `SELECT schemes.slug || scheme_nodes.id AS row_id,
    ${wordsIn('scheme_nodes.title', LANGUAGE)} AS name, ${wordsIn('schemes.name', LANGUAGE)} AS about,
    row_number() OVER (ORDER BY schemes.slug, scheme_nodes.position) AS position
  FROM schemes JOIN scheme_nodes ON scheme_nodes.client_id = schemes.client_id
    AND scheme_nodes.scheme_id = schemes.id
  WHERE schemes.client_id = $1 AND schemes.slug || scheme_nodes.id IN (SELECT row_id FROM cells)`

/** SQL of table rows for the nodes of the scheme, in their order. */
const rowsOfNodes = `SELECT scheme_nodes.id AS row_id, ${wordsIn('scheme_nodes.title', LANGUAGE)} AS name,
    NULL::text AS about, listed.position
  FROM unnest(${NODES}) WITH ORDINALITY listed (id, position)
    JOIN scheme_nodes ON scheme_nodes.client_id = $1 AND scheme_nodes.scheme_id = ${MAIN}
      AND scheme_nodes.id = listed.id`

/** The id of the row of members who have passed no level. It cannot be a node's id, which begins with a slash. */
export const NO_LEVEL = 'none'

/** Attendance by group and week: how many of the marked members were present [9.18]. */
const attendance: ClubReport = (about) => ({
  facts: `SELECT registers.member_id, registers.group_id AS row_id, registers.date AS day,
    registers.present::int AS part, 1 AS whole FROM registers
    WHERE registers.client_id = $1 AND registers.club_id = ${CLUB} AND registers.present IS NOT NULL
      AND registers.date BETWEEN ${FROM} AND ${TO}${inGroups(about, 'registers.group_id')}`,
  rows: groupRows,
  by: { day: DAYS },
  members: { order: 'share' },
})

/**
 * The mean percentage of starred nodes over all members [3.13], [9.26]. Percentages of skill groups and levels are
 * those of the engine; that of a skill is its grade as a share of the pass point, at most 100.
 */
const percentage: ClubReport = (about) => {
  // without nodes of a kind its branch is false for the planner already
  const factsOf = (isOfKind: string, table: 'progress' | 'results', percent: string) =>
    `SELECT population.member_id, stored.node_id AS row_id, NULL::date AS day, ${percent}::int AS part, 0 AS whole
      FROM population
      JOIN ${table} stored ON stored.client_id = $1 AND stored.member_id = population.member_id
        AND stored.scheme_id = ${MAIN} AND ${isOfKind}`
  return {
    // a member without a row for a node counts with 0 of 100
    population: { members: learners(about), rows: NODES, whole: 100 },
    facts: [
      factsOf(
        `cardinality(${NODES}) > cardinality(${SKILLS}) AND stored.node_id = ANY(${NODES})
        AND stored.node_id <> ALL(${SKILLS})`,
        'progress',
        'stored.percent',
      ),
      // 100 * grade / pass point, rounded with integers, because decimals would take as long as the rest of the query
      factsOf(
        `cardinality(${SKILLS}) > 0 AND stored.node_id = ANY(${SKILLS})`,
        'results',
        `coalesce(
          (200 * least(greatest(stored.grade, 0), stored.pass) + stored.pass) / nullif(2 * stored.pass, 0), 0)`,
      ),
    ].join(' UNION ALL '),
    rows: rowsOfNodes,
    by: 'none',
    members: { order: 'share' },
  }
}

/**
 * How many members were at which level at the end of each month, and are today, by the last passed level in the tree.
 */
const levels: ClubReport = (about) => {
  // SQL conditions that an award stood at the end of each day, of which there may be fewer, and today. Awards that
  // stand now count for today even if a fast clock dated them later.
  const endOf = (n: number) => `(${DAYS})[${n}] + 1`
  const stood = Array.from(
    { length: Number(LONGEST_PERIOD) },
    (_, index) => `award.began < ${endOf(index + 1)} AND (award.ended IS NULL OR award.ended >= ${endOf(index + 1)})`,
  )
  const lastPosition = (condition: string) => `coalesce(max(award.position) FILTER (WHERE ${condition}), 0)::int`
  return {
    // `positions` has, for each day, the position of the member's last passed level, 0 without any; each becomes a fact
    // in the column of its day. OFFSET 0 keeps the planner from dissolving the inner query
    facts: `SELECT learner.member_id, snapshot.position AS row_id, NULL::date AS day, 1 AS part, 1 AS whole,
        snapshot.col::int AS col
      FROM (${learners(about)}) learner
      CROSS JOIN LATERAL (
        SELECT (ARRAY[${stood.map(lastPosition).join(', ')}])[1:cardinality(${DAYS}) - 1]
          || ${lastPosition('award.ended_at IS NULL')} AS positions
        FROM (
          SELECT awards.ended_at, level.position, to_timestamp(awards.completed_ts) AT TIME ZONE ${ZONE} AS began,
            awards.ended_at AT TIME ZONE ${ZONE} AS ended
          FROM awards
          JOIN unnest(${NODES}) WITH ORDINALITY level (id, position) ON level.id = awards.node_id
          WHERE awards.client_id = $1 AND awards.member_id = learner.member_id AND awards.scheme_id = ${MAIN}
          OFFSET 0) award) passed
      CROSS JOIN LATERAL unnest(passed.positions) WITH ORDINALITY snapshot (position, col)`,
    rowIds: `'${NO_LEVEL}'::text || ${NODES}`,
    rows: `SELECT '${NO_LEVEL}' AS row_id, '' AS name, NULL::text AS about, 0 AS position UNION ALL ${rowsOfNodes}`,
    by: 'column',
    total: `cardinality(${DAYS})`,
  }
}

/** SQL condition: the badge of the award `awards` was handed over. */
export const badgeHandedOver = `EXISTS (SELECT FROM registers
  WHERE registers.client_id = awards.client_id AND registers.member_id = awards.member_id
  AND registers.scheme_id = awards.scheme_id AND registers.node_id = awards.node_id AND registers.kind = 'badge'
    AND registers.value = 'true')`

/** Badges to order: how many of the levels passed in the period have no badge handed over. */
const awards: ClubReport = (about) => ({
  facts: `SELECT awards.member_id, schemes.slug || awards.node_id AS row_id,
      (to_timestamp(awards.completed_ts) AT TIME ZONE ${ZONE})::date AS day, (NOT ${badgeHandedOver})::int AS part,
      1 AS whole
    FROM awards JOIN schemes ON schemes.client_id = awards.client_id AND schemes.id = awards.scheme_id
    JOIN ${activeMembers(about)} ON club_members.member_id = awards.member_id
    WHERE awards.client_id = $1 AND ${awardStands('awards')}
      AND awards.completed_ts >= extract(epoch FROM ${FROM}::timestamp AT TIME ZONE ${ZONE})::bigint
      ${ofScheme('awards.scheme_id')}`,
  rows: nodeRows,
  by: { day: DAYS },
  members: { only: 'counted' },
})

/**
 * How many members of each group were not assessed for four weeks, in any scheme, or since joining the group [R8.3].
 * Only of those without a mark at this club in these weeks all marks are looked up, which takes a while for each.
 */
const unassessed: ClubReport = (about) => ({
  facts: `SELECT stay.member_id, stay.group_id AS row_id, coalesce(recent.last, earlier.last) AS day,
      (${TODAY} - coalesce(recent.last, earlier.last, stay.joined) >= ${UNASSESSED_DAYS})::int AS part, 1 AS whole
    FROM (SELECT group_members.client_id, group_members.group_id, group_members.member_id,
      min(group_members.from_date) AS joined FROM groups
      JOIN group_members ON group_members.client_id = groups.client_id AND group_members.group_id = groups.id
        AND ${isInGroup}
      WHERE groups.client_id = $1 AND groups.club_id = ${CLUB} AND ${isRunning(TODAY)}${ofScheme('groups.scheme_id')}${ofGroups(about, 'groups.id')}
      GROUP BY group_members.client_id, group_members.group_id, group_members.member_id) stay
    JOIN club_members ON club_members.client_id = $1 AND club_members.club_id = ${CLUB}
      AND club_members.status = 'active' AND club_members.member_id = stay.member_id
    LEFT JOIN (SELECT assessments.member_id, max(assessments.date) AS last FROM assessments
      WHERE assessments.client_id = $1 AND assessments.club_id = ${CLUB}
        AND assessments.date > ${TODAY} - ${UNASSESSED_DAYS}${byCoach}
      GROUP BY assessments.member_id) recent ON recent.member_id = stay.member_id
    LEFT JOIN LATERAL (SELECT max(assessments.date) AS last FROM assessments
      WHERE assessments.client_id = stay.client_id AND assessments.member_id = stay.member_id${byCoach}
        AND recent.last IS NULL) earlier ON true`,
  rows: groupRows,
  by: 'none',
  countsChildren: true,
  members: { only: 'counted' },
})

/** How many of the levels in progress are complete and wait for a coach's pass, as in the list of members. */
const ready: ClubReport = (about) => ({
  facts: `WITH levels AS MATERIALIZED (
      SELECT scheme_nodes.scheme_id, scheme_nodes.id, schemes.slug || scheme_nodes.id AS row_id FROM scheme_nodes
      JOIN schemes ON schemes.client_id = scheme_nodes.client_id AND schemes.id = scheme_nodes.scheme_id
        AND schemes.deleted_at IS NULL
      WHERE scheme_nodes.client_id = $1 AND scheme_nodes.t = 'l' AND scheme_nodes.deleted_at IS NULL
        ${ofScheme('scheme_nodes.scheme_id')}),
    begun AS MATERIALIZED (
      SELECT progress.member_id, progress.scheme_id, progress.node_id, progress.state FROM ${activeMembers(about)}
      JOIN progress ON progress.client_id = club_members.client_id AND progress.member_id = club_members.member_id
        AND progress.state IN ('started', 'completed'))
    SELECT begun.member_id, level.row_id, NULL::date AS day, (begun.state = 'completed')::int AS part, 1 AS whole
    FROM begun JOIN levels level ON level.scheme_id = begun.scheme_id AND level.id = begun.node_id`,
  rows: nodeRows,
  by: 'none',
  countsChildren: true,
  members: { only: 'counted' },
})

/** How many marks each coach made at this club (`part`), and how many marks and entries of attendance (`whole`). */
const coaches: ClubReport = (about) => ({
  facts: `SELECT assessments.member_id, assessments.author_id AS row_id, assessments.date AS day, 1 AS part,
      1 AS whole FROM assessments
        WHERE assessments.client_id = $1 AND assessments.club_id = ${CLUB}
          AND assessments.date BETWEEN ${FROM} AND ${TO}${byCoach}${ofScheme('assessments.scheme_id')}${ofGroups(about, 'assessments.group_id')}
      UNION ALL SELECT registers.member_id, registers.author_id, registers.date, 0, 1 FROM registers
        WHERE registers.client_id = $1 AND registers.club_id = ${CLUB} AND registers.present IS NOT NULL
          AND registers.date BETWEEN ${FROM} AND ${TO}${inGroups(about, 'registers.group_id')}`,
  // LIMIT forces one lookup for each coach, because the planner may otherwise read all users of the client
  rows: `SELECT coach.id AS row_id, coach.name, NULL::text AS about, 0 AS position
      FROM (SELECT row_id FROM cells
        UNION SELECT user_clubs.user_id FROM user_clubs
        JOIN users ON users.client_id = user_clubs.client_id AND users.id = user_clubs.user_id
          AND users.type = 'coach' AND users.status = 'current'
        WHERE user_clubs.client_id = $1 AND user_clubs.club_id = ${CLUB} AND user_clubs.from_date <= ${TODAY}
          AND (user_clubs.to_date IS NULL OR user_clubs.to_date >= ${TODAY})) listed
      CROSS JOIN LATERAL (SELECT users.id, users.firstname || ' ' || users.lastname AS name FROM users
        WHERE users.client_id = $1 AND users.id = listed.row_id LIMIT 1) coach`,
  by: { day: DAYS },
})

export const clubReports: Readonly<Record<ClubReportKind, ClubReport>> = {
  attendance,
  percentage,
  levels,
  awards,
  unassessed,
  ready,
  coaches,
}
