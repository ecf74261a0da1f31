import type { BulkMembersBody } from '#contract/members/club-members.ts'
import { tagMembers, setMembersActive } from '#server/members/bulk.ts'
import { inChangeSet, type ChangeSet } from '#server/members/change-sets/change-set.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { enterToStay, moveMembers } from '#server/scheduling/groups/membership.ts'
import { inBatches, type ReportProgress } from '#server/tenants/club-tasks/batches.ts'
import type { ChangedKey } from '#server/tenants/changes/change-counters.ts'
import type { ClubContext } from '#server/tenants/clubs/club-context.ts'

/**
 * Applies one action to many members of the club, as a change set that can be undone. If one member is refused, all
 * are.
 */
export async function changeMembers(
  tx: Tx,
  context: ClubContext,
  body: BulkMembersBody,
  memberIds: readonly string[],
  report?: ReportProgress,
): Promise<ChangeSet> {
  return inChangeSet(tx, context, (changeSetId) =>
    // in the order of their ids over all batches, so that two changes do not wait for each other in a circle
    inBatches([...memberIds].sort(), (ids) => changeBatch(tx, context, changeSetId, body, ids), report),
  )
}

async function changeBatch(
  tx: Tx,
  context: ClubContext,
  changeSetId: string,
  body: BulkMembersBody,
  ids: readonly string[],
): Promise<ChangedKey[]> {
  switch (body.action) {
    case 'enter':
      return enterToStay(tx, context, changeSetId, body.group_id, ids, { field: 'group_id', full: 'member_uuids' })
    case 'move':
      return moveMembers(tx, context, changeSetId, ids, body.from_group_id, body.group_id)
    case 'status':
      return setMembersActive(tx, context, changeSetId, ids, body.status)
    case 'tag':
      return tagMembers(tx, context, changeSetId, ids, body.tag, body.on === 1)
  }
}
