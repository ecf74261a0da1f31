import { Type, type Static } from 'typebox'
import type { Operation, Outcome } from '#contract/assessment/sync.ts'
import type { RejectionCode } from '#domain/assessment/commands/command.ts'
import { isRegisterKind } from '#domain/assessment/commands/commands.ts'
import { execute, getRow, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import type { SentOperation } from './command-state.ts'

export function rejectedOutcome(op: Operation, code: RejectionCode): Outcome {
  return { opId: op.opId, outcome: 'rejected', code }
}

/** An operation that was delivered before, with its last outcome. */
const DeliveredOp = Type.Object({
  op_id: Type.String(),
  author_id: Type.String(),
  payload_hash: Type.String(),
  outcome: Type.Union([Type.Literal('applied'), Type.Literal('superseded'), Type.Literal('rejected')]),
})
type DeliveredOp = Static<typeof DeliveredOp>

const DELIVERED_OPS = tenantStatement(
  'assessment/list-delivered-operations',
  `SELECT coalesce(json_agg(delivered), '[]') AS operations FROM (
     SELECT op_id, author_id, payload_hash, outcome FROM delivered_operations
     WHERE client_id = $1 AND op_id = ANY($2)) delivered`,
  { prepare: true, json: { operations: Type.Array(DeliveredOp) } },
)

/**
 * Reads which of the operations were delivered before. It must run after the locks are taken, because another request
 * with the same batch may just have committed.
 */
export async function readDeliveredOps(tx: Tx, opIds: readonly string[]): Promise<Map<string, DeliveredOp>> {
  const { operations } = await getRow(tx, DELIVERED_OPS, [opIds])
  return new Map(operations.map((op) => [op.op_id, op]))
}

/** Reads which of the operations were delivered before and have an outcome that does not change any more. */
export async function readFinalOps(tx: Tx, opIds: readonly string[]): Promise<Map<string, DeliveredOp>> {
  const deliveredOps = await readDeliveredOps(tx, opIds)
  return new Map([...deliveredOps].filter(([, { outcome }]) => outcome !== 'rejected'))
}

/** How many digits of an operation's hash are stored with an edit and compared: half of a SHA-256. */
export const HASH_DIGITS = 32

export function storedHash({ payloadHash }: Pick<Operation, 'payloadHash'>): string {
  return payloadHash.slice(0, HASH_DIGITS)
}

/**
 * The outcomes that are certain before anything is applied: the final ones (not `rejected`) of operations that were
 * delivered before, and the rejections of ids that were used for two payloads or by two authors.
 */
export function finalOutcomes(
  operations: readonly SentOperation[],
  deliveredOps: ReadonlyMap<string, DeliveredOp>,
): Map<string, Outcome> {
  const outcomes = new Map<string, Outcome>()
  const hashesInBatch = new Map<string, string>()
  for (const { op, author } of operations) {
    const before = deliveredOps.get(op.opId)
    const hash = before?.payload_hash ?? hashesInBatch.get(op.opId)
    if (hash !== undefined && (hash !== storedHash(op) || (before && before.author_id !== author.userId)))
      outcomes.set(op.opId, rejectedOutcome(op, 'OP_ID_REUSED'))
    else if (before && before.outcome !== 'rejected') outcomes.set(op.opId, { opId: op.opId, outcome: before.outcome })
    hashesInBatch.set(op.opId, storedHash(op))
  }
  return outcomes
}

const INSERT_OPS = tenantStatement(
  'assessment/insert-operations',
  `INSERT INTO sync_ops (client_id, author_id, op_id, outcome, code, payload_hash)
   SELECT $1, * FROM unnest($2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::text[]) RETURNING client_id`,
  { prepare: true },
)

const UPDATE_OPS = tenantStatement(
  'assessment/update-operations',
  `UPDATE sync_ops SET outcome = redelivered.outcome, code = redelivered.code
   FROM unnest($2::uuid[], $3::text[], $4::text[]) redelivered (op, outcome, code)
   WHERE sync_ops.client_id = $1 AND sync_ops.op_id = redelivered.op AND sync_ops.outcome = 'rejected'`,
  { prepare: true },
)

/** Whether the edit itself is kept with its outcome, so that no other row tells that it was delivered (decision 130). */
function isItsOwnAnswer(op: Operation, outcome: Outcome | undefined): boolean {
  return outcome?.outcome !== 'rejected' && (op.kind === 'mark' || isRegisterKind(op.kind))
}

/**
 * Stores the outcomes of rejected operations, and of those whose edit does not keep it. `applied` and `superseded` are
 * final; a rejected operation is checked again when it is delivered again. Nothing is stored of an operation that the device will send again (`retry`), whose id belongs to another
 * operation (`OP_ID_REUSED`), or that names another author (`WRONG_AUTHOR`).
 */
export async function writeOps(
  tx: Tx,
  ops: readonly Operation[],
  outcomes: ReadonlyMap<string, Outcome>,
  deliveredOps: ReadonlyMap<string, DeliveredOp>,
): Promise<void> {
  const distinctOps = [...new Map(ops.map((op) => [op.opId, op])).values()]
  const storable = distinctOps.filter((op) => {
    const { code, outcome } = outcomes.get(op.opId) ?? {}
    return outcome !== 'retry' && code !== 'OP_ID_REUSED' && code !== 'WRONG_AUTHOR'
  })
  const fresh = storable.filter((op) => !deliveredOps.has(op.opId) && !isItsOwnAnswer(op, outcomes.get(op.opId)))
  const rejectedBefore = storable.filter((op) => deliveredOps.get(op.opId)?.outcome === 'rejected')
  const columns = (list: readonly Operation[]): [string[], (string | null)[], (string | null)[]] => [
    list.map((op) => op.opId),
    list.map((op) => outcomes.get(op.opId)?.outcome ?? null),
    list.map((op) => outcomes.get(op.opId)?.code ?? null),
  ]
  await Promise.all([
    fresh.length > 0 &&
      execute(tx, INSERT_OPS, [
        // an operation that names another author is not stored
        fresh.map((op) => op.authorUuid),
        ...columns(fresh),
        fresh.map((op) => op.payloadHash),
      ]),
    rejectedBefore.length > 0 && execute(tx, UPDATE_OPS, columns(rejectedBefore)),
  ])
}
