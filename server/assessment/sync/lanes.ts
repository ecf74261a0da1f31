import type { Outcome } from '#contract/assessment/sync.ts'
import type { MarkEdit, MarkFold } from '#domain/assessment/mark.ts'
import { execute, queryRows, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import type { CheckedOf } from './check-operations.ts'
import { storedHash } from './operations.ts'

/** A mark that passed all checks. */
export interface CheckedMark extends Pick<CheckedOf<'mark'>, 'op' | 'payload' | 'deviceId'> {
  schemeId: string
  /** The time at which the skill was performed, unix seconds. */
  ts: number
}

/** A mark that is not in its lane's history yet. */
export interface ArrivingMark {
  mark: CheckedMark
  /** The mark as an edit of its lane, with a stamp that is not ahead of the server's clock. */
  edit: MarkEdit
  /** The device's stamp was ahead of the server's clock and was set back. */
  clamped: boolean
}

/** A mark of a lane's history, with its author. */
export interface PastEdit extends MarkEdit {
  authorId: string
}

export function laneKey(memberId: string, schemeId: string, nodeId: string): string {
  return `${memberId}/${schemeId}${nodeId}`
}

const HISTORY = tenantStatement(
  'assessment/read-history-of-lanes',
  `SELECT lane.number::int AS lane_number, op_id, author_id, grade, pass, ts, stamp_ms, stamp_counter, stamp_device,
     stamp_seq, superseded_by_own_edit
   FROM unnest($2::uuid[], $3::uuid[], $4::text[]) WITH ORDINALITY lane (member, scheme, node, number)
   JOIN assessments ON assessments.client_id = $1 AND assessments.member_id = lane.member
     AND assessments.scheme_id = lane.scheme AND assessments.node_id = lane.node`,
  { prepare: true },
)

/** All marks of one node of one member. */
interface Lane {
  memberId: string
  schemeId: string
  nodeId: string
}

/** The lane of a mark. */
export function laneOf({ payload: { memberUuid: memberId, schemeNodeId: nodeId }, schemeId }: CheckedMark): Lane {
  return { memberId, schemeId, nodeId }
}

/** The whole history of these lanes, by lane key. */
export async function readHistory(tx: Tx, ofLanes: readonly Lane[]): Promise<Map<string, PastEdit[]>> {
  const laneByKey = new Map(ofLanes.map((lane) => [laneKey(lane.memberId, lane.schemeId, lane.nodeId), lane]))
  const lanes = [...laneByKey.values()]
  const rows = await queryRows(tx, HISTORY, [
    lanes.map(({ memberId }) => memberId),
    lanes.map(({ schemeId }) => schemeId),
    lanes.map(({ nodeId }) => nodeId),
  ])
  const histories = lanes.map((): PastEdit[] => [])
  for (const row of rows) {
    histories[row.lane_number - 1]?.push({
      opId: row.op_id,
      authorId: row.author_id,
      grade: row.grade,
      pass: row.pass,
      ts: row.ts,
      supersededByOwnEdit: row.superseded_by_own_edit,
      stamp: { ms: row.stamp_ms, counter: row.stamp_counter, deviceId: row.stamp_device, deviceSeq: row.stamp_seq },
    })
  }
  return new Map([...laneByKey.keys()].map((key, index) => [key, histories[index] ?? []]))
}

const INSERT_ASSESSMENTS = tenantStatement(
  'assessment/insert-assessments',
  `INSERT INTO assessments (client_id, author_id, op_id, member_id, scheme_id, node_id, grade, pass, ts, date,
     entered_ts, club_id, group_id, stamp_ms, stamp_counter, stamp_device, stamp_seq, clamped, superseded_by_own_edit,
     superseded, payload_hash, log_id)
   SELECT $1, *, nextval('audit_log_id_seq')
   FROM unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::uuid[], $6::text[], $7::int[], $8::int[], $9::bigint[],
     $10::date[], $11::bigint[], $12::uuid[], $13::uuid[], $14::bigint[], $15::int[], $16::uuid[], $17::bigint[],
     $18::boolean[], $19::boolean[], $20::boolean[], $21::bytea[]) RETURNING client_id`,
  { prepare: true },
)

/**
 * Adds the arriving marks to the history, including those that did not win. Each is its own entry of the audit log, from
 * which it takes its number (decision 115), and tells by itself that it was delivered (decision 130).
 */
export async function appendHistory(
  tx: Tx,
  lanes: readonly FoldedLane[],
  outcomes: ReadonlyMap<string, Outcome>,
): Promise<void> {
  const arriving = lanes.flatMap((lane) => lane.arriving)
  if (arriving.length === 0) return
  const supersededByOwnEdit = new Set(
    lanes.flatMap(({ fold }) => fold.stored.filter((edit) => edit.supersededByOwnEdit).map((edit) => edit.opId)),
  )
  const column = <T>(pick: (arrived: ArrivingMark) => T) => arriving.map(pick)
  await execute(tx, INSERT_ASSESSMENTS, [
    column((arrived) => arrived.mark.op.authorUuid),
    column((arrived) => arrived.mark.op.opId),
    column((arrived) => arrived.mark.payload.memberUuid),
    column((arrived) => arrived.mark.schemeId),
    column((arrived) => arrived.mark.payload.schemeNodeId),
    column((arrived) => arrived.edit.grade),
    column((arrived) => arrived.edit.pass),
    column((arrived) => arrived.edit.ts),
    column((arrived) => arrived.mark.payload.assessmentDate),
    column((arrived) => arrived.mark.payload.timestamp),
    column((arrived) => arrived.mark.op.club),
    column((arrived) => arrived.mark.payload.groupId),
    column((arrived) => arrived.edit.stamp.ms),
    column((arrived) => arrived.edit.stamp.counter),
    column((arrived) => arrived.edit.stamp.deviceId),
    column((arrived) => arrived.edit.stamp.deviceSeq),
    column((arrived) => arrived.clamped),
    column((arrived) => supersededByOwnEdit.has(arrived.edit.opId)),
    column((arrived) => outcomes.get(arrived.edit.opId)?.outcome !== 'applied'),
    column((arrived) => Buffer.from(storedHash(arrived.mark.op), 'hex')),
  ])
}

/** A lane with the marks of a batch folded into its history. */
export interface FoldedLane extends Lane {
  fold: MarkFold
  /** The author of the mark that counts. */
  winnerAuthorId: string
  arriving: ArrivingMark[]
}

const WRITE_RESULTS = tenantStatement(
  'assessment/write-results',
  `INSERT INTO results (client_id, author_id, member_id, scheme_id, node_id, grade, pass, ts, since,
     stamp_ms, stamp_counter, stamp_device, stamp_seq)
   SELECT $1, * FROM unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::int[], $7::int[], $8::bigint[],
       $9::bigint[], $10::bigint[], $11::int[], $12::uuid[], $13::bigint[])
     winner (author, member, scheme, node, grade, pass, ts, since, ms, counter, device, seq)
   ORDER BY member, scheme, node
   ON CONFLICT (client_id, member_id, scheme_id, node_id) DO UPDATE SET
     author_id = excluded.author_id, grade = excluded.grade, pass = excluded.pass, ts = excluded.ts,
     since = excluded.since, stamp_ms = excluded.stamp_ms, stamp_counter = excluded.stamp_counter,
     stamp_device = excluded.stamp_device, stamp_seq = excluded.stamp_seq RETURNING client_id`,
  { prepare: true },
)

/**
 * Writes the winner of each lane as its result, after the history. It is written even when the winner is the same as
 * before, because an older mark that arrives late can change the result's `since`.
 */
export async function writeResults(tx: Tx, lanes: readonly FoldedLane[]): Promise<void> {
  if (lanes.length === 0) return
  const column = <T>(pick: (lane: FoldedLane) => T) => lanes.map(pick)
  await execute(tx, WRITE_RESULTS, [
    column((lane) => lane.winnerAuthorId),
    column((lane) => lane.memberId),
    column((lane) => lane.schemeId),
    column((lane) => lane.nodeId),
    column((lane) => lane.fold.result.grade),
    column((lane) => lane.fold.result.pass),
    column((lane) => lane.fold.result.ts),
    column((lane) => lane.fold.result.since),
    column((lane) => lane.fold.winner.stamp.ms),
    column((lane) => lane.fold.winner.stamp.counter),
    column((lane) => lane.fold.winner.stamp.deviceId),
    column((lane) => lane.fold.winner.stamp.deviceSeq),
  ])
}
