import { execute, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'

const COUNT_RENAME = tenantStatement(
  'identity/count-rename',
  'UPDATE clients SET user_names_revision = user_names_revision + 1 WHERE client_id = $1',
)

/**
 * Notes that a user has another name or type, which kept overviews of families may show. It locks the client's row until
 * the transaction ends, so that nobody reads the new count with the old name.
 */
export async function countRename(tx: Tx): Promise<void> {
  await execute(tx, COUNT_RENAME)
}
