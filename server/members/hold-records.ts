import { execute, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'

/** In the order of the numbers, so that two transactions that name the same members do not deadlock. */
const lockOf = (lock: string) => `SELECT ${lock}(number) FROM (
  SELECT DISTINCT hashtextextended($1 || ' record ' || id, 0) AS number FROM unnest($2::uuid[]) id
  ORDER BY number) lock`

const HOLD = tenantStatement('members/hold-records', lockOf('pg_advisory_xact_lock_shared'), { prepare: true })

const LOCK_ROWS = tenantStatement(
  'members/lock-rows-of-records',
  'SELECT FROM members WHERE client_id = $1 AND id = ANY($2::uuid[]) ORDER BY id FOR KEY SHARE',
  { prepare: true },
)

/**
 * Keeps the records of these members from being merged, erased or removed until the transaction ends, for a write that
 * asks first whether they may be written. Comes before all other locks. The rows are locked in the order of their ids,
 * as by the undo of an import, which has too many members to claim; marks have no key that would lock them.
 */
export async function holdRecords(tx: Tx, memberIds: readonly string[]): Promise<void> {
  // the two are sent together; one connection runs them in this order
  if (memberIds.length > 0) await Promise.all([execute(tx, HOLD, [memberIds]), execute(tx, LOCK_ROWS, [memberIds])])
}

const CLAIM = tenantStatement('members/claim-records', lockOf('pg_advisory_xact_lock'))

/** Waits for all who hold these records, and keeps others from holding them. Comes before all other locks. */
export async function claimRecords(tx: Tx, memberIds: readonly string[]): Promise<void> {
  await execute(tx, CLAIM, [memberIds])
}
