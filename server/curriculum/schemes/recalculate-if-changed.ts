import type { Scheme } from '#domain/curriculum/scheme.ts'
import { enqueueTask } from '#server/platform/jobs/tasks.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { rulesHash } from './rules.ts'

/** Saves within this time cause one recalculation; a save that is undone within it causes almost none [R7.14]. */
const COALESCE_MS = 60_000

/**
 * Queues a recalculation of a scheme if its progress was computed by other rules than `rules`; returns whether it did.
 * It is called at the end of every save, in the same transaction.
 */
export async function recalculateIfChanged(
  tx: Tx,
  clientId: string,
  rules: Scheme,
  { schemeId, nowMs, by }: { schemeId: string; nowMs: number; by: string | null },
): Promise<boolean> {
  const { rows } = await tx.query<{ hash: string | null }>(
    'SELECT calculated_hash AS hash FROM schemes WHERE id = $1',
    [schemeId],
  )
  const dueMs = nowMs + COALESCE_MS
  const differs = rows[0]?.hash !== rulesHash(rules)
  // when the rules are the old ones again, a task that is already queued stays: it then recalculates only the members
  // who were marked in between
  if (differs) await enqueueTask(tx, clientId, { kind: 'recalculate', subject: schemeId, dueMs, nowMs, by })
  return differs
}
