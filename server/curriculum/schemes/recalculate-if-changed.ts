import type { Scheme } from '#domain/curriculum/scheme.ts'
import { enqueueTask } from '#server/platform/jobs/tasks.ts'
import { findRow, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { rulesHash } from './rules.ts'

/** Saves within this time cause one recalculation; a save that is undone within it causes almost none [R7.14]. */
const COALESCE_MS = 60_000

const CALCULATED_HASH = tenantStatement(
  'curriculum/read-calculated-hash',
  'SELECT calculated_hash AS hash FROM schemes WHERE client_id = $1 AND id = $2',
)

interface RulesChange {
  schemeId: string
  nowMs: number
  by: string | null
}

/**
 * Queues a recalculation of a scheme if its progress was computed by other rules than `rules`; returns whether it did.
 * It is called at the end of every save, in the same transaction.
 */
export async function recalculateIfChanged(tx: Tx, rules: Scheme, change: RulesChange): Promise<boolean> {
  const calculated = await findRow(tx, CALCULATED_HASH, [change.schemeId])
  // when the rules are the old ones again, a task that is already queued stays: it then recalculates only the members
  // who were marked in between
  const differs = calculated?.hash !== rulesHash(rules)
  if (differs) await queueRecalculation(tx, change)
  return differs
}

export async function queueRecalculation(tx: Tx, { schemeId, nowMs, by }: RulesChange): Promise<void> {
  await enqueueTask(tx, { kind: 'recalculate', subject: schemeId, dueMs: nowMs + COALESCE_MS, nowMs, by })
}
