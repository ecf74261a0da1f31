import type { GroupDetail } from '#contract/scheduling/groups.ts'
import { maxPlacesTaken } from '#domain/scheduling/group-places.ts'
import { refuseIfProviderOwns, type ClubContext } from '#server/tenants/clubs/club-context.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { auditPlaces, leaveGroups, placeKeys } from '#server/members/leave-groups.ts'
import { lockAndListMemberKeys } from '#server/members/commands.ts'
import type { ChangedKey } from '#server/tenants/changes/change-counters.ts'
import { execute, queryRows, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { lockGroup } from './group-detail.ts'

const END_PLACES = tenantStatement(
  'scheduling/end-places-of-groups',
  `UPDATE group_members SET to_date = $3::date - 1
   WHERE client_id = $1 AND group_id = ANY($2) AND (to_date IS NULL OR to_date >= $3)
   RETURNING group_id, member_id`,
)

/** Ends all memberships of these groups as of yesterday. */
export async function removeAllMembers(
  tx: Tx,
  context: ClubContext,
  groupIds: readonly string[],
): Promise<ChangedKey[]> {
  const rows = await queryRows(tx, END_PLACES, [groupIds, context.today])
  await auditPlaces(tx, context, 'leave-group', rows)
  return placeKeys(context, rows)
}

/**
 * The lock keeps members from becoming inactive meanwhile. It comes before that of their places, as in a merge: otherwise
 * each would wait for the other.
 */
const LOCK_MEMBERS = tenantStatement(
  'scheduling/lock-members',
  `SELECT member_id, status FROM club_members
   WHERE client_id = $1 AND club_id = $2 AND member_id = ANY($3) AND status <> 'merged'
   ORDER BY member_id FOR NO KEY UPDATE`,
)

/** An ended membership with the same first day is opened again afterwards, so the change set records its last day. */
const RECORD_PLACES = tenantStatement(
  'scheduling/record-places',
  `INSERT INTO change_set_places (client_id, change_set_id, group_id, member_id, from_date, existed, before_to)
   SELECT $1, $2, $3, entering.id, $5, earlier.member_id IS NOT NULL, earlier.to_date
   FROM unnest($4::uuid[]) entering (id)
   LEFT JOIN group_members earlier ON earlier.client_id = $1 AND earlier.group_id = $3
     AND earlier.member_id = entering.id AND earlier.from_date = $5 RETURNING client_id`,
)

const OPEN_PLACES = tenantStatement(
  'scheduling/open-places',
  `INSERT INTO group_members (client_id, group_id, member_id, from_date)
   SELECT $1, $2, member, $4 FROM unnest($3::uuid[]) member
   ON CONFLICT (client_id, group_id, member_id, from_date) DO UPDATE SET to_date = NULL RETURNING client_id`,
)

/** Refuses a group whose last day is over. */
export function refuseEnded({ today }: ClubContext, group: GroupDetail, field: string): void {
  if (group.last_date !== null && group.last_date < today) throw new Refusal('GROUP_ENDED', { field })
}

/** Refuses a locked group that has no room for so many more members from a day on. */
export function refuseFull(group: GroupDetail, fromDate: string, entering: number, field: string): void {
  if (group.max_size !== null && maxPlacesTaken(group.members, fromDate) + entering > group.max_size)
    throw new Refusal('GROUP_FULL', { field })
}

/**
 * Adds members of the club to a group from today or from its first date, if that is later. Members who are in it
 * already are left as they are; one who was to enter it later enters it now instead. An inactive member, too many members and an ended group are refused, and then nobody is
 * added. `field` is the field of the request that names the group.
 */
export async function enterGroup(
  tx: Tx,
  context: ClubContext,
  changeSetId: string,
  groupId: string,
  memberIds: readonly string[],
  field = 'id',
): Promise<ChangedKey[]> {
  refuseIfProviderOwns(context)
  const group = await lockGroup(tx, context, groupId, field)
  refuseEnded(context, group, field)
  const rows = await queryRows(tx, LOCK_MEMBERS, [context.clubId, memberIds])
  if (rows.length < memberIds.length) throw new Refusal('NOT_FOUND', { field: 'member_uuids' })
  if (rows.some(({ status }) => status === 'inactive')) throw new Refusal('MEMBER_INACTIVE', { field: 'member_uuids' })
  const fromDate = group.first_date > context.today ? group.first_date : context.today
  const present = group.members.filter((member) => member.from <= fromDate)
  const newMemberIds = memberIds.filter((id) => !present.some((member) => member.uuid === id))
  if (newMemberIds.length === 0) return []
  const others = group.members.filter((member) => !newMemberIds.includes(member.uuid))
  refuseFull({ ...group, members: others }, fromDate, newMemberIds.length, 'member_uuids')
  const expected = newMemberIds.filter((id) => group.members.some((member) => member.uuid === id))
  const dropped = expected.length === 0 ? [] : await leaveGroups(tx, context, changeSetId, expected, groupId)
  await execute(tx, RECORD_PLACES, [changeSetId, groupId, newMemberIds, fromDate])
  await execute(tx, OPEN_PLACES, [groupId, newMemberIds, fromDate])
  const memberships = newMemberIds.map((member_id) => ({ group_id: groupId, member_id }))
  await auditPlaces(tx, context, 'enter-group', memberships, changeSetId)
  return [
    ...dropped,
    ...placeKeys(context, memberships),
    ...(await lockAndListMemberKeys(tx, context.clubId, newMemberIds)),
  ]
}

const LENGTHEN_PLACES = tenantStatement(
  'scheduling/lengthen-places',
  `WITH last AS (
     SELECT place.* FROM group_members place
     WHERE place.client_id = $1 AND place.group_id = $2 AND place.member_id = ANY($3) AND place.to_date >= $4
       AND NOT EXISTS (SELECT FROM group_members later WHERE later.client_id = place.client_id
         AND later.group_id = place.group_id AND later.member_id = place.member_id
         AND (later.to_date IS NULL OR later.to_date > place.to_date))),
   recorded AS (
     INSERT INTO change_set_places (client_id, change_set_id, group_id, member_id, from_date, existed, before_to)
     SELECT client_id, $5, group_id, member_id, from_date, true, to_date FROM last RETURNING client_id)
   UPDATE group_members SET to_date = NULL FROM last
   WHERE group_members.client_id = $1 AND group_members.client_id = last.client_id
     AND group_members.group_id = last.group_id AND group_members.member_id = last.member_id
     AND group_members.from_date = last.from_date
   RETURNING group_members.group_id, group_members.member_id`,
)

/**
 * Enters members whom an office adds to a group or moves into it. Those who are in it, but were to leave it, stay.
 * `field` is the field of the request that names the group, and `full` the one that a full group is refused with.
 */
export async function enterToStay(
  tx: Tx,
  context: ClubContext,
  changeSetId: string,
  groupId: string,
  memberIds: readonly string[],
  { field, full }: { field: string; full: string } = { field: 'id', full: 'member_uuids' },
): Promise<ChangedKey[]> {
  const entered = await enterGroup(tx, context, changeSetId, groupId, memberIds, field)
  const staying = await queryRows(tx, LENGTHEN_PLACES, [groupId, memberIds, context.today, changeSetId])
  if (staying.length === 0) return entered
  const group = await lockGroup(tx, context, groupId, field)
  refuseFull(group, context.today, /* entering */ 0, full)
  await auditPlaces(tx, context, 'enter-group', staying, changeSetId)
  const ids = staying.map(({ member_id: id }) => id)
  return [...entered, ...placeKeys(context, staying), ...(await lockAndListMemberKeys(tx, context.clubId, ids))]
}

/** The fields of a request that moves members. */
const OF_MOVE = { field: 'group_id', full: 'group_id' }

/** Moves a member from one group of the club to another. When the new group refuses the member, nothing is changed. */
export async function moveMember(
  tx: Tx,
  context: ClubContext,
  changeSetId: string,
  memberId: string,
  fromGroupId: string,
  toGroupId: string,
): Promise<ChangedKey[]> {
  if (fromGroupId === toGroupId) return []
  // The groups are locked in the order of their ids, so that two moves in opposite directions do not deadlock.
  for (const id of [fromGroupId, toGroupId].sort())
    await lockGroup(tx, context, id, id === fromGroupId ? 'id' : 'group_id')
  await execute(tx, LOCK_MEMBERS, [context.clubId, [memberId]])
  const leftChanges = await leaveGroups(tx, context, changeSetId, [memberId], fromGroupId)
  if (leftChanges.length === 0) throw new Refusal('NOT_FOUND', { field: 'uuid' })
  return [...leftChanges, ...(await enterToStay(tx, context, changeSetId, toGroupId, [memberId], OF_MOVE))]
}

/**
 * Moves members into a group: out of `fromGroupId`, or out of all other groups of the club when that is null. Who was
 * not in the group that is left enters the other one all the same. When that one refuses a member, nothing is changed.
 */
export async function moveMembers(
  tx: Tx,
  context: ClubContext,
  changeSetId: string,
  memberIds: readonly string[],
  fromGroupId: string | null,
  toGroupId: string,
): Promise<ChangedKey[]> {
  // in the order of their ids, as `moveMember` does
  for (const id of [...new Set([fromGroupId ?? toGroupId, toGroupId])].sort())
    await lockGroup(tx, context, id, id === toGroupId ? 'group_id' : 'from_group_id')
  await execute(tx, LOCK_MEMBERS, [context.clubId, memberIds])
  const left = await leaveGroups(tx, context, changeSetId, memberIds, fromGroupId, toGroupId)
  return [...left, ...(await enterToStay(tx, context, changeSetId, toGroupId, memberIds, OF_MOVE))]
}
