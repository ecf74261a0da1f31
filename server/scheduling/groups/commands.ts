import { mondayFirst } from '#domain/platform/club-time.ts'
import { audit } from '#server/platform/audit.ts'
import { lockAndListMemberKeys } from '#server/members/commands.ts'
import { recordChanges } from '#server/tenants/changes/change-counters.ts'
import { execute, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'

/** A new group with its coaches and members. */
export interface NewGroup {
  id: string
  clubId: string
  name: string
  schemeSlug: string
  levels: string[]
  /** `HH:mm`, or null */
  startAt: string | null
  durationMinutes: number
  weekdays: number[]
  firstDate: string
  lastDate: string | null
  /** Where the group meets. */
  place: string | null
  maxSize: number | null
  /** True for a group that a parent books for one child. */
  isSlot: boolean
  coachIds: string[]
  memberIds: string[]
}

/** A group's coaches may mark exactly its own levels, so `$6` is stored twice. */
const INSERT_GROUP = tenantStatement(
  'scheduling/insert-group',
  `INSERT INTO groups (client_id, id, club_id, name, scheme_id, levels, assessment_levels, start_at,
     duration_minutes, weekdays, first_date, last_date, place, max_size, is_slot)
   SELECT $1, $2, $3, $4, schemes.id, $6, $6, $7, $8, $9, $10, $11, $12, $13, $14 FROM schemes
     WHERE schemes.client_id = $1 AND schemes.slug = $5`,
)

const INSERT_COACHES = tenantStatement(
  'scheduling/insert-coaches',
  `INSERT INTO group_coaches (client_id, group_id, user_id, from_date)
   SELECT $1, $2, coach, $4 FROM unnest($3::uuid[]) coach`,
)

const INSERT_MEMBERS = tenantStatement(
  'scheduling/insert-members',
  `INSERT INTO group_members (client_id, group_id, member_id, from_date)
   SELECT $1, $2, member, $4 FROM unnest($3::uuid[]) member`,
)

/** Creates a group; its coaches and members are in it from its first date on. */
export async function createGroup(tx: Tx, clientId: string, by: string | null, group: NewGroup): Promise<void> {
  await execute(tx, INSERT_GROUP, [
    group.id,
    group.clubId,
    group.name,
    group.schemeSlug,
    group.levels,
    group.startAt,
    group.durationMinutes,
    mondayFirst(group.weekdays),
    group.firstDate,
    group.lastDate,
    group.place,
    group.maxSize,
    group.isSlot,
  ])
  await execute(tx, INSERT_COACHES, [group.id, group.coachIds, group.firstDate])
  await execute(tx, INSERT_MEMBERS, [group.id, group.memberIds, group.firstDate])
  await audit(tx, clientId, { userId: by, action: 'create', entity: 'group', entityId: group.id, after: group })
  await recordChanges(tx, clientId, [
    { clubId: group.clubId, kind: 'group', key: group.id },
    ...group.memberIds.map((memberId) => ({
      clubId: group.clubId,
      kind: 'group_member' as const,
      key: `${group.id}/${memberId}`,
    })),
    ...(await lockAndListMemberKeys(tx, clientId, group.clubId, group.memberIds)),
  ])
}
