import { queryRows, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'

const PARENTS_OF_MEMBERS = tenantStatement(
  'tenants/list-parents-of-members',
  'SELECT user_id, member_id FROM member_links WHERE client_id = $1 AND member_id = ANY($2)',
  { prepare: true },
)

/** A link between a parent and a member. */
export interface ParentOf {
  user_id: string
  member_id: string
}

/** The links of these members with parents; the caller notifies these parents of a change. */
export async function parentsOf(tx: Tx, memberIds: string[]): Promise<ParentOf[]> {
  return queryRows(tx, PARENTS_OF_MEMBERS, [memberIds])
}
