import { queryRows, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'

const MERGED_INTO = tenantStatement(
  'flows/list-records-merged-into',
  'SELECT merged_id AS id FROM member_merges WHERE client_id = $1 AND kept_id = $2 AND undone_at IS NULL',
)

/** The record and all that were merged into it, which are of the same child; those that were merged come first. */
export async function recordsOfChild(tx: Tx, memberId: string): Promise<string[]> {
  const records: string[] = []
  for (const { id } of await queryRows(tx, MERGED_INTO, [memberId])) records.push(...(await recordsOfChild(tx, id)))
  return [...records, memberId]
}
