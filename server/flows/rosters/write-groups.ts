import { Type, type Static } from 'typebox'
import { RosterGroupFields } from '#contract/scheduling/groups.ts'
import { ROSTER_GROUP_FIELDS, type GroupFields, type RosterGroupField } from '#domain/scheduling/group-fields.ts'
import { updateGroups, writeGroups } from '#server/scheduling/groups/commands.ts'
import type { ChangedKey } from '#server/tenants/changes/change-counters.ts'
import { execute, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'

/** The fields of a group that the provider determines. */
export const ClassFields = Type.Object({
  ...RosterGroupFields.properties,
  club_id: Type.String(),
  /** Whether the provider names the scheme; otherwise the club chooses scheme and levels. */
  names_scheme: Type.Boolean(),
})
export type ClassFields = Static<typeof ClassFields>

/** A group that is new or has changed, with its class (`subject`) at the provider. */
export interface GroupToWrite extends ClassFields {
  id: string
  subject: string
  /** Which of the class's times of day the group is for, from 1; in the database the column `slot`. */
  time_no: number
  isNew: boolean
  /** Whether scheme or levels are others than before. */
  hasNewLevels: boolean
}

const WRITE_LINKS = tenantStatement(
  'flows/write-links-of-classes',
  `INSERT INTO roster_groups (client_id, subject, slot, group_id, names_scheme)
   SELECT $1, subject, slot, group_id, names_scheme
   FROM unnest($2::text[], $3::int[], $4::uuid[], $5::boolean[]) link (subject, slot, group_id, names_scheme)
   ON CONFLICT (client_id, subject, slot) DO UPDATE
     SET group_id = excluded.group_id, names_scheme = excluded.names_scheme RETURNING client_id`,
)

const AUDIT_CHANGED = tenantStatement(
  'flows/audit-changed-groups-of-roster',
  `INSERT INTO audit_log (client_id, action, entity, entity_id, after)
   SELECT $1, 'follow-provider', 'group', entry.id, entry.after
   FROM unnest($2::text[], $3::jsonb[]) entry (id, after) RETURNING client_id`,
)

/** Writes the groups of classes in one statement per table; returns the keys for the change lists. */
export async function writeClasses(tx: Tx, groups: readonly GroupToWrite[]): Promise<ChangedKey[]> {
  if (groups.length === 0) return []
  const existing = groups.filter(({ isNew }) => !isNew)
  const created = await writeGroups(
    tx,
    { userId: null },
    groups
      .filter(({ isNew }) => isNew)
      .map((group) => ({ id: group.id, clubId: group.club_id, ...rosterFields(group) })),
  )
  const rowsOf = (hasNewLevels: boolean) =>
    existing
      .filter((group) => group.hasNewLevels === hasNewLevels)
      .map((group) => ({ id: group.id, ...rosterFields(group) }))
  // the levels that coaches assess (assessment_levels) are the club's choice: they stay while scheme and levels stay
  await updateGroups(tx, ROSTER_GROUP_FIELDS, rowsOf(false))
  await updateGroups(tx, [...ROSTER_GROUP_FIELDS, 'assessment_levels'], rowsOf(true))
  // of a class that moved to another centre, the new group takes the link of the one that ended, which stands before it
  const linked = [...new Map(groups.map((group) => [`${group.subject} ${group.time_no}`, group])).values()]
  await execute(tx, WRITE_LINKS, [
    linked.map(({ subject }) => subject),
    linked.map((group) => group.time_no),
    linked.map(({ id }) => id),
    linked.map((group) => group.names_scheme),
  ])
  await execute(tx, AUDIT_CHANGED, [
    existing.map(({ id }) => id),
    existing.map((group) => JSON.stringify({ club_id: group.club_id, ...rosterFields(group) })),
  ])
  return [...created, ...existing.map(({ id, club_id: clubId }): ChangedKey => ({ clubId, kind: 'group', key: id }))]
}

/** The fields that the roster has, of a group that has others, too. */
export function rosterFields(group: ClassFields): Pick<GroupFields, RosterGroupField> {
  // the object has each of these fields
  return Object.fromEntries(ROSTER_GROUP_FIELDS.map((name) => [name, group[name]])) as unknown as Pick<
    GroupFields,
    RosterGroupField
  >
}
