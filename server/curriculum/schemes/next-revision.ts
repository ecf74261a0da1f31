import { findRow, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'

const NEXT_REVISION = tenantStatement(
  'curriculum/set-next-revision',
  'UPDATE schemes SET revision = revision + 1 WHERE client_id = $1 AND id = $2 RETURNING revision',
)

/** Increments the scheme's revision, because readers' documents contain its settings. */
export async function nextRevision(tx: Tx, schemeId: string): Promise<number> {
  const row = await findRow(tx, NEXT_REVISION, [schemeId])
  return row?.revision ?? 0
}
