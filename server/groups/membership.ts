import { audit } from '#server/audit.ts'
import { refuseForeignRecords, type Office } from '#server/clubs/office.ts'
import { Refusal } from '#server/http/errors.ts'
import { memberKeys } from '#server/members/commands.ts'
import type { ChangedKey } from '#server/sync/counters.ts'
import type { Tx } from '#server/tenancy.ts'
import { lockGroup } from './sheet.ts'

/**
 * Takes members out of one group of the club, or of all. They are out since yesterday, so that no list of today has
 * them; what a coach marked today still counts (`server/sync/check-marks.ts`).
 */
export async function leaveGroups(
  tx: Tx,
  office: Office,
  memberIds: readonly string[],
  groupId: string | null = null,
): Promise<ChangedKey[]> {
  refuseForeignRecords(office)
  const { rows } = await tx.query<{ group_id: string; member_id: string }>(
    `UPDATE group_members gm SET to_date = $3::date - 1 FROM groups g
     WHERE g.client_id = gm.client_id AND g.id = gm.group_id AND g.club_id = $1 AND gm.member_id = ANY($2)
       AND (gm.to_date IS NULL OR gm.to_date >= $3) AND ($4::uuid IS NULL OR g.id = $4)
     RETURNING gm.group_id, gm.member_id`,
    [office.clubId, memberIds, office.today, groupId],
  )
  await auditAll(tx, office, 'leave-group', rows)
  return keysOf(office, rows)
}

interface Place {
  group_id: string
  member_id: string
}

function keysOf({ clubId }: Office, places: readonly Place[]): ChangedKey[] {
  return [
    ...places.map((p) => ({ clubId, kind: 'group_member' as const, key: `${p.group_id}/${p.member_id}` })),
    ...[...new Set(places.map((p) => p.group_id))].map((key) => ({ clubId, kind: 'group' as const, key })),
  ]
}

async function auditAll(tx: Tx, office: Office, action: string, places: readonly Place[]): Promise<void> {
  for (const { group_id, member_id } of places)
    await audit(tx, office.clientId, {
      userId: office.userId,
      action,
      entity: 'member',
      entityId: member_id,
      after: { group: group_id },
    })
}

/**
 * Puts members of the club into a group from today, or from its first date. Who is in it already stays as it is; an
 * inactive member and one too many are refused, and then nobody enters.
 */
export async function enterGroup(
  tx: Tx,
  office: Office,
  groupId: string,
  memberIds: readonly string[],
  field = 'id',
): Promise<ChangedKey[]> {
  refuseForeignRecords(office)
  const group = await lockGroup(tx, office, groupId, field)
  const { rows } = await tx.query<{ member_id: string; status: string }>(
    // held, so that nobody becomes inactive meanwhile
    'SELECT member_id, status FROM club_members WHERE club_id = $1 AND member_id = ANY($2) ORDER BY member_id FOR NO KEY UPDATE',
    [office.clubId, memberIds],
  )
  if (rows.length < memberIds.length) throw new Refusal('NOT_FOUND', { field: 'member_uuids' })
  if (rows.some(({ status }) => status === 'inactive')) throw new Refusal('MEMBER_INACTIVE', { field: 'member_uuids' })
  const entering = memberIds.filter((id) => !group.members.some((member) => member.uuid === id))
  if (entering.length === 0) return []
  if (group.max_size !== null && group.members.length + entering.length > group.max_size)
    throw new Refusal('GROUP_FULL', { field: 'member_uuids' })
  await tx.query(
    `INSERT INTO group_members (client_id, group_id, member_id, from_date)
     SELECT $1, $2, m, greatest($4::date, $5::date) FROM unnest($3::uuid[]) m
     ON CONFLICT (client_id, group_id, member_id, from_date) DO UPDATE SET to_date = NULL`,
    [office.clientId, groupId, entering, office.today, group.first_date],
  )
  const places = entering.map((member_id) => ({ group_id: groupId, member_id }))
  await auditAll(tx, office, 'enter-group', places)
  return [...keysOf(office, places), ...(await memberKeys(tx, office.clientId, office.clubId, entering))]
}

/** From one group of the club to another, or not at all. */
export async function moveMember(
  tx: Tx,
  office: Office,
  memberId: string,
  fromId: string,
  toId: string,
): Promise<ChangedKey[]> {
  if (fromId === toId) return []
  // in the order of their ids, so that two moves in opposite directions wait and do not stop each other
  for (const id of [fromId, toId].sort()) await lockGroup(tx, office, id, id === fromId ? 'id' : 'group_id')
  const left = await leaveGroups(tx, office, [memberId], fromId)
  if (left.length === 0) throw new Refusal('NOT_FOUND', { field: 'uuid' })
  return [...left, ...(await enterGroup(tx, office, toId, [memberId], 'group_id'))]
}
