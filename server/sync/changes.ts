import { createHash } from 'node:crypto'
import type { Change, ChangesReply } from '#contract/sync.ts'
import { groupJson } from '#server/groups/queries.ts'
import { prepared, type Tx } from '#server/tenancy.ts'
import { readEpoch } from './push.ts'

const PAGE = 500
/** Sorts after every kind. */
const AFTER_ALL = 'z'

/** Where a device stands: after which row of which club's change list, seen with which rights, in which epoch. */
interface Cursor {
  club: string
  rev: number
  kind: string
  key: string
  scope: string
  epoch: string
}

function write(cursor: Cursor): string {
  return Buffer.from(
    JSON.stringify([cursor.club, cursor.rev, cursor.kind, cursor.key, cursor.scope, cursor.epoch]),
  ).toString('base64url')
}

function read(text: string): Cursor | null {
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
    if (!Array.isArray(parts) || parts.length !== 6) return null
    const [club, rev, kind, key, scope, epoch] = parts.map(String)
    const at = Number(rev)
    if (
      club === undefined ||
      kind === undefined ||
      key === undefined ||
      scope === undefined ||
      epoch === undefined ||
      !Number.isSafeInteger(at)
    )
      return null
    return { club, rev: at, kind, key, scope, epoch }
  } catch {
    return null
  }
}

interface Scope {
  groups: string[]
  members: string[]
  hash: string
}

/** What a coach may hold: own groups of the club, from 30 days back, and who is or was in them. The hash covers rights only. */
async function scopeOf(tx: Tx, userId: string, clubId: string): Promise<Scope> {
  const { rows } = await tx.query<{ groups: string[]; members: string[] }>(
    prepared(
      `WITH own AS (
         SELECT DISTINCT g.client_id, g.id FROM group_coaches gc JOIN groups g ON g.client_id = gc.client_id AND g.id = gc.group_id
         WHERE gc.user_id = $1 AND g.club_id = $2 AND gc.from_date <= current_date + 7 AND (gc.to_date IS NULL OR gc.to_date >= current_date - 30))
       SELECT ARRAY(SELECT id FROM own ORDER BY id) AS groups,
         ARRAY(SELECT DISTINCT gm.member_id FROM own JOIN group_members gm ON gm.client_id = own.client_id AND gm.group_id = own.id
           WHERE gm.to_date IS NULL OR gm.to_date >= current_date - 30) AS members`,
      [userId, clubId],
    ),
  )
  const { groups = [], members = [] } = rows[0] ?? {}
  return { groups, members, hash: createHash('sha256').update(groups.join()).digest('base64url').slice(0, 16) }
}

/** One page of what changed for a coach in one club since `text`; an empty cursor starts a full load. */
export async function readChanges(
  tx: Tx,
  userId: string,
  clubId: string,
  text: string,
  nowMs: number,
): Promise<ChangesReply> {
  const scope = await scopeOf(tx, userId, clubId)
  const epoch = await readEpoch(tx)
  const counter =
    (await tx.query<{ rev: number }>(prepared('SELECT rev FROM club_counters WHERE club_id = $1', [clubId]))).rows[0]
      ?.rev ?? 0
  const from: Cursor | null =
    text === '' ? { club: clubId, rev: 0, kind: '', key: '', scope: scope.hash, epoch } : read(text)
  const base = { epoch, serverTime: nowMs }
  if (!from || from.club !== clubId || from.scope !== scope.hash || from.epoch !== epoch || from.rev > counter) {
    return { ...base, from: text, cursor: '', rev: 0, more: true, reload: true, changes: [] }
  }
  const { rows } = await tx.query<{ kind: Change['kind']; key: string; rev: number }>(
    prepared(
      `SELECT kind, key, rev FROM changes WHERE club_id = $1 AND (rev, kind, key) > ($2, $3, $4)
         AND (member_id = ANY($5) OR (kind = 'group' AND key = ANY($6::uuid[]::text[])))
       ORDER BY rev, kind, key LIMIT ${PAGE}`,
      [clubId, from.rev, from.kind, from.key, scope.members, scope.groups],
    ),
  )
  const data = await readData(tx, rows, scope.groups, clubId)
  const more = rows.length === PAGE
  const last = rows.at(-1)
  // past everything that is not this coach's, too: nothing commits below the counter any more
  const end = more && last ? last : { rev: Math.max(counter, last?.rev ?? 0), kind: AFTER_ALL, key: '' }
  return {
    ...base,
    from: text,
    cursor: write({ ...from, ...end }),
    rev: end.rev,
    more,
    reload: false,
    changes: rows.flatMap((row) => data.get(`${row.kind}:${row.key}`) ?? []),
  }
}

async function readData(
  tx: Tx,
  rows: readonly { kind: Change['kind']; key: string }[],
  groups: string[],
  clubId: string,
): Promise<Map<string, Change>> {
  const found = new Map<string, Change>()
  for (const kind of ['group', 'member', 'group_member', 'result', 'conflict', 'register'] as const) {
    const keys = rows.filter((row) => row.kind === kind).map((row) => row.key)
    if (keys.length === 0) continue
    const { sql, args } = sources[kind](keys, groups, clubId)
    const answer = await tx.query<{ key: string; data: Change['data'] }>(prepared(sql, args))
    for (const row of answer.rows) found.set(`${kind}:${row.key}`, { kind, key: row.key, data: row.data } as Change)
  }
  return found
}

type Source = (keys: string[], groups: string[], clubId: string) => { sql: string; args: unknown[] }

const sources: Record<Change['kind'], Source> = {
  group: (keys, groups) => ({
    sql: `SELECT g.id AS key, ${groupJson} AS data FROM groups g WHERE g.id = ANY($1::uuid[]) AND g.id = ANY($2::uuid[])`,
    args: [keys, groups],
  }),
  member: (keys, _groups, clubId) => ({
    sql: `SELECT m.id AS key, json_build_object('uuid', m.id, 'firstname', m.firstname, 'lastname', m.lastname, 'dob', m.dob,
        'status', cm.status, 'medical', m.medical, 'note', cm.note, 'current_remote_node_id', m.current_remote_node_id) AS data
      FROM members m JOIN club_members cm ON cm.client_id = m.client_id AND cm.member_id = m.id AND cm.club_id = $2
      WHERE m.id = ANY($1::uuid[])`,
    args: [keys, clubId],
  }),
  group_member: (keys, groups) => ({
    sql: `SELECT gm.group_id || '/' || gm.member_id AS key, json_build_object('groupId', gm.group_id, 'memberUuid', gm.member_id,
        'from', gm.from_date, 'to', gm.to_date) AS data
      FROM unnest($1::text[]) k JOIN group_members gm ON gm.group_id = split_part(k, '/', 1)::uuid AND gm.member_id = split_part(k, '/', 2)::uuid
      WHERE gm.group_id = ANY($2::uuid[]) ORDER BY gm.from_date`,
    args: [keys, groups],
  }),
  // one look-up by primary key for each: a plan by estimates may read every result of every member for each page
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
  // of attendance the last four weeks: more is a report's to show
  register: (keys) => ({
    sql: `SELECT k AS key, json_build_object('kind', r.kind, 'lane', r.lane, 'memberUuid', r.member_id, 'groupId', r.group_id, 'date', r.date,
        'schemeSlug', (SELECT s.slug FROM schemes s WHERE s.client_id = r.client_id AND s.id = r.scheme_id), 'nodeId', r.node_id,
        'value', r.value, 'ts', r.ts, 'authorUuid', r.author_id,
        'authorName', (SELECT u.firstname || ' ' || u.lastname FROM users u WHERE u.client_id = r.client_id AND u.id = r.author_id)) AS data
      FROM unnest($1::text[]) k CROSS JOIN LATERAL (SELECT * FROM registers r WHERE r.lane = substr(k, 38) LIMIT 1) r
      WHERE r.value IS NOT NULL AND (r.date IS NULL OR r.date >= current_date - 28)`,
    args: [keys],
  }),
}
