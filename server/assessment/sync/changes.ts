import { createHash } from 'node:crypto'
import type { Change, ChangesReply } from '#contract/assessment/sync.ts'
import { groupJson } from '#server/scheduling/groups/queries.ts'
import { concernedPlans, planGroupSql, planSql } from '#server/assessment/lesson-plans/plan-rows.ts'
import { prepared, type Tx } from '#server/platform/tenancy.ts'
import type { ChangeKind } from '#server/tenants/changes/change-counters.ts'
import { coversNow } from './session-cover-sql.ts'
import { readEpoch } from './push.ts'

const PAGE = 500
/** Sorts after every kind of change. */
const AFTER_ALL = 'z'

/** How far a device has read a club's change list, in which epoch, and (`scope`) a hash of the rights it had. */
interface Cursor {
  club: string
  rev: number
  kind: string
  key: string
  scope: string
  epoch: string
}

function writeCursor(cursor: Cursor): string {
  return Buffer.from(
    JSON.stringify([cursor.club, cursor.rev, cursor.kind, cursor.key, cursor.scope, cursor.epoch]),
  ).toString('base64url')
}

function readCursor(text: string): Cursor | null {
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
    if (!Array.isArray(parts) || parts.length !== 6) return null
    const [club, rev, kind, key, scope, epoch] = parts.map(String)
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
  groups: string[]
  ownGroups: string[]
  members: string[]
  /**
   * Members of groups that the coach is assigned to or covers today. Medical notes, notes and telephone numbers of
   * other members do not leave the server (security.md 44).
   */
  inCare: string[]
  /** Those of `ownGroups` that the coach only covers. */
  covered: string[]
  hash: string
}

/**
 * Reads what a coach may hold: the groups of the club that the coach has or had within the last 30 days, the groups of
 * covered sessions, and their present and recent members; with `all`, every group of the club [6.22]. The hash changes
 * when these rights change. It includes today's groups, so that a device loads anew, without the data that it may no
 * longer hold, as soon as an assignment or a cover ends.
 */
async function scopeOf(tx: Tx, userId: string, clubId: string, nowMs: number, all: boolean): Promise<Scope> {
  const members = (groupsTable: string, until: string) => `ARRAY(SELECT DISTINCT gm.member_id FROM ${groupsTable} g
    JOIN group_members gm ON gm.client_id = g.client_id AND gm.group_id = g.id
    WHERE gm.to_date IS NULL OR gm.to_date >= ${until})`
  const recently = 'current_date - 30'
  const { rows } = await tx.query<{
    own_groups: string[]
    own: string[]
    today_groups: string[]
    in_care: string[]
    covers: string[]
    covered: string[]
    groups: string[]
    members: string[]
  }>(
    prepared(
      `WITH day AS (SELECT (to_timestamp($3) AT TIME ZONE time_zone)::date AS today FROM clubs WHERE id = $2),
       taken AS (
         SELECT g.client_id, g.id, bool_or(gc.from_date <= day.today AND (gc.to_date IS NULL OR gc.to_date >= day.today)
           AND (g.last_date IS NULL OR g.last_date >= day.today)) AS now
         FROM day, group_coaches gc JOIN groups g ON g.client_id = gc.client_id AND g.id = gc.group_id
         WHERE gc.user_id = $1 AND g.club_id = $2 AND gc.from_date <= current_date + 7 AND (gc.to_date IS NULL OR gc.to_date >= ${recently})
         GROUP BY g.client_id, g.id),
       covers AS (SELECT g.client_id, g.id, x.date FROM session_exceptions x JOIN groups g ON g.client_id = x.client_id AND g.id = x.group_id
         WHERE ${coversNow('$1')} AND g.club_id = $2),
       covered AS (SELECT * FROM covers WHERE id NOT IN (SELECT id FROM taken)),
       own AS (SELECT client_id, id FROM taken UNION SELECT client_id, id FROM covered),
       of_today AS (SELECT client_id, id FROM taken WHERE now
         UNION SELECT c.client_id, c.id FROM covers c, day WHERE c.date = day.today)
       ${all ? `, seen AS (SELECT client_id, id FROM groups WHERE club_id = $2 AND (last_date IS NULL OR last_date >= ${recently}))` : ''}
       SELECT ARRAY(SELECT id FROM own ORDER BY id) AS own_groups, ${members('own', recently)} AS own,
         ARRAY(SELECT id FROM of_today ORDER BY id) AS today_groups, ${members('of_today', '(SELECT today FROM day)')} AS in_care,
         ARRAY(SELECT DISTINCT id FROM covered) AS covered, ARRAY(SELECT id || ' ' || date FROM covered ORDER BY id, date) AS covers
         ${all ? `, ARRAY(SELECT id FROM seen ORDER BY id) AS groups, ${members('seen', recently)} AS members` : ''}`,
      [userId, clubId, nowMs / 1000],
    ),
  )
  const [row] = rows
  const ownMembers = row?.own ?? []
  const ownGroups = row?.own_groups ?? []
  const groups = all ? [...new Set([...ownGroups, ...(row?.groups ?? [])])] : ownGroups
  const covers = (row?.covers ?? []).map((cover) => ` cover ${cover}`).join('')
  const today = ` today ${row?.today_groups.join() ?? ''}`
  const rights = (all ? `${ownGroups.join()} of ${groups.join()}` : ownGroups.join()) + covers + today
  return {
    groups,
    ownGroups,
    members: all ? [...new Set([...ownMembers, ...(row?.members ?? [])])] : ownMembers,
    inCare: row?.in_care ?? [],
    covered: row?.covered ?? [],
    hash: createHash('sha256').update(rights).digest('base64url').slice(0, 16),
  }
}

/**
 * A page of the changes at a club since the cursor `text`, as far as the coach may see them. An empty cursor starts a
 * full load; so does one that no longer fits the coach's rights or the database's epoch. `all` includes every group of
 * the club.
 */
export async function readChanges(
  tx: Tx,
  userId: string,
  clubId: string,
  text: string,
  nowMs: number,
  all = false,
): Promise<ChangesReply> {
  // the statements are sent together and run in this order
  const [scope, epoch, counters] = await Promise.all([
    scopeOf(tx, userId, clubId, nowMs, all),
    readEpoch(tx),
    tx.query<{ rev: number }>(prepared('SELECT rev FROM club_counters WHERE club_id = $1', [clubId])),
  ])
  const counter = counters.rows[0]?.rev ?? 0
  const from: Cursor | null =
    text === '' ? { club: clubId, rev: 0, kind: '', key: '', scope: scope.hash, epoch } : readCursor(text)
  const base = { epoch, serverTime: nowMs }
  if (!from || from.club !== clubId || from.scope !== scope.hash || from.epoch !== epoch || from.rev > counter) {
    return { ...base, from: text, cursor: '', rev: 0, more: true, reload: true, changes: [] }
  }
  const plans = await concernedPlans(tx, userId, scope.ownGroups)
  const { rows } = await tx.query<{ kind: ChangeKind; key: string; rev: number }>(
    prepared(
      `SELECT kind, key, rev FROM changes WHERE club_id = $1 AND (rev, kind, key) > ($2, $3, $4)
         AND CASE kind WHEN 'group' THEN key = ANY($6::uuid[]::text[]) WHEN 'plan' THEN key = ANY($7::uuid[]::text[])
           WHEN 'plan_group' THEN split_part(key, '/', 1) = ANY($8::uuid[]::text[]) WHEN 'erasure' THEN true ELSE member_id = ANY($5) END
       UNION ALL
       -- plans written at another club, by the coach or a colleague, may have no row in this club's list: a full load adds them
       SELECT 'plan', p::text, 0 FROM unnest($7::uuid[]) p WHERE $2 = 0 AND ('plan', p::text) > ($3, $4)
         AND NOT EXISTS (SELECT FROM changes WHERE club_id = $1 AND kind = 'plan' AND key = p::text)
       ORDER BY rev, kind, key LIMIT ${PAGE}`,
      [clubId, from.rev, from.kind, from.key, scope.members, scope.groups, plans, scope.ownGroups],
    ),
  )
  const data = await readData(tx, rows, scope, clubId, userId)
  const more = rows.length === PAGE
  const last = rows.at(-1)
  // the cursor skips changes that the coach may not see; no later commit has a revision below the counter
  const end = more && last ? last : { rev: Math.max(counter, last?.rev ?? 0), kind: AFTER_ALL, key: '' }
  return {
    ...base,
    from: text,
    cursor: writeCursor({ ...from, ...end }),
    rev: end.rev,
    more,
    reload: false,
    changes: rows.flatMap((row) => data.get(`${row.kind}:${row.key}`) ?? []),
  }
}

async function readData(
  tx: Tx,
  rows: readonly { kind: ChangeKind; key: string }[],
  scope: Scope,
  clubId: string,
  userId: string,
): Promise<Map<string, Change>> {
  const found = new Map<string, Change>()
  const kinds = [...new Set(rows.map((row) => row.kind))]
  await Promise.all(
    kinds.map(async (kind) => {
      const keys = rows.filter((row) => row.kind === kind).map((row) => row.key)
      const { sql, args } = sources[kind](keys, scope, clubId, userId)
      const answer = await tx.query<{ key: string; data: Change['data'] }>(prepared(sql, args))
      for (const row of answer.rows) found.set(`${kind}:${row.key}`, { kind, key: row.key, data: row.data } as Change)
    }),
  )
  return found
}

/** Builds the query for the data of changed keys. */
type Source = (keys: string[], scope: Scope, clubId: string, userId: string) => { sql: string; args: unknown[] }

const sources: Record<ChangeKind, Source> = {
  group: (keys, { groups, ownGroups, covered }, _clubId, userId) => ({
    sql: `SELECT g.id AS key, CASE WHEN g.id = ANY($5::uuid[]) THEN (${groupJson}::jsonb || jsonb_build_object('covering',
          (SELECT jsonb_agg(x.date ORDER BY x.date) FROM session_exceptions x WHERE x.client_id = g.client_id AND x.group_id = g.id AND ${coversNow('$1')})))::json
        WHEN g.id = ANY($4::uuid[]) THEN ${groupJson}
        ELSE (${groupJson}::jsonb || '{"imported": true}')::json END AS data
      FROM groups g WHERE g.id = ANY($2::uuid[]) AND g.id = ANY($3::uuid[])`,
    args: [userId, keys, groups, ownGroups, covered],
  }),
  member: (keys, { inCare }, clubId) => ({
    sql: `SELECT m.id AS key, json_build_object('uuid', m.id, 'firstname', m.firstname, 'lastname', m.lastname, 'dob', m.dob,
        'status', cm.status, 'medical', CASE WHEN m.id = ANY($3) THEN m.medical END,
        'note', CASE WHEN m.id = ANY($3) THEN cm.note END, 'phones', CASE WHEN m.id = ANY($3) THEN m.phones ELSE '{}' END, 'current_remote_node_id', m.current_remote_node_id) AS data
      FROM members m JOIN club_members cm ON cm.client_id = m.client_id AND cm.member_id = m.id AND cm.club_id = $2 AND cm.status <> 'merged'
      WHERE m.id = ANY($1::uuid[])`,
    args: [keys, clubId, inCare],
  }),
  group_member: (keys, { groups }) => ({
    sql: `SELECT gm.group_id || '/' || gm.member_id AS key, json_build_object('groupId', gm.group_id, 'memberUuid', gm.member_id,
        'from', gm.from_date, 'to', gm.to_date) AS data
      FROM unnest($1::text[]) k JOIN group_members gm ON gm.group_id = split_part(k, '/', 1)::uuid AND gm.member_id = split_part(k, '/', 2)::uuid
      WHERE gm.group_id = ANY($2::uuid[]) ORDER BY gm.from_date`,
    args: [keys, groups],
  }),
  // LATERAL forces one lookup by primary key for each key; the planner may otherwise read all results of all members
  result: (keys) => ({
    sql: `SELECT k AS key, json_build_object('memberUuid', r.member_id,
        'schemeSlug', (SELECT s.slug FROM schemes s WHERE s.client_id = r.client_id AND s.id = r.scheme_id), 'nodeId', r.node_id,
        'grade', r.grade, 'pass', r.pass, 'ts', r.ts, 'since', r.since, 'authorUuid', r.author_id,
        'authorName', (SELECT u.firstname || ' ' || u.lastname FROM users u WHERE u.client_id = r.client_id AND u.id = r.author_id),
        'stamp', json_build_object('ms', r.stamp_ms, 'counter', r.stamp_counter, 'deviceId', r.stamp_device, 'deviceSeq', r.stamp_seq)) AS data
      FROM unnest($1::text[]) k CROSS JOIN LATERAL (
        SELECT * FROM results r WHERE r.member_id = split_part(k, '/', 1)::uuid AND r.scheme_id = split_part(k, '/', 2)::uuid
          AND r.node_id = substr(k, 74) LIMIT 1) r`,
    args: [keys],
  }),
  conflict: (keys) => ({
    sql: `SELECT k AS key, CASE WHEN c.settled_at IS NULL THEN json_build_object('id', c.id, 'memberUuid', c.member_id,
        'schemeSlug', (SELECT s.slug FROM schemes s WHERE s.client_id = c.client_id AND s.id = c.scheme_id), 'nodeId', c.node_id,
        'marks', (SELECT json_agg(json_build_object('opId', a.op_id, 'authorUuid', a.author_id, 'authorName', u.firstname || ' ' || u.lastname,
            'grade', a.grade, 'pass', a.pass, 'ts', a.ts, 'wins', (a.stamp_device, a.stamp_seq) = (r.stamp_device, r.stamp_seq))
            ORDER BY a.stamp_ms, a.stamp_counter, a.stamp_device, a.stamp_seq)
          FROM assessments a JOIN users u ON u.client_id = a.client_id AND u.id = a.author_id
          WHERE a.client_id = c.client_id AND a.op_id = ANY(c.ops))) END AS data
      FROM unnest($1::text[]) k JOIN conflicts c ON c.id = split_part(k, '/', 2)::uuid
      JOIN results r ON r.client_id = c.client_id AND r.member_id = c.member_id AND r.scheme_id = c.scheme_id AND r.node_id = c.node_id`,
    args: [keys],
  }),
  plan: (keys, { ownGroups }, _clubId, userId) => ({ sql: planSql, args: [keys, userId, ownGroups] }),
  plan_group: (keys, { ownGroups }) => ({ sql: planGroupSql, args: [keys, ownGroups] }),
  // attendance of the last four weeks only; older sessions are shown by the club portal's reports
  register: (keys, { inCare }) => ({
    sql: `SELECT k AS key, json_build_object('kind', r.kind, 'lane', r.lane, 'memberUuid', r.member_id, 'groupId', r.group_id, 'date', r.date,
        'schemeSlug', (SELECT s.slug FROM schemes s WHERE s.client_id = r.client_id AND s.id = r.scheme_id), 'nodeId', r.node_id,
        'value', r.value, 'ts', r.ts, 'authorUuid', r.author_id,
        'authorName', (SELECT u.firstname || ' ' || u.lastname FROM users u WHERE u.client_id = r.client_id AND u.id = r.author_id)) AS data
      FROM unnest($1::text[]) k CROSS JOIN LATERAL (SELECT * FROM registers r WHERE r.lane = substr(k, 38) LIMIT 1) r
      WHERE r.value IS NOT NULL AND (r.date IS NULL OR r.date >= current_date - 28)
        AND (r.kind <> 'note' OR r.member_id = ANY($2))`,
    args: [keys, inCare],
  }),
  erasure: (keys) => ({
    sql: `SELECT k AS key, json_build_object('memberUuid', k) AS data FROM unnest($1::text[]) k`,
    args: [keys],
  }),
}
