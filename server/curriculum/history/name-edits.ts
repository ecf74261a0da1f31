import { audit } from '#server/platform/audit.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { execute, findRow, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'

const LOCK_NAME = tenantStatement(
  'curriculum/lock-name-of-edits',
  'SELECT name FROM scheme_edits WHERE client_id = $1 AND scheme_id = $2 AND revision = $3 FOR NO KEY UPDATE',
)

const SET_NAME = tenantStatement(
  'curriculum/set-name-of-edits',
  'UPDATE scheme_edits SET name = $4 WHERE client_id = $1 AND scheme_id = $2 AND revision = $3',
)

/** Names a point of a scheme's history, the state after a saved batch; null takes the name away. */
export async function nameEdits(
  tx: Tx,
  userId: string,
  schemeId: string,
  { revision, name }: { revision: number; name: string | null },
): Promise<void> {
  const batch = await findRow(tx, LOCK_NAME, [schemeId, revision])
  if (!batch) throw new Refusal('NOT_FOUND', { field: 'revision' })
  if (batch.name === name) return
  await execute(tx, SET_NAME, [schemeId, revision, name])
  await audit(tx, {
    userId,
    action: 'name-history',
    entity: 'scheme',
    entityId: schemeId,
    before: { revision, name: batch.name },
    after: { revision, name },
  })
}
