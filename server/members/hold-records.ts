import { execute, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'

/** In the order of the numbers, so that two transactions that name the same members do not deadlock. */
const lockOf = (lock: string) => `SELECT ${lock}(number) FROM (
  SELECT DISTINCT hashtextextended($1 || ' record ' || id, 0) AS number FROM unnest($2::uuid[]) id
  ORDER BY number) lock`

const HOLD = tenantStatement('members/hold-records', lockOf('pg_advisory_xact_lock_shared'), { prepare: true })

/**
 * Keeps the records of these members from being merged or erased until the transaction ends, for a write that asks
 * first whether they may be written, and locks no row of theirs then. Comes before all other locks.
 */
export async function holdRecords(tx: Tx, memberIds: readonly string[]): Promise<void> {
  if (memberIds.length > 0) await execute(tx, HOLD, [memberIds])
}

const CLAIM = tenantStatement('members/claim-records', lockOf('pg_advisory_xact_lock'))

/** Waits for all who hold these records, and keeps others from holding them. Comes before all other locks. */
export async function claimRecords(tx: Tx, memberIds: readonly string[]): Promise<void> {
  await execute(tx, CLAIM, [memberIds])
}
