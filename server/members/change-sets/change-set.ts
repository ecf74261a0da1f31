import type { ClubContext } from '#server/tenants/clubs/club-context.ts'
import type { ChangedKey } from '#server/tenants/changes/change-counters.ts'
import { execute, tenantStatement, tenantStatements } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { withStatus } from '../member-history.ts'
import { noteChangeSet } from '#server/platform/undo-journal.ts'

/** The outcome of a write that can be undone. */
export interface ChangeSet {
  changed: ChangedKey[]
  /** The id of the change set, for undoing it; null when nothing that can be undone has changed. */
  undo: string | null
}

const DELETE_EMPTY = tenantStatement(
  'members/delete-empty-change-set',
  `DELETE FROM change_sets WHERE change_sets.client_id = $1 AND change_sets.id = $2
     AND NOT EXISTS (SELECT FROM change_set_places
       WHERE change_set_places.client_id = change_sets.client_id
         AND change_set_places.change_set_id = change_sets.id)
     AND NOT EXISTS (SELECT FROM change_set_members
       WHERE change_set_members.client_id = change_sets.client_id
         AND change_set_members.change_set_id = change_sets.id)`,
)

/**
 * Runs a write that can be undone as a whole. `work` must record the rows that it changes under the change set's id.
 */
export async function inChangeSet(
  tx: Tx,
  context: ClubContext,
  work: (id: string) => Promise<ChangedKey[]>,
): Promise<ChangeSet> {
  const id = crypto.randomUUID()
  await noteChangeSet(tx, context, { id, kind: 'members' })
  const changed = await work(id)
  // A change set without any recorded membership of a group or row of a member is deleted again.
  const deleted = await execute(tx, DELETE_EMPTY, [id])
  return { changed, undo: deleted === 0 ? id : null }
}

/** The change of a member's row at a club. */
export interface MemberChange {
  id: string
  before: MemberColumns
  after: MemberColumns
}

/** The changed columns of `club_members`. */
interface MemberColumns {
  status?: 'active' | 'inactive'
  tags?: string[]
}

const RECORD_MEMBERS = tenantStatement(
  'members/record-changes',
  `INSERT INTO change_set_members (client_id, change_set_id, member_id, before, after)
   SELECT $1, $2, change.member_id, change.before, change.after
   FROM unnest($3::uuid[], $4::jsonb[], $5::jsonb[]) change (member_id, before, after) RETURNING client_id`,
)

/** Records the changes of members' rows in the change set. */
export async function recordMembers(tx: Tx, changeSetId: string, changes: readonly MemberChange[]): Promise<void> {
  await execute(tx, RECORD_MEMBERS, [
    changeSetId,
    changes.map((change) => change.id),
    changes.map((change) => JSON.stringify(change.before)),
    changes.map((change) => JSON.stringify(change.after)),
  ])
}

const RESTORE_MEMBERS = tenantStatements(
  'members/restore-members',
  { before: 'before', after: 'after' },
  (
    side,
  ) => `UPDATE club_members SET ${withStatus(`coalesce(change_set_members.${side} ->> 'status', club_members.status)`, '$5')},
     tags = CASE WHEN change_set_members.${side} ? 'tags' THEN ARRAY(SELECT jsonb_array_elements_text(change_set_members.${side} -> 'tags')) ELSE club_members.tags END
   FROM change_set_members
     WHERE change_set_members.client_id = $1 AND change_set_members.change_set_id = $3
       AND club_members.client_id = change_set_members.client_id
       AND club_members.member_id = change_set_members.member_id AND club_members.club_id = $2
       AND club_members.member_id = ANY($4)`,
)

/**
 * Sets the rows of these members to the state before or after the change set. A column that the change set did not change keeps
 * its value.
 */
export async function restoreMembers(
  tx: Tx,
  context: ClubContext,
  changeSetId: string,
  memberIds: readonly string[],
  side: 'before' | 'after',
): Promise<void> {
  await execute(tx, RESTORE_MEMBERS[side], [context.clubId, changeSetId, memberIds, new Date(context.nowMs)])
}
