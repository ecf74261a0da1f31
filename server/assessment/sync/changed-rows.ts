import { CoachMember, Conflict, GroupMember, RegisterRow, ResultRow, type Change } from '#contract/assessment/sync.ts'
import { Group } from '#contract/scheduling/groups.ts'
import { groupJson } from '#server/scheduling/groups/queries.ts'
import { CHANGED_PLAN_GROUPS, CHANGED_PLANS } from '#server/assessment/lesson-plans/plan-rows.ts'
import { queryRows, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import type { ChangedKey, ChangeKind } from '#server/tenants/changes/change-counters.ts'
import { todayAtClubOf } from '#server/tenants/clubs/today.ts'
import type { Scope } from './device-scope.ts'
import { coversNow } from './session-cover-sql.ts'

/** An entry of the change list. */
export type ChangedRow = Pick<ChangedKey, 'kind' | 'key'>

// `ChangedKey` says of which parts a key is made

/** The length of an id with the slash after it. */
export const ID_PART = 37
const firstId = (key: string) => key.slice(0, ID_PART - 1)
/** The second id of a key; of a place, the member. */
export const secondId = (key: string) => key.slice(ID_PART, 2 * ID_PART - 1)

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

/** The present data of changed keys, by `kind:key`. A row that the device may not hold, or no longer, has no data. */
export async function readChangedRows(
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
