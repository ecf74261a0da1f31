import { createHash } from 'node:crypto'
import {
  CoachMember,
  Conflict,
  GroupMember,
  RegisterRow,
  ResultRow,
  type Change,
  type ChangesReply,
} from '#contract/assessment/sync.ts'
import { Group } from '#contract/scheduling/groups.ts'
import { addDays, localDate } from '#domain/platform/club-time.ts'
import { groupJson } from '#server/scheduling/groups/queries.ts'
import { CHANGED_PLAN_GROUPS, CHANGED_PLANS, concernedPlans } from '#server/assessment/lesson-plans/plan-rows.ts'
import { parseStorableJson } from '#server/platform/http/json-body.ts'
import { findRow, getRow, queryRows, tenantStatement, tenantStatements } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import type { ChangedKey, ChangeKind } from '#server/tenants/changes/change-counters.ts'
import { todayAt, todayAtClubOf } from '#server/tenants/clubs/today.ts'
import { coversNow } from './session-cover-sql.ts'
import { readEpoch } from './push.ts'

/** Changes per page. */
const PAGE = 500
/** For how many days attendance is sent to tablets, or for more where registers may be taken later [5.2]. */
export const ATTENDANCE_DAYS = 28
/** Sorts after every kind of change; the kind of a cursor that has read all changes so far. */
const AFTER_ALL = 'z'

/** How far a device has read a club's change list: up to the entry with this revision, kind and key. */
interface Cursor {
  club: string
  rev: number
  kind: string
  key: string
  /** The hash of the rights that the coach had (`Scope.hash`). */
  scope: string
  epoch: string
}

function encodeCursor(cursor: Cursor): string {
  return Buffer.from(
    JSON.stringify([cursor.club, cursor.rev, cursor.kind, cursor.key, cursor.scope, cursor.epoch]),
  ).toString('base64url')
}

function decodeCursor(text: string): Cursor | null {
  try {
    const fields = parseStorableJson(Buffer.from(text, 'base64url').toString('utf8'))
    if (!Array.isArray(fields) || fields.length !== 6) return null
    const [club, rev, kind, key, scope, epoch] = fields.map(String)
    const revision = Number(rev)
    if (
      club === undefined ||
      kind === undefined ||
      key === undefined ||
      scope === undefined ||
      epoch === undefined ||
      !Number.isSafeInteger(revision)
    )
      return null
    return { club, rev: revision, kind, key, scope, epoch }
  } catch {
    return null
  }
}

/** The groups and members of which a coach's device may hold data. */
interface Scope {
  /**
   * All groups that the device may hold: `ownGroups`, and with `all` the other groups of the club that did not end more
   * than 30 days ago [6.22].
   */
  groups: string[]
  /**
   * The groups that the coach has, had within the last 30 days or will have within the next 7, or covers (`coversNow`).
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

// one row; $2 is the coach, $3 the club, $4 the time; the last two columns are empty but for `all`
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
async function scopeOf(
  tx: Tx,
  userId: string,
  clubId: string,
  nowMs: number,
  all: boolean,
  attendanceDays: number,
): Promise<Scope> {
  const row = await getRow(tx, all ? SCOPE.all : SCOPE.own, [userId, clubId, nowMs / 1000])
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

const COUNTER = tenantStatement(
  'assessment/read-counter-of-club',
  'SELECT rev, oldest_cursor FROM club_counters WHERE client_id = $1 AND club_id = $2',
  { prepare: true },
)

/**
 * SQL condition: the table has no place for the key of the row of `changes`. It compares a value, because the planner
 * would read the whole table for NOT EXISTS.
 */
const isPlaceGone = (table: 'group_members' | 'guests') => `(SELECT true FROM ${table} place
           WHERE place.client_id = $1 AND place.member_id = changes.member_id
             AND place.group_id = left(changes.key, 36)::uuid LIMIT 1) IS NULL`

/** SQL condition: a change is about a member whom the coach may see, of whom the database makes a hash table. */
const IS_SEEN = 'member_id IN (SELECT unnest($6::uuid[]))'
/** SQL of today's date at the club. It depends on no row, so that an index finds the days. */
const TODAY_AT_CLUB = `(SELECT ${todayAt('club')} FROM clubs club WHERE club.client_id = $1 AND club.id = $2)`

// $3 to $5 are the cursor's position, $6 to $9 the ids that the coach may see, $10 the days of attendance; the page has
// an order and a limit of its own, or all later changes would be read and sorted for each page
const PAGE_OF_CHANGES = tenantStatement(
  'assessment/list-changes-of-club',
  `(SELECT kind, key, rev FROM changes WHERE client_id = $1 AND club_id = $2 AND (rev, kind, key) > ($3, $4, $5)
     AND CASE kind
       WHEN 'group' THEN key = ANY($7::uuid[]::text[])
       WHEN 'plan' THEN key = ANY($8::uuid[]::text[])
       WHEN 'plan_group' THEN split_part(key, '/', 1) = ANY($9::uuid[]::text[])
       -- a place that was taken back, as by an undo, may be all that the coach had of the member
       WHEN 'group_member' THEN left(key, 36)::uuid = ANY($7) AND (${IS_SEEN}
         OR ${isPlaceGone('group_members')} AND ${isPlaceGone('guests')})
       WHEN 'erasure' THEN true
       ELSE ${IS_SEEN} END
   ORDER BY rev, kind, key LIMIT ${PAGE})
   UNION ALL
   -- plans written at another club, by the coach or a colleague, may have no row in this club's list: a full load
   -- adds them
   SELECT 'plan', plan::text, 0 FROM unnest($8::uuid[]) plan
   WHERE plan IS NOT NULL AND $3 = 0 AND ('plan', plan::text) > ($4, $5)
     AND NOT EXISTS (SELECT FROM changes
       WHERE client_id = $1 AND club_id = $2 AND kind = 'plan' AND key = plan::text)
   UNION ALL
   -- changes of old attendance are deleted (forgetOldChanges): a full load adds what coaches may still correct
   SELECT 'register', old.key, 0 FROM (
     SELECT member_id || '/' || lane AS key FROM registers
     WHERE $3 = 0 AND client_id = $1 AND club_id = $2 AND present IS NOT NULL AND ${IS_SEEN}
       AND date < ${TODAY_AT_CLUB} - ${ATTENDANCE_DAYS} AND date >= ${TODAY_AT_CLUB} - $10::int) old
   WHERE ('register', old.key) > ($4, $5)
     AND NOT EXISTS (SELECT FROM changes
       WHERE client_id = $1 AND club_id = $2 AND kind = 'register' AND key = old.key)
   ORDER BY rev, kind, key LIMIT ${PAGE}`,
  { prepare: true },
)

/** An entry of the change list. */
type ChangedRow = Pick<ChangedKey, 'kind' | 'key'>

/**
 * A page of the changes at a club since the cursor `cursorText`, as far as the coach may see them. An empty cursor
 * starts a full load. A cursor that is malformed, of another club or ahead of the change counter, older than changes
 * that were deleted (`forgetOldChanges`), or that no longer fits the coach's rights or the database's epoch, gets the
 * answer `reload`, after which the device starts a full load.
 * `all` includes the other groups of the club.
 */
export async function readChanges(
  tx: Tx,
  userId: string,
  clubId: string,
  cursorText: string,
  nowMs: number,
  all = false,
  attendanceDays = ATTENDANCE_DAYS,
): Promise<ChangesReply> {
  // the statements are sent together and run in this order
  const [scope, epoch, counters] = await Promise.all([
    scopeOf(tx, userId, clubId, nowMs, all, attendanceDays),
    readEpoch(tx),
    findRow(tx, COUNTER, [clubId]),
  ])
  const counter = counters?.rev ?? 0
  const cursor: Cursor | null =
    cursorText === '' ? { club: clubId, rev: 0, kind: '', key: '', scope: scope.hash, epoch } : decodeCursor(cursorText)
  const common = { epoch, serverTime: nowMs, from: cursorText }
  if (
    !cursor ||
    cursor.club !== clubId ||
    cursor.scope !== scope.hash ||
    cursor.epoch !== epoch ||
    cursor.rev > counter ||
    (cursor.kind === AFTER_ALL && cursor.rev < (counters?.oldest_cursor ?? 0))
  ) {
    return { ...common, cursor: '', rev: 0, more: true, reload: true, changes: [] }
  }
  const plans = await concernedPlans(tx, userId, scope.ownGroups)
  const rows = await queryRows(tx, PAGE_OF_CHANGES, [
    clubId,
    cursor.rev,
    cursor.kind,
    cursor.key,
    scope.members,
    scope.groups,
    plans,
    scope.ownGroups,
    scope.attendanceDays,
  ])
  const data = await readData(tx, rows, scope, clubId, userId)
  const more = rows.length === PAGE
  const last = rows.at(-1)
  // the cursor skips changes that the coach may not see; no later commit has a revision below the counter
  const position = more && last ? last : { rev: Math.max(counter, last?.rev ?? 0), kind: AFTER_ALL, key: '' }
  return {
    ...common,
    cursor: encodeCursor({ ...cursor, ...position }),
    rev: position.rev,
    more,
    reload: false,
    changes: rows.flatMap((row) => data.get(`${row.kind}:${row.key}`) ?? removalsOf(row, scope, nowMs)),
  }
}

/**
 * The changes by which a device removes a row that is not there any more or that it may not hold. With the place of a
 * member who is in none of the groups any more it removes the member. Attendance that is too old to be sent is on no
 * device: each loads everything anew once a day.
 */
function removalsOf({ kind, key }: ChangedRow, scope: Scope, nowMs: number): Change[] {
  const [laneKind, , date = ''] = kind === 'register' ? key.slice(ID_PART).split('/') : []
  // a day more, because the club's day may be an earlier one
  if (laneKind === 'attendance' && date < addDays(localDate(nowMs, 'UTC'), -scope.attendanceDays - 1)) return []
  const removed = [{ kind, key, data: null } as Change]
  if (kind !== 'group_member' || scope.members.includes(secondId(key))) return removed
  return [...removed, { kind: 'member', key: secondId(key), data: null }]
}

/** The present data of changed keys, by `kind:key`. A row that the device may not hold, or no longer, has no data. */
async function readData(
  tx: Tx,
  rows: readonly ChangedRow[],
  scope: Scope,
  clubId: string,
  userId: string,
): Promise<Map<string, Change>> {
  const changes = new Map<string, Change>()
  const kinds = [...new Set(rows.map((row) => row.kind))]
  await Promise.all(
    kinds.map(async (kind) => {
      const keys = rows.filter((row) => row.kind === kind).map((row) => row.key)
      for (const change of await sources[kind](tx, keys, scope, clubId, userId))
        changes.set(`${kind}:${change.key}`, change)
    }),
  )
  return changes
}

/** SQL of the slug of a row's scheme; `table` is the name of the row. */
const slugOf = (table: string) => `(SELECT schemes.slug FROM schemes
        WHERE schemes.client_id = ${table}.client_id AND schemes.id = ${table}.scheme_id)`
/** SQL of the name of a row's author. */
const authorNameOf = (table: string) => `(SELECT users.firstname || ' ' || users.lastname FROM users
        WHERE users.client_id = ${table}.client_id AND users.id = ${table}.author_id)`

// a group that the coach only covers has the dates of the covered sessions; another coach's group is marked as imported
const CHANGED_GROUPS = tenantStatement(
  'assessment/list-changed-groups',
  `SELECT groups.id AS key, CASE
     WHEN groups.id = ANY($6::uuid[]) THEN (${groupJson}::jsonb || jsonb_build_object('covering',
       (SELECT jsonb_agg(exception.date ORDER BY exception.date) FROM session_exceptions exception
        WHERE exception.client_id = groups.client_id AND exception.group_id = groups.id
          AND ${coversNow('$2', todayAtClubOf('groups'))})))::json
     WHEN groups.id = ANY($5::uuid[]) THEN ${groupJson}
     ELSE (${groupJson}::jsonb || '{"imported": true}')::json END AS data
   FROM groups WHERE groups.client_id = $1 AND groups.id = ANY($3::uuid[]) AND groups.id = ANY($4::uuid[])`,
  { prepare: true, json: { data: Group } },
)

const CHANGED_MEMBERS = tenantStatement(
  'assessment/list-changed-members',
  `SELECT members.id AS key, json_build_object('uuid', members.id, 'firstname', members.firstname,
     'lastname', members.lastname, 'dob', members.dob, 'status', coalesce(club_members.status, 'active'),
     'guest', CASE WHEN club_members.member_id IS NULL THEN CASE WHEN guests.to_date IS NULL THEN 'trial' ELSE 'today' END END,
     'medical', CASE WHEN members.id = ANY($4) THEN members.medical END,
     'note', CASE WHEN members.id = ANY($4) THEN club_members.note END,
     'phones', CASE WHEN members.id = ANY($4) THEN members.phones ELSE '{}' END,
     'current_remote_node_id', members.current_remote_node_id) AS data
   FROM members
   LEFT JOIN club_members ON club_members.client_id = members.client_id
     AND club_members.member_id = members.id AND club_members.club_id = $3
   LEFT JOIN guests ON guests.client_id = members.client_id AND guests.member_id = members.id AND guests.club_id = $3
   WHERE members.client_id = $1 AND members.id = ANY($2::uuid[])
     AND CASE WHEN club_members.member_id IS NULL THEN guests.member_id IS NOT NULL
       ELSE club_members.status <> 'merged' END`,
  { prepare: true, json: { data: CoachMember } },
)

// The parts of a key are parameters of their own: PostgreSQL 15 uses no index where row-level security hides rows and
// the value that is looked up comes from a function that may tell it to somebody, as those that cut a text may.

// of several stays of a member in a group the device gets the last
const CHANGED_GROUP_MEMBERS = tenantStatement(
  'assessment/list-changed-group-members',
  `SELECT changed.key, json_build_object('groupId', stay.group_id,
     'memberUuid', stay.member_id, 'from', stay.from_date, 'to', stay.to_date) AS data
   FROM unnest($2::text[], $4::uuid[], $5::uuid[]) changed (key, group_id, member_id)
   CROSS JOIN LATERAL (
     SELECT group_id, member_id, from_date, to_date FROM group_members
     WHERE client_id = $1 AND group_id = changed.group_id AND member_id = changed.member_id
     UNION ALL
     SELECT group_id, member_id, from_date, to_date FROM guests
     WHERE client_id = $1 AND group_id = changed.group_id AND member_id = changed.member_id) stay
   WHERE changed.key IS NOT NULL AND stay.group_id = ANY($3::uuid[]) ORDER BY stay.from_date`,
  { prepare: true, json: { data: GroupMember } },
)

// LATERAL with LIMIT forces one lookup by primary key for each key, because the planner may otherwise read all results
// of all members
const CHANGED_RESULTS = tenantStatement(
  'assessment/list-changed-results',
  `SELECT changed.key, json_build_object('memberUuid', result.member_id, 'schemeSlug', ${slugOf('result')},
     'nodeId', result.node_id, 'grade', result.grade, 'pass', result.pass, 'ts', result.ts, 'since', result.since,
     'authorUuid', result.author_id, 'authorName', ${authorNameOf('result')},
     'stamp', json_build_object('ms', result.stamp_ms, 'counter', result.stamp_counter,
       'deviceId', result.stamp_device, 'deviceSeq', result.stamp_seq)) AS data
   FROM unnest($2::text[], $3::uuid[], $4::uuid[], $5::text[]) changed (key, member_id, scheme_id, node_id)
   CROSS JOIN LATERAL (
     SELECT * FROM results WHERE results.client_id = $1 AND results.member_id = changed.member_id
       AND results.scheme_id = changed.scheme_id AND results.node_id = changed.node_id LIMIT 1) result
   WHERE changed.key IS NOT NULL`,
  { prepare: true, json: { data: ResultRow } },
)

// a settled conflict has no data
const CHANGED_CONFLICTS = tenantStatement(
  'assessment/list-changed-conflicts',
  `SELECT changed.key, CASE WHEN conflicts.settled_at IS NULL THEN json_build_object('id', conflicts.id,
     'memberUuid', conflicts.member_id, 'schemeSlug', ${slugOf('conflicts')}, 'nodeId', conflicts.node_id,
     'marks', (
       SELECT json_agg(json_build_object('opId', mark.op_id, 'authorUuid', mark.author_id,
           'authorName', author.firstname || ' ' || author.lastname,
           'grade', mark.grade, 'pass', mark.pass, 'ts', mark.ts,
           'wins', (mark.stamp_device, mark.stamp_seq) = (results.stamp_device, results.stamp_seq))
         ORDER BY mark.stamp_ms, mark.stamp_counter, mark.stamp_device, mark.stamp_seq)
       FROM assessments mark
       JOIN users author ON author.client_id = mark.client_id AND author.id = mark.author_id
       WHERE mark.client_id = conflicts.client_id AND mark.op_id = ANY(conflicts.ops))) END AS data
   FROM unnest($2::text[], $3::uuid[], $4::uuid[]) changed (key, member_id, id)
   -- a merge gives a conflict to another member
   JOIN conflicts ON conflicts.client_id = $1 AND conflicts.id = changed.id AND conflicts.member_id = changed.member_id
   JOIN results ON results.client_id = conflicts.client_id AND results.member_id = conflicts.member_id
     AND results.scheme_id = conflicts.scheme_id AND results.node_id = conflicts.node_id
   WHERE changed.key IS NOT NULL`,
  { prepare: true, json: { data: Conflict } },
)

// Attendance is the only kind of register entry with a date. Notes are sent only of members in care.
const CHANGED_REGISTERS = tenantStatement(
  'assessment/list-changed-registers',
  `SELECT changed.key, json_build_object('kind', register.kind, 'lane', register.lane,
     'memberUuid', register.member_id, 'groupId', register.group_id, 'date', register.date,
     'schemeSlug', ${slugOf('register')}, 'nodeId', register.node_id, 'value', register.value, 'ts', register.ts,
     'authorUuid', register.author_id, 'authorName', ${authorNameOf('register')}) AS data
   FROM unnest($2::text[], $4::text[]) changed (key, lane) CROSS JOIN LATERAL (
     SELECT * FROM registers WHERE registers.client_id = $1 AND registers.lane = changed.lane LIMIT 1) register
   WHERE changed.key IS NOT NULL AND register.value IS NOT NULL
     AND (register.date IS NULL OR register.date >= ${todayAtClubOf('register')} - $5::int)
     AND (register.kind <> 'note' OR register.member_id = ANY($3))`,
  { prepare: true, json: { data: RegisterRow } },
)

// the parts of keys, as `ChangedKey` says them

/** The length of an id with the slash after it. */
const ID_PART = 37
const firstId = (key: string) => key.slice(0, ID_PART - 1)
const secondId = (key: string) => key.slice(ID_PART, 2 * ID_PART - 1)

/** Reads the changed keys of one kind that exist, with each row's present `data`; it sends its statement at once. */
type Source = (tx: Tx, keys: string[], scope: Scope, clubId: string, userId: string) => Promise<Change[]>

const sources: Record<ChangeKind, Source> = {
  group: async (tx, keys, { groups, ownGroups, covered }, _clubId, userId) => {
    const rows = await queryRows(tx, CHANGED_GROUPS, [userId, keys, groups, ownGroups, covered])
    return rows.map((row) => ({ kind: 'group', ...row }))
  },
  member: async (tx, keys, { inCare }, clubId) => {
    const rows = await queryRows(tx, CHANGED_MEMBERS, [keys, clubId, inCare])
    return rows.map((row) => ({ kind: 'member', ...row }))
  },
  group_member: async (tx, keys, { groups }) => {
    const rows = await queryRows(tx, CHANGED_GROUP_MEMBERS, [keys, groups, keys.map(firstId), keys.map(secondId)])
    return rows.map((row) => ({ kind: 'group_member', ...row }))
  },
  result: async (tx, keys) => {
    // a node id begins with a slash itself
    const nodes = keys.map((key) => key.slice(2 * ID_PART - 1))
    const rows = await queryRows(tx, CHANGED_RESULTS, [keys, keys.map(firstId), keys.map(secondId), nodes])
    return rows.map((row) => ({ kind: 'result', ...row }))
  },
  conflict: async (tx, keys) => {
    const rows = await queryRows(tx, CHANGED_CONFLICTS, [keys, keys.map(firstId), keys.map(secondId)])
    return rows.map((row) => ({ kind: 'conflict', ...row }))
  },
  plan: async (tx, keys, { ownGroups }, _clubId, userId) => {
    const rows = await queryRows(tx, CHANGED_PLANS, [keys, userId, ownGroups])
    return rows.map((row) => ({ kind: 'plan', ...row }))
  },
  plan_group: async (tx, keys, { ownGroups }) => {
    const rows = await queryRows(tx, CHANGED_PLAN_GROUPS, [keys, ownGroups, keys.map(firstId), keys.map(secondId)])
    return rows.map((row) => ({ kind: 'plan_group', ...row }))
  },
  register: async (tx, keys, { inCare, attendanceDays }) => {
    const lanes = keys.map((key) => key.slice(ID_PART))
    const rows = await queryRows(tx, CHANGED_REGISTERS, [keys, inCare, lanes, attendanceDays])
    return rows.map((row) => ({ kind: 'register', ...row }))
  },
  // the key of an erasure is the member
  erasure: (_tx, keys) => Promise.resolve(keys.map((key) => ({ kind: 'erasure', key, data: { memberUuid: key } }))),
}
