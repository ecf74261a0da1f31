import { prepared, type Tx } from '#server/platform/tenancy.ts'

export interface ParentOf {
  user_id: string
  member_id: string
}

/** Ids of the parents linked to any of these members: whom to tell of a change. */
export async function parentsOf(tx: Tx, memberIds: string[]): Promise<ParentOf[]> {
  const { rows } = await tx.query<ParentOf>(
    prepared('SELECT user_id, member_id FROM member_links WHERE member_id = ANY($1)', [memberIds]),
  )
  return rows
}
