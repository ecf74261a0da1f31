import { createHash } from 'node:crypto'
import { getRow, tenantStatements } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { coversNow } from './session-cover-sql.ts'
import { isHeldAfterEnd } from './tablet-days.ts'

/** The groups and members of which a coach's device may hold data. */
export interface Scope {
  /**
   * All groups that the device may hold: `ownGroups`, and with `all` the other groups of the club that did not end more
   * than 30 days ago [6.22].
   */
  groups: string[]
  /**
   * The groups that the coach has, had within 30 days or will have within 7 (`isHeldAfterEnd`), or covers (`coversNow`).
   */
  ownGroups: string[]
  /** The members of `groups`, with those who left within the last 30 days. */
  members: string[]
  /**
   * Members of groups that the coach is assigned to or covers today. Medical notes, notes and telephone numbers of
   * other members do not leave the server (security.md 44).
   */
  inCare: string[]
  /** Those of `ownGroups` that the coach only covers. */
  covered: string[]
  /** For how many days the device gets attendance. */
  attendanceDays: number
  /** A hash of these rights; another hash makes the device load anew. */
  hash: string
}

/** SQL of the first of the last 30 days at the club. */
const lately = '(SELECT today FROM day) - 30'
/** SQL of the ids of the members and guests who are in the groups of a table, or were until a date. */
const membersOf = (groupsTable: string, until: string) =>
  `ARRAY(${['group_members', 'guests']
    .map(
      (table) => `SELECT stay.member_id FROM ${groupsTable} listed
     JOIN ${table} stay ON stay.client_id = listed.client_id AND stay.group_id = listed.id
     WHERE stay.to_date IS NULL OR stay.to_date >= ${until}`,
    )
    .join(' UNION ')})`

// one row; $2: the coach, $3: the club, $4: the time, $5: the days of attendance; the last two columns are for `all`
const SCOPE = tenantStatements(
  'assessment/read-scope',
  {
    own: { table: '', columns: 'ARRAY[]::uuid[] AS club_groups, ARRAY[]::uuid[] AS club_members' },
    all: {
      table: `, club_groups AS (
     SELECT client_id, id FROM groups
     WHERE client_id = $1 AND club_id = $3 AND (last_date IS NULL OR last_date >= ${lately}))`,
      columns: `ARRAY(SELECT id FROM club_groups ORDER BY id) AS club_groups,
     ${membersOf('club_groups', lately)} AS club_members`,
    },
  },
  ({ table, columns }) => `WITH day AS (
     SELECT (to_timestamp($4) AT TIME ZONE time_zone)::date AS today FROM clubs WHERE client_id = $1 AND id = $3),
   -- groups to which the coach is assigned, was within 30 days, or will be within 7
   assigned AS (
     SELECT groups.client_id, groups.id,
       bool_or(group_coaches.from_date <= day.today
         AND (group_coaches.to_date IS NULL OR group_coaches.to_date >= day.today)
         AND (groups.last_date IS NULL OR groups.last_date >= day.today)) AS is_today
     FROM day, group_coaches
     JOIN groups ON groups.client_id = group_coaches.client_id AND groups.id = group_coaches.group_id
     WHERE group_coaches.client_id = $1 AND group_coaches.user_id = $2 AND groups.club_id = $3
       AND group_coaches.from_date <= day.today + 7
       AND (group_coaches.to_date IS NULL OR group_coaches.to_date >= ${lately})
       AND ${isHeldAfterEnd('day.today', '$5')}
     GROUP BY groups.client_id, groups.id),
   -- sessions that the coach covers, from yesterday to 7 days ahead
   covers AS (
     SELECT groups.client_id, groups.id, exception.date FROM session_exceptions exception
     JOIN groups ON groups.client_id = exception.client_id AND groups.id = exception.group_id
     WHERE exception.client_id = $1 AND ${coversNow('$2', '(SELECT today FROM day)')} AND groups.club_id = $3),
   only_covered AS (SELECT * FROM covers WHERE id NOT IN (SELECT id FROM assigned)),
   own AS (SELECT client_id, id FROM assigned UNION SELECT client_id, id FROM only_covered),
   todays AS (SELECT client_id, id FROM assigned WHERE is_today
     UNION SELECT covers.client_id, covers.id FROM covers, day WHERE covers.date = day.today)
   ${table}
   SELECT ARRAY(SELECT id FROM own ORDER BY id) AS own_groups, ${membersOf('own', lately)} AS own_members,
     ARRAY(SELECT id FROM todays ORDER BY id) AS todays_groups,
     ${membersOf('todays', '(SELECT today FROM day)')} AS todays_members,
     ARRAY(SELECT DISTINCT id FROM only_covered) AS covered_groups,
     ARRAY(SELECT id || ' ' || date FROM only_covered ORDER BY id, date) AS covered_sessions,
     ${columns}`,
  { prepare: true },
)

/**
 * Reads what a coach's device may hold. The hash includes today's groups, so that a device loads anew, without the data
 * that it may no longer hold, as soon as an assignment or a cover ends.
 */
export async function scopeOf(
  tx: Tx,
  userId: string,
  clubId: string,
  nowMs: number,
  all: boolean,
  attendanceDays: number,
): Promise<Scope> {
  const row = await getRow(tx, all ? SCOPE.all : SCOPE.own, [userId, clubId, nowMs / 1000, attendanceDays])
  const ownMembers = row.own_members
  const ownGroups = row.own_groups
  const groups = all ? [...new Set([...ownGroups, ...row.club_groups])] : ownGroups
  // a text that changes whenever the rights change; only its hash leaves the server
  const groupRights = all ? `${ownGroups.join()} of ${groups.join()}` : ownGroups.join()
  const coverRights = row.covered_sessions.map((session) => ` cover ${session}`).join('')
  const todayRights = ` today ${row.todays_groups.join()}`
  const rights = `${groupRights}${coverRights}${todayRights} past ${attendanceDays}`
  return {
    groups,
    ownGroups,
    members: all ? [...new Set([...ownMembers, ...row.club_members])] : ownMembers,
    inCare: row.todays_members,
    covered: row.covered_groups,
    attendanceDays,
    hash: createHash('sha256').update(rights).digest('base64url').slice(0, 16),
  }
}
