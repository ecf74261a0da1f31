import { queryRows, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'

const RECORDS = tenantStatement(
  'flows/list-records-of-children',
  `WITH RECURSIVE records AS (
     SELECT id, 0 AS depth FROM members WHERE client_id = $1 AND id = ANY($2)
     UNION ALL SELECT merged.merged_id, records.depth + 1 FROM records
     JOIN member_merges merged ON merged.client_id = $1 AND merged.kept_id = records.id AND merged.undone_at IS NULL)
   SELECT id FROM records ORDER BY depth DESC`,
)

/** These records and all that were merged into them, which are of the same children; those that were merged come first. */
export async function recordsOfChildren(tx: Tx, memberIds: readonly string[]): Promise<string[]> {
  return (await queryRows(tx, RECORDS, [memberIds])).map(({ id }) => id)
}
