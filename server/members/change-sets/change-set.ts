import type { ClubContext } from '#server/tenants/clubs/club-context.ts'
import type { ChangedKey } from '#server/tenants/changes/change-counters.ts'
import type { Tx } from '#server/platform/tenancy.ts'

/** How long a change set can be undone. */
export const UNDO_DAYS = 30

export interface ChangeSet {
  changed: ChangedKey[]
  /** The id by which it is undone; null if nothing changed that could be undone. */
  undo: string | null
}

/** Does a write that can be undone as a whole: `work` notes under the change set's id what it touches. */
export async function asChangeSet(
  tx: Tx,
  context: ClubContext,
  work: (id: string) => Promise<ChangedKey[]>,
): Promise<ChangeSet> {
  const id = crypto.randomUUID()
  await tx.query('INSERT INTO change_sets (client_id, id, club_id, user_id, at) VALUES ($1, $2, $3, $4, $5)', [
    context.clientId,
    id,
    context.clubId,
    context.userId,
    new Date(context.nowMs),
  ])
  const changed = await work(id)
  const { rowCount } = await tx.query(
    `DELETE FROM change_sets s WHERE s.id = $1
       AND NOT EXISTS (SELECT FROM change_set_places p WHERE p.client_id = s.client_id AND p.change_set_id = s.id)
       AND NOT EXISTS (SELECT FROM change_set_members m WHERE m.client_id = s.client_id AND m.change_set_id = s.id)`,
    [id],
  )
  return { changed, undo: rowCount === 0 ? id : null }
}

export interface MemberChange {
  id: string
  before: MemberColumns
  after: MemberColumns
}

/** Columns of `club_members`, by their names. */
interface MemberColumns {
  status?: 'active' | 'inactive'
  tags?: string[]
}

/** Notes what becomes of the members' rows at the club. */
export async function noteMembers(
  tx: Tx,
  context: ClubContext,
  changeSetId: string,
  changes: readonly MemberChange[],
): Promise<void> {
  await tx.query(
    `INSERT INTO change_set_members (client_id, change_set_id, member_id, before, after)
     SELECT $1, $2, * FROM unnest($3::uuid[], $4::jsonb[], $5::jsonb[])`,
    [
      context.clientId,
      changeSetId,
      changes.map((change) => change.id),
      changes.map((change) => JSON.stringify(change.before)),
      changes.map((change) => JSON.stringify(change.after)),
    ],
  )
}

/** Makes the members’ rows what the change set notes. */
export async function putMembers(
  tx: Tx,
  context: ClubContext,
  changeSetId: string,
  side: 'before' | 'after',
): Promise<void> {
  await tx.query(
    `UPDATE club_members cm SET status = coalesce(s.${side} ->> 'status', cm.status),
       tags = CASE WHEN s.${side} ? 'tags' THEN ARRAY(SELECT jsonb_array_elements_text(s.${side} -> 'tags')) ELSE cm.tags END
     FROM change_set_members s WHERE s.change_set_id = $2 AND cm.client_id = s.client_id AND cm.member_id = s.member_id AND cm.club_id = $1`,
    [context.clubId, changeSetId],
  )
}
