import type { Scheme } from '#domain/curriculum/scheme.ts'
import { enqueueTask } from '#server/platform/jobs/tasks.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { rulesHash } from './rules.ts'

/** Saves within this time are calculated once; one that undoes the other costs nothing [R7.14]. */
const COALESCE_MS = 60_000

/**
 * Asks for a recalculation of a scheme when the rules that its progress was made by are no longer `rules`. Called in the
 * transaction of each save, after it. Answers whether it was necessary.
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
  // one that waits must see that all was undone, too; it then touches only who was marked between
  if (differs) await enqueueTask(tx, clientId, { kind: 'recalculate', subject: schemeId, dueMs, nowMs, by })
  return differs
}
