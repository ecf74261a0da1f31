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
  effects: number
  audited: number
  clamped: boolean
}

/** What the server holds of all clients; the results' keys are member id and node id joined. */
export interface Stored {
  ops: ReadonlyMap<string, StoredOp>
  results: ReadonlyMap<string, Result & { author: string; stamp: Stamp }>
  /** Members that were ever marked, with client and scheme. */
  marked: ReadonlyMap<string, { client: string; scheme: string }>
  progress: ReadonlyMap<string, readonly string[]>
  awards: ReadonlyMap<string, readonly string[]>
  /** Open conflicts: id and member. */
  conflicts: readonly [string, string][]
  members: (club: string) => string[]
  /** `group/member from to`, the latest stay of each. */
  stays: readonly string[]
  clubs: ReadonlyMap<string, string>
}

const QUERY = `SELECT json_build_object(
  'ops', (SELECT coalesce(json_agg(json_build_object('op', o.op_id, 'client', o.client_id, 'outcome', o.outcome, 'sender', o.author_id,
      'author', (SELECT min(a.author_id::text) FROM assessments a WHERE a.op_id = o.op_id),
      'effects', (SELECT count(*) FROM assessments a WHERE a.op_id = o.op_id),
      'audited', (SELECT count(*) FROM audit_log l WHERE l.action = 'mark' AND l.after ->> 'op' = o.op_id::text),
      'clamped', (SELECT coalesce(bool_or(a.clamped), false) FROM assessments a WHERE a.op_id = o.op_id))), '[]') FROM sync_ops o),
  'results', (SELECT coalesce(json_agg(json_build_object('lane', member_id || node_id, 'grade', grade, 'pass', pass, 'ts', ts, 'since', since, 'author', author_id,
      'stamp', json_build_object('ms', stamp_ms, 'counter', stamp_counter, 'deviceId', stamp_device, 'deviceSeq', stamp_seq))), '[]') FROM results),
  'marked', (SELECT coalesce(json_agg(json_build_object('member', member_id, 'client', client_id, 'scheme', scheme_id)), '[]') FROM member_schemes),
  'progress', (SELECT coalesce(json_agg(json_build_array(member_id, concat_ws(' ', node_id, state, percent, forced::text, coalesce(completed_ts::text, 'null')))), '[]') FROM progress),
  'awards', (SELECT coalesce(json_agg(json_build_array(member_id, concat_ws(' ', node_id, forced::text, completed_ts))), '[]') FROM awards WHERE ended_at IS NULL),
  'conflicts', (SELECT coalesce(json_agg(json_build_array(id, member_id)), '[]') FROM conflicts WHERE settled_at IS NULL),
  'members', (SELECT json_agg(json_build_array(club_id, member_id)) FROM club_members),
  'stays', (SELECT json_agg(concat_ws(' ', group_id || '/' || member_id, from_date, coalesce(to_date::text, 'null'))) FROM
      (SELECT DISTINCT ON (group_id, member_id) * FROM group_members ORDER BY group_id, member_id, from_date DESC) s),
  'clubs', (SELECT json_agg(json_build_array(id, client_id)) FROM clubs)) AS stored`

interface Answer {
  ops: (StoredOp & { op: string })[]
  results: (Result & { lane: string; author: string; stamp: Stamp })[]
  marked: { member: string; client: string; scheme: string }[]
  progress: [string, string][]
  awards: [string, string][]
  conflicts: [string, string][]
  members: [string, string][]
  stays: string[]
  clubs: [string, string][]
}

function lines(pairs: readonly [string, string][]): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const [member, line] of pairs.toSorted(([, a], [, b]) => (a < b ? -1 : 1)))
    found.set(member, [...(found.get(member) ?? []), line])
  return found
}

export async function readStored(world: ModelWorld): Promise<Stored> {
  const { rows } = await world.base.owner.query<{ stored: Answer }>(QUERY)
  const answer = rows[0]?.stored
  if (!answer) throw new Error('nothing stored')
  return {
    ops: new Map(answer.ops.map((op) => [op.op, op])),
    results: new Map(answer.results.map(({ lane, ...result }) => [lane, result])),
    marked: new Map(answer.marked.map(({ member, ...rest }) => [member, rest])),
    progress: lines(answer.progress),
    awards: lines(answer.awards),
    conflicts: answer.conflicts,
    members: (club) => answer.members.filter(([memberClub]) => memberClub === club).map(([, member]) => member),
    stays: answer.stays,
    clubs: new Map(answer.clubs),
  }
}

type StoredStamps = ReadonlyMap<string, { deviceId: string; deviceSeq: number }>

/** The stamp of each lane's result. It is read after every step, so it reads nothing else. */
export async function readHolders(world: ModelWorld): Promise<StoredStamps> {
  const { rows } = await world.base.owner.query<{ lane: string; deviceId: string; deviceSeq: number }>(
    'SELECT member_id || node_id AS lane, stamp_device AS "deviceId", stamp_seq AS "deviceSeq" FROM results',
  )
  return new Map(rows.map((row) => [row.lane, row]))
}
