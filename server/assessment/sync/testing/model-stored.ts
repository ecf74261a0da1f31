import type { Result } from '#domain/assessment/engine.ts'
import type { Stamp } from '#domain/assessment/stamp.ts'
import type { ModelWorld } from './model-world.ts'

interface StoredOp {
  client: string
  outcome: string
  /** The user whose token sent it. */
  sender: string
  /** The author in the history of marks. */
  author: string | null
  /** The number of assessments that it made. */
  effects: number
  /** The number of its entries in the audit log. */
  audited: number
  /** Whether its stamp was ahead of the server's time and was set back. */
  clamped: boolean
}

/** What the server holds of all clients; the results' keys are member id and node id joined. */
export interface Stored {
  ops: ReadonlyMap<string, StoredOp>
  results: ReadonlyMap<string, Result & { author: string; stamp: Stamp }>
  /** Members that were ever marked, with client and scheme. */
  marked: ReadonlyMap<string, { client: string; scheme: string }>
  /** By member, as lines that can be compared: node id, state and numbers. */
  progress: ReadonlyMap<string, readonly string[]>
  /** By member, likewise; only awards that are still held. */
  awards: ReadonlyMap<string, readonly string[]>
  /** Open conflicts: id and member. */
  conflicts: readonly [string, string][]
  /** The members of a club, also those in no group, and its guests. */
  members: (club: string) => string[]
  /** Whether a member is a guest in a group. */
  guestIn: (group: string, member: string) => boolean
  /** `group/member from to`, the latest stay of each. */
  stays: readonly string[]
  /** The client of each club. */
  clubs: ReadonlyMap<string, string>
}

/** SQL of everything that the server holds of all clients, as one JSON object. */
const STORED_SQL = `SELECT json_build_object(
  'ops', (SELECT coalesce(json_agg(json_build_object('op', delivered_operations.op_id, 'client', delivered_operations.client_id,
    'outcome', delivered_operations.outcome, 'sender', delivered_operations.author_id,
      'author', (SELECT min(assessments.author_id::text) FROM assessments WHERE assessments.op_id = delivered_operations.op_id),
      'effects', (SELECT count(*) FROM assessments WHERE assessments.op_id = delivered_operations.op_id),
      'audited', (SELECT count(*) FROM audit_entries
        WHERE audit_entries.action = 'mark' AND audit_entries.after ->> 'op' = delivered_operations.op_id::text),
      'clamped', (SELECT coalesce(bool_or(assessments.clamped), false) FROM assessments
        WHERE assessments.op_id = delivered_operations.op_id))), '[]') FROM delivered_operations),
  'results', (SELECT coalesce(json_agg(json_build_object('lane', member_id || node_id, 'grade', grade, 'pass', pass,
    'ts', ts, 'since', since, 'author', author_id,
      'stamp', json_build_object('ms', stamp_ms, 'counter', stamp_counter, 'deviceId', stamp_device,
        'deviceSeq', stamp_seq))), '[]') FROM results),
  'marked', (SELECT coalesce(json_agg(json_build_object('member', member_id, 'client', client_id,
    'scheme', scheme_id)), '[]') FROM member_schemes),
  'progress', (SELECT coalesce(json_agg(json_build_array(member_id,
    concat_ws(' ', node_id, state, percent, forced::text, coalesce(completed_ts::text, 'null')))), '[]')
    FROM progress),
  'awards', (SELECT coalesce(json_agg(json_build_array(member_id,
    concat_ws(' ', node_id, forced::text, completed_ts))), '[]') FROM awards WHERE ended_at IS NULL),
  'conflicts', (SELECT coalesce(json_agg(json_build_array(id, member_id)), '[]') FROM conflicts
    WHERE settled_at IS NULL),
  'members', (SELECT json_agg(json_build_array(club_id, member_id)) FROM
    (SELECT club_id, member_id FROM club_members UNION ALL SELECT club_id, member_id FROM guests) of_club),
  'guests', (SELECT coalesce(json_agg(group_id || '/' || member_id), '[]') FROM guests),
  'stays', (SELECT json_agg(concat_ws(' ', group_id || '/' || member_id, from_date, coalesce(to_date::text, 'null')))
    FROM
      (SELECT DISTINCT ON (group_id, member_id) group_id, member_id, from_date, to_date FROM
        (SELECT group_id, member_id, from_date, to_date FROM group_members
         UNION ALL SELECT group_id, member_id, from_date, to_date FROM guests) stay
        ORDER BY group_id, member_id, from_date DESC) latest),
  'clubs', (SELECT json_agg(json_build_array(id, client_id)) FROM clubs)) AS stored`

/** The object of `STORED_SQL`. */
interface StoredJson {
  ops: (StoredOp & { op: string })[]
  results: (Result & { lane: string; author: string; stamp: Stamp })[]
  marked: { member: string; client: string; scheme: string }[]
  progress: [string, string][]
  awards: [string, string][]
  conflicts: [string, string][]
  members: [string, string][]
  guests: string[]
  stays: string[]
  clubs: [string, string][]
}

/** The lines of each member, in alphabetical order, from pairs of member and line. */
function linesByMember(pairs: readonly [string, string][]): Map<string, string[]> {
  const lines = new Map<string, string[]>()
  for (const [member, line] of pairs.toSorted(([, a], [, b]) => (a < b ? -1 : 1)))
    lines.set(member, [...(lines.get(member) ?? []), line])
  return lines
}

export async function readStored(world: ModelWorld): Promise<Stored> {
  const { rows } = await world.base.owner.query<{ stored: StoredJson }>(STORED_SQL)
  const json = rows[0]?.stored
  if (!json) throw new Error('nothing stored')
  return {
    ops: new Map(json.ops.map((op) => [op.op, op])),
    results: new Map(json.results.map(({ lane, ...result }) => [lane, result])),
    marked: new Map(json.marked.map(({ member, ...rest }) => [member, rest])),
    progress: linesByMember(json.progress),
    awards: linesByMember(json.awards),
    conflicts: json.conflicts,
    members: (club) => json.members.filter(([memberClub]) => memberClub === club).map(([, member]) => member),
    guestIn: (group, member) => json.guests.includes(`${group}/${member}`),
    stays: json.stays,
    clubs: new Map(json.clubs),
  }
}

/** What identifies the winning edit of each lane, without the rest of its stamp. */
type WinningStamps = ReadonlyMap<string, { deviceId: string; deviceSeq: number }>

/**
 * The stamp of each lane's result, by member id and node id joined. The model calls it after every sync, where
 * `readStored` would take too long.
 */
export async function readWinningStamps(world: ModelWorld): Promise<WinningStamps> {
  const { rows } = await world.base.owner.query<{ lane: string; deviceId: string; deviceSeq: number }>(
    'SELECT member_id || node_id AS lane, stamp_device AS "deviceId", stamp_seq AS "deviceSeq" FROM results',
  )
  return new Map(rows.map((row) => [row.lane, row]))
}
