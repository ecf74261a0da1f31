import { Type, type Static } from 'typebox'
import { nullable } from '#contract/platform/fields.ts'
import type { ChangedKey } from '#server/tenants/changes/change-counters.ts'
import { execute, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'

/** The fields of a group that the provider determines. */
export const GroupFields = Type.Object({
  club_id: Type.String(),
  name: Type.String(),
  ngo_id: nullable(Type.String()),
  scheme_id: nullable(Type.String()),
  levels: Type.Array(Type.String()),
  /** Whether the provider names the scheme; otherwise the club chooses scheme and levels. */
  names_scheme: Type.Boolean(),
  is_slot: Type.Boolean(),
  /** When its sessions begin, as HH:mm; null when this is not known. */
  start_at: nullable(Type.String()),
  duration_minutes: Type.Integer(),
  weekdays: Type.Array(Type.Integer()),
  first_date: Type.String(),
  last_date: nullable(Type.String()),
  /** Where the group meets. */
  place: nullable(Type.String()),
})
export type GroupFields = Static<typeof GroupFields>

/** A group that is new or has changed, with its class (`subject`) at the provider. */
export interface GroupToWrite extends GroupFields {
  id: string
  subject: string
  /** Which of the class's times of day the group is for, from 1; in the database the column `slot`. */
  time_no: number
  isNew: boolean
}

const WRITE_GROUPS = tenantStatement(
  'flows/write-groups-of-roster',
  // the levels that coaches assess (assessment_levels) are the club's choice: they stay while scheme and levels stay
  `INSERT INTO groups (client_id, id, club_id, name, ngo_id, scheme_id, levels, assessment_levels, is_slot, start_at,
     duration_minutes, weekdays, first_date, last_date, place)
   SELECT $1, id, club_id, name, ngo_id, scheme_id, levels, levels, is_slot, start_at,
     duration_minutes, weekdays, first_date, last_date, place
   FROM jsonb_to_recordset($2) written (id uuid, club_id uuid, name text, ngo_id text, scheme_id uuid, levels text[],
     is_slot boolean, start_at time, duration_minutes int, weekdays int[], first_date date, last_date date,
     place text)
   ON CONFLICT (client_id, id) DO UPDATE SET name = excluded.name, ngo_id = excluded.ngo_id,
     scheme_id = excluded.scheme_id, levels = excluded.levels, is_slot = excluded.is_slot,
     start_at = excluded.start_at, duration_minutes = excluded.duration_minutes, weekdays = excluded.weekdays,
     first_date = excluded.first_date, last_date = excluded.last_date, place = excluded.place,
     assessment_levels = CASE WHEN groups.scheme_id IS NOT DISTINCT FROM excluded.scheme_id
         AND groups.levels = excluded.levels
       THEN groups.assessment_levels ELSE excluded.levels END`,
)

const WRITE_LINKS = tenantStatement(
  'flows/write-links-of-classes',
  `INSERT INTO roster_groups (client_id, subject, slot, group_id, names_scheme)
   SELECT $1, subject, slot, group_id, names_scheme
   FROM unnest($2::text[], $3::int[], $4::uuid[], $5::boolean[]) link (subject, slot, group_id, names_scheme)
   ON CONFLICT (client_id, subject, slot) DO UPDATE
     SET group_id = excluded.group_id, names_scheme = excluded.names_scheme`,
)

const AUDIT_GROUPS = tenantStatement(
  'flows/audit-groups-of-roster',
  `INSERT INTO audit_log (client_id, action, entity, entity_id, after)
   SELECT $1, entry.action, 'group', entry.id, entry.after
   FROM unnest($2::text[], $3::text[], $4::jsonb[]) entry (action, id, after)`,
)

/** Writes groups in one statement per table; returns the keys for the change lists. */
export async function writeGroups(tx: Tx, groups: readonly GroupToWrite[]): Promise<ChangedKey[]> {
  if (groups.length === 0) return []
  // the columns of the table `groups`; the other fields belong to `roster_groups`
  const rows = groups.map(({ id, club_id, name, ngo_id, scheme_id, levels, is_slot, start_at, ...others }) => {
    const { duration_minutes, weekdays, first_date, last_date, place } = others
    const schedule = { start_at, duration_minutes, weekdays, first_date, last_date }
    return { id, club_id, name, ngo_id, scheme_id, levels, is_slot, ...schedule, place }
  })
  await execute(tx, WRITE_GROUPS, [JSON.stringify(rows)])
  // of a class that moved to another centre, the new group takes the link of the one that ended, which stands before it
  const linked = [...new Map(groups.map((group) => [`${group.subject} ${group.time_no}`, group])).values()]
  await execute(tx, WRITE_LINKS, [
    linked.map(({ subject }) => subject),
    linked.map((group) => group.time_no),
    linked.map(({ id }) => id),
    linked.map((group) => group.names_scheme),
  ])
  await execute(tx, AUDIT_GROUPS, [
    groups.map(({ isNew }) => (isNew ? 'create' : 'follow-provider')),
    groups.map(({ id }) => id),
    rows.map((row) => JSON.stringify(row)),
  ])
  return groups.map(({ id, club_id: clubId }) => ({ clubId, kind: 'group', key: id }))
}
