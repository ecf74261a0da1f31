import type { GuestMember } from '#contract/flows/guests.ts'
import type { Curricula } from '#server/curriculum/schemes/curriculum.ts'
import { eraseMember } from '#server/flows/erasure/erase.ts'
import { mergeMembers } from '#server/flows/merges/commands.ts'
import { joinClubs, lockAndListMemberKeys } from '#server/members/commands.ts'
import { claimRecords } from '#server/members/hold-records.ts'
import { keepingNames } from '#server/members/member-history.ts'
import { enterGuest } from '#server/members/write-member.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { execute, tenantStatement } from '#server/platform/sql/statement.ts'
import { lockGroup } from '#server/scheduling/groups/group-detail.ts'
import { refuseEnded, refuseFull } from '#server/scheduling/groups/membership.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import type { ChangedKey } from '#server/tenants/changes/change-counters.ts'
import { refuseIfProviderOwns, type ClubContext } from '#server/tenants/clubs/club-context.ts'
import { takeGuest } from './queries.ts'

async function takeOrRefuse(tx: Tx, context: ClubContext, guestId: string) {
  const guest = await takeGuest(tx, context.clubId, guestId)
  if (!guest) throw new Refusal('NOT_FOUND', { field: 'uuid' })
  return guest
}

const INSERT_PLACE = tenantStatement(
  'flows/insert-place-of-guest',
  'INSERT INTO group_members (client_id, group_id, member_id, from_date, to_date) VALUES ($1, $2, $3, $4, $5)',
)

/**
 * Makes a guest a member of the club, under its id: marks and attendance stay. Its time as a guest becomes its place in
 * the group, so that what coaches have entered offline meanwhile is still taken; with `stays` the place goes on, under
 * the rules by which members enter a group.
 */
export async function makeMember(
  tx: Tx,
  context: ClubContext,
  guestId: string,
  { member, stays }: GuestMember,
): Promise<ChangedKey[]> {
  refuseIfProviderOwns(context)
  const { group_id: groupId, from_date, to_date } = await takeOrRefuse(tx, context, guestId)
  if (stays) {
    const group = await lockGroup(tx, context, groupId)
    refuseEnded(context, group, 'stays')
    refuseFull(group, from_date > context.today ? from_date : context.today, /* entering */ 1, 'stays')
  }
  await enterGuest(tx, context, guestId, member)
  await execute(tx, INSERT_PLACE, [groupId, guestId, from_date, stays ? null : (to_date ?? context.today)])
  const { clubId } = context
  return [
    ...(await lockAndListMemberKeys(tx, clubId, [guestId])),
    { clubId, kind: 'group_member', key: `${groupId}/${guestId}` },
    { clubId, kind: 'group', key: groupId },
  ]
}

const COMPLETE_GUEST = tenantStatement(
  'flows/complete-guest',
  keepingNames(
    '$2',
    `UPDATE members SET dob = same.dob, lastname = coalesce(nullif(members.lastname, ''), same.lastname)
     FROM members same
     WHERE members.client_id = $1 AND members.id = $2 AND same.client_id = $1 AND same.id = $3`,
  ),
  { needs: 'index-members' },
)

/** Gives the marks and attendance of a guest to the member of the club who it is. It can be undone like any merge. */
export async function joinMember(
  tx: Tx,
  context: ClubContext,
  curricula: Curricula,
  guestId: string,
  memberId: string,
): Promise<ChangedKey[]> {
  await claimRecords(tx, [guestId, memberId])
  const { group_id: groupId } = await takeOrRefuse(tx, context, guestId)
  // a record of the club, which a merge needs and an undo gives back
  await execute(tx, COMPLETE_GUEST, [guestId, memberId])
  await joinClubs(tx, [{ clubId: context.clubId, memberId: guestId }], context.nowMs)
  const merged = await mergeMembers(tx, context, curricula, memberId, guestId)
  return [...merged, { clubId: context.clubId, kind: 'group_member', key: `${groupId}/${guestId}` }]
}

/** Erases a guest, with its marks and attendance. */
export async function dropGuest(tx: Tx, context: ClubContext, guestId: string): Promise<ChangedKey[]> {
  await claimRecords(tx, [guestId])
  await takeOrRefuse(tx, context, guestId)
  const { changed } = await eraseMember(tx, context.userId, guestId)
  return changed
}
