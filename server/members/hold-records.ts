import { execute, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'

/** In the order of the numbers, so that two transactions that name the same records do not deadlock. */
const lockOf = (lock: string) => `SELECT ${lock}(number) FROM (
  SELECT DISTINCT hashtextextended($1 || ' record ' || id, 0) AS number FROM unnest($2::uuid[]) id
  ORDER BY number) lock`

const HOLD = tenantStatement('members/hold-records', lockOf('pg_advisory_xact_lock_shared'), { prepare: true })

/**
 * Keeps these records from being merged, erased or removed until the transaction ends, for a write that asks first
 * whether they may be written, and locks no row of theirs then. They are members, and clubs for all members whom the
 * undo of an import removes there. Comes before all other locks.
 */
export async function holdRecords(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await execute(tx, HOLD, [ids])
}

const CLAIM = tenantStatement('members/claim-records', lockOf('pg_advisory_xact_lock'))

/** Waits for all who hold these records, and keeps others from holding them. Comes before all other locks. */
export async function claimRecords(tx: Tx, ids: readonly string[]): Promise<void> {
  await execute(tx, CLAIM, [ids])
}
