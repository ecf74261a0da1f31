import type { Operation, Outcome } from '#contract/assessment/sync.ts'
import { prepared, type Tx } from '#server/platform/tenancy.ts'
import type { RejectionCode } from './check-marks.ts'

/** An operation that came before, with its last outcome. */
interface KnownOp {
  op_id: string
  author_id: string
  payload_hash: string
  outcome: 'applied' | 'superseded' | 'rejected'
}

export function rejected(op: Operation, code: RejectionCode): Outcome {
  return { opId: op.opId, outcome: 'rejected', code }
}

/** Looked up under the locks: a copy of this batch may just have been committed. */
export async function readKnown(tx: Tx, ops: readonly Operation[]): Promise<Map<string, KnownOp>> {
  const { rows } = await tx.query<KnownOp>(
    prepared('SELECT op_id, author_id, payload_hash, outcome FROM sync_ops WHERE op_id = ANY($1)', [
      ops.map((op) => op.opId),
    ]),
  )
  return new Map(rows.map((row) => [row.op_id, row]))
}

/** Outcomes that stand before anything is applied: final ones of operations that came before, and ids used twice. */
export function outcomesBefore(
  ops: readonly Operation[],
  known: ReadonlyMap<string, KnownOp>,
  userId: string,
): Map<string, Outcome> {
  const outcomes = new Map<string, Outcome>()
  const seen = new Map<string, string>()
  for (const op of ops) {
    const before = known.get(op.opId)
    const hash = before?.payload_hash ?? seen.get(op.opId)
    if (hash !== undefined && (hash !== op.payloadHash || (before && before.author_id !== userId)))
      outcomes.set(op.opId, rejected(op, 'OP_ID_REUSED'))
    else if (before && before.outcome !== 'rejected') outcomes.set(op.opId, { opId: op.opId, outcome: before.outcome })
    seen.set(op.opId, op.payloadHash)
  }
  return outcomes
}

/** Final outcomes are kept for ever; a rejected one is judged afresh when it comes again. An id used for another payload leaves no trace, nor does one that is to come again. */
export async function writeOps(
  tx: Tx,
  clientId: string,
  authorId: string,
  ops: readonly Operation[],
  outcomes: ReadonlyMap<string, Outcome>,
  known: ReadonlyMap<string, KnownOp>,
): Promise<void> {
  const rows = [...new Map(ops.map((op) => [op.opId, op])).values()].filter((op) => {
    const { code, outcome } = outcomes.get(op.opId) ?? {}
    return outcome !== 'retry' && code !== 'OP_ID_REUSED' && code !== 'WRONG_AUTHOR'
  })
  const fresh = rows.filter((op) => !known.has(op.opId))
  const again = rows.filter((op) => known.get(op.opId)?.outcome === 'rejected')
  const columns = (of: readonly Operation[]) => [
    of.map((op) => op.opId),
    of.map((op) => outcomes.get(op.opId)?.outcome),
    of.map((op) => outcomes.get(op.opId)?.code ?? null),
  ]
  await Promise.all([
    fresh.length > 0 &&
      tx.query(
        prepared(
          `INSERT INTO sync_ops (client_id, author_id, op_id, outcome, code, payload_hash)
         SELECT $1, $2, * FROM unnest($3::uuid[], $4::text[], $5::text[], $6::text[])`,
          [clientId, authorId, ...columns(fresh), fresh.map((op) => op.payloadHash)],
        ),
      ),
    again.length > 0 &&
      tx.query(
        prepared(
          `UPDATE sync_ops o SET outcome = t.outcome, code = t.code FROM unnest($1::uuid[], $2::text[], $3::text[]) t (op, outcome, code)
         WHERE o.op_id = t.op AND o.outcome = 'rejected'`,
          columns(again),
        ),
      ),
  ])
}
