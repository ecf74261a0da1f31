import {
  GROUP_FIELDS,
  storedGroupFields,
  type GroupFieldName,
  type GroupFields,
} from '#domain/scheduling/group-fields.ts'
import { lockAndListMemberKeys } from '#server/members/commands.ts'
import type { ChangedKey } from '#server/tenants/changes/change-counters.ts'
import { enteredJson } from '#server/platform/sql/entered-rows.ts'
import { execute, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { columnOf, enteredGroups, storedValue } from './group-columns.ts'

/** A coach of a group, from the first to the last day. */
interface GroupCoach {
  uuid: string
  /** The group's first date when left out. */
  from?: string
  /** No last day is set when left out. */
  to?: string | null
}

/** A group to be created. A field that is left out is empty. */
export interface NewGroup extends Partial<GroupFields> {
  id: string
  clubId: string
  name: string
  weekdays: number[]
  first_date: string
  coaches?: readonly GroupCoach[]
  /** The members who are in the group from its first date on. */
  memberIds?: readonly string[]
}

const INSERT_GROUPS = tenantStatement(
  'scheduling/insert-groups',
  `INSERT INTO groups (client_id, id, club_id, ${GROUP_FIELDS.map(columnOf).join(', ')})
   SELECT $1, id, club_id, ${GROUP_FIELDS.map(storedValue).join(', ')}
   FROM ${enteredGroups({ id: 'uuid', club_id: 'uuid' })} RETURNING client_id`,
)

const INSERT_COACHES = tenantStatement(
  'scheduling/insert-coaches',
  `INSERT INTO group_coaches (client_id, group_id, user_id, from_date, to_date)
   SELECT $1, coach.* FROM unnest($2::uuid[], $3::uuid[], $4::date[], $5::date[]) coach (group_id, id, from_date, to_date)
   RETURNING client_id`,
)

const INSERT_MEMBERS = tenantStatement(
  'scheduling/insert-members',
  `INSERT INTO group_members (client_id, group_id, member_id, from_date)
   SELECT $1, member.* FROM unnest($2::uuid[], $3::uuid[], $4::date[]) member (group_id, id, from_date)
   RETURNING client_id`,
)

const AUDIT_CREATED = tenantStatement(
  'scheduling/audit-created-groups',
  `INSERT INTO audit_log (client_id, user_id, action, entity, entity_id, after)
   SELECT $1, $2, 'create', 'group', created.id, created.after
   FROM unnest($3::text[], $4::jsonb[]) created (id, after) RETURNING client_id`,
)

/**
 * Creates groups whose values have been checked, with their coaches and members; all or none. Form, roster, demo and
 * tests create them here. `userId` is null for an operator and for a roster. Returns the changed keys.
 */
export async function writeGroups(
  tx: Tx,
  { userId }: { userId: string | null },
  newGroups: readonly NewGroup[],
): Promise<ChangedKey[]> {
  const groups = newGroups.map(({ id, clubId, coaches = [], memberIds = [], ...entered }) => {
    const fields = storedGroupFields(entered)
    return {
      id,
      clubId,
      fields,
      coaches: coaches.map(({ uuid, from = fields.first_date, to = null }) => ({ uuid, from, to })),
      memberIds,
    }
  })
  const rows = groups.map(({ id, clubId, fields }) => ({ id, club_id: clubId, ...fields }))
  await execute(tx, INSERT_GROUPS, [enteredJson(rows)])
  const coaches = groups.flatMap((group) => group.coaches.map((coach) => ({ groupId: group.id, ...coach })))
  await execute(tx, INSERT_COACHES, [
    coaches.map(({ groupId }) => groupId),
    coaches.map(({ uuid }) => uuid),
    coaches.map(({ from }) => from),
    coaches.map(({ to }) => to),
  ])
  const places = groups.flatMap(({ id, fields, memberIds }) =>
    memberIds.map((memberId) => ({ groupId: id, memberId, from: fields.first_date })),
  )
  await execute(tx, INSERT_MEMBERS, [
    places.map(({ groupId }) => groupId),
    places.map(({ memberId }) => memberId),
    places.map(({ from }) => from),
  ])
  await execute(tx, AUDIT_CREATED, [
    userId,
    groups.map(({ id }) => id),
    groups.map(({ clubId, fields, coaches: ofGroup, memberIds }) =>
      JSON.stringify({ clubId, ...fields, coaches: ofGroup, memberIds }),
    ),
  ])
  const changed: ChangedKey[] = groups.flatMap(({ id, clubId, memberIds }) => [
    { clubId, kind: 'group', key: id },
    ...memberIds.map((memberId) => ({ clubId, kind: 'group_member' as const, key: `${id}/${memberId}` })),
  ])
  for (const { clubId, memberIds } of groups)
    if (memberIds.length > 0) changed.push(...(await lockAndListMemberKeys(tx, clubId, memberIds)))
  return changed
}

/** SQL of a field's column after a change: that of the row `entered` where the array `$3` names the field. */
function changedValue(name: GroupFieldName): string {
  const column = columnOf(name)
  const otherwise = `CASE WHEN '${name}' = ANY($3::text[]) THEN ${storedValue(name)} ELSE groups.${column} END`
  return `${column} = ${otherwise}`
}

const UPDATE_GROUPS = tenantStatement(
  'scheduling/update-groups',
  `UPDATE groups SET ${GROUP_FIELDS.map(changedValue).join(', ')} FROM ${enteredGroups({ id: 'uuid' })}
   WHERE groups.client_id = $1 AND groups.id = entered.id`,
)

/** Changes these fields of groups to values that have been checked. */
export async function updateGroups(
  tx: Tx,
  names: readonly GroupFieldName[],
  groups: readonly ({ id: string } & Partial<GroupFields>)[],
): Promise<void> {
  await execute(tx, UPDATE_GROUPS, [enteredJson(groups), names])
}
