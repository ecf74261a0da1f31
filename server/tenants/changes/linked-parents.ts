import { prepared, type Tx } from '#server/platform/tenancy.ts'

/** A link between a parent and a member. */
export interface ParentOf {
  user_id: string
  member_id: string
}

/** The links of these members with parents; the caller notifies these parents of a change. */
export async function parentsOf(tx: Tx, memberIds: string[]): Promise<ParentOf[]> {
  const { rows } = await tx.query<ParentOf>(
    prepared('SELECT user_id, member_id FROM member_links WHERE member_id = ANY($1)', [memberIds]),
  )
  return rows
}
