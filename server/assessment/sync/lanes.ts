import type { MarkEdit, LaneFold } from '#domain/assessment/mark.ts'
import { prepared, type Tx } from '#server/platform/tenancy.ts'
import type { CheckedMark } from './check-marks.ts'

/** A mark that is not in its lane's history yet, with its stamp clamped to the server's time. */
export interface ArrivingMark {
  mark: CheckedMark
  edit: MarkEdit
  clamped: boolean
}

/** An edit of a lane's history, with its author. */
export interface PastEdit extends MarkEdit {
  authorId: string
}

interface HistoryRow {
  /** The number of the lane in the query, from 1. */
  k: number
  op_id: string
  author_id: string
  grade: number
  pass: number
  ts: number
  stamp_ms: number
  stamp_counter: number
  stamp_device: string
  stamp_seq: number
  superseded_by_own_edit: boolean
}

export function laneKey(memberId: string, schemeId: string, nodeId: string): string {
  return `${memberId}/${schemeId}${nodeId}`
}

/** The whole history of the lanes of these marks, by lane key. */
export async function readHistory(tx: Tx, marks: readonly CheckedMark[]): Promise<Map<string, PastEdit[]>> {
  const lanes = new Map(marks.map((m) => [laneKey(m.payload.memberUuid, m.schemeId, m.payload.schemeNodeId), m]))
  const firstMarks = [...lanes.values()]
  const { rows } = await tx.query<HistoryRow>(
    prepared(
      `SELECT t.k::int, op_id, author_id, grade, pass, ts, stamp_ms, stamp_counter, stamp_device, stamp_seq, superseded_by_own_edit
     FROM unnest($1::uuid[], $2::uuid[], $3::text[]) WITH ORDINALITY t (m, s, n, k)
     JOIN assessments a ON a.member_id = t.m AND a.scheme_id = t.s AND a.node_id = t.n`,
      [
        firstMarks.map((m) => m.payload.memberUuid),
        firstMarks.map((m) => m.schemeId),
        firstMarks.map((m) => m.payload.schemeNodeId),
      ],
    ),
  )
  const found = firstMarks.map((): PastEdit[] => [])
  for (const row of rows) {
    found[row.k - 1]?.push({
      opId: row.op_id,
      authorId: row.author_id,
      grade: row.grade,
      pass: row.pass,
      ts: row.ts,
      supersededByOwnEdit: row.superseded_by_own_edit,
      stamp: { ms: row.stamp_ms, counter: row.stamp_counter, deviceId: row.stamp_device, deviceSeq: row.stamp_seq },
    })
  }
  return new Map([...lanes.keys()].map((key, k) => [key, found[k] ?? []]))
}

/** Adds the arriving marks to the history, those that did not win included. */
export async function appendHistory(
  tx: Tx,
  clientId: string,
  authorId: string,
  lanes: readonly FoldedLane[],
): Promise<void> {
  const arriving = lanes.flatMap((lane) => lane.arriving)
  if (arriving.length === 0) return
  const supersededByOwnEdit = new Set(
    lanes.flatMap((l) => l.fold.stored.filter((edit) => edit.supersededByOwnEdit).map((edit) => edit.opId)),
  )
  const column = (pick: (a: ArrivingMark) => unknown) => arriving.map(pick)
  await tx.query(
    prepared(
      `INSERT INTO assessments (client_id, author_id, op_id, member_id, scheme_id, node_id, grade, pass, ts, date, entered_ts, club_id,
       group_id, stamp_ms, stamp_counter, stamp_device, stamp_seq, clamped, superseded_by_own_edit)
     SELECT $1, $2, * FROM unnest($3::uuid[], $4::uuid[], $5::uuid[], $6::text[], $7::int[], $8::int[], $9::bigint[], $10::date[],
       $11::bigint[], $12::uuid[], $13::uuid[], $14::bigint[], $15::int[], $16::uuid[], $17::bigint[], $18::boolean[], $19::boolean[])`,
      [
        clientId,
        authorId,
        column((a) => a.mark.op.opId),
        column((a) => a.mark.payload.memberUuid),
        column((a) => a.mark.schemeId),
        column((a) => a.mark.payload.schemeNodeId),
        column((a) => a.edit.grade),
        column((a) => a.edit.pass),
        column((a) => a.edit.ts),
        column((a) => a.mark.payload.assessmentDate),
        column((a) => a.mark.payload.timestamp),
        column((a) => a.mark.op.club),
        column((a) => a.mark.payload.groupId),
        column((a) => a.edit.stamp.ms),
        column((a) => a.edit.stamp.counter),
        column((a) => a.edit.stamp.deviceId),
        column((a) => a.edit.stamp.deviceSeq),
        column((a) => a.clamped),
        column((a) => supersededByOwnEdit.has(a.edit.opId)),
      ],
    ),
  )
}

/** A lane into whose history the marks of a batch are folded. */
export interface FoldedLane {
  memberId: string
  schemeId: string
  nodeId: string
  fold: LaneFold
  arriving: ArrivingMark[]
}

/**
 * Writes the winner of each lane; the history must have been written before. It is written even when the winner is the
 * same as before, because an older mark that arrives late can move `since`.
 */
export async function writeResults(
  tx: Tx,
  clientId: string,
  authorId: string,
  lanes: readonly FoldedLane[],
): Promise<void> {
  if (lanes.length === 0) return
  const column = (pick: (l: FoldedLane) => unknown) => lanes.map(pick)
  await tx.query(
    prepared(
      `INSERT INTO results (client_id, author_id, member_id, scheme_id, node_id, grade, pass, ts, since, stamp_ms, stamp_counter, stamp_device, stamp_seq)
     SELECT $1, coalesce((SELECT a.author_id FROM assessments a WHERE a.client_id = $1 AND a.op_id = t.earlier), $2),
       m, s, n, grade, pass, ts, since, ms, counter, device, seq
     FROM unnest($3::uuid[], $4::uuid[], $5::text[], $6::int[], $7::int[], $8::bigint[], $9::bigint[], $10::bigint[], $11::int[], $12::uuid[], $13::bigint[], $14::uuid[])
       t (m, s, n, grade, pass, ts, since, ms, counter, device, seq, earlier)
     ORDER BY m, s, n
     ON CONFLICT (client_id, member_id, scheme_id, node_id) DO UPDATE SET
       author_id = excluded.author_id, grade = excluded.grade, pass = excluded.pass, ts = excluded.ts, since = excluded.since, stamp_ms = excluded.stamp_ms,
       stamp_counter = excluded.stamp_counter, stamp_device = excluded.stamp_device, stamp_seq = excluded.stamp_seq`,
      [
        clientId,
        authorId,
        column((l) => l.memberId),
        column((l) => l.schemeId),
        column((l) => l.nodeId),
        column((l) => l.fold.result.grade),
        column((l) => l.fold.result.pass),
        column((l) => l.fold.result.ts),
        column((l) => l.fold.result.since),
        column((l) => l.fold.winner.stamp.ms),
        column((l) => l.fold.winner.stamp.counter),
        column((l) => l.fold.winner.stamp.deviceId),
        column((l) => l.fold.winner.stamp.deviceSeq),
        // a winner from the history keeps its own author
        column((l) => (l.arriving.some((a) => a.edit.opId === l.fold.winner.opId) ? null : l.fold.winner.opId)),
      ],
    ),
  )
}
