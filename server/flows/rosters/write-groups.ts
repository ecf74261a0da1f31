import type { ChangedKey } from '#server/tenants/changes/change-counters.ts'
import type { Tx } from '#server/platform/tenancy.ts'

/** The fields of a group that the provider determines. */
export interface GroupFields {
  club_id: string
  name: string
  ngo_id: string | null
  scheme_id: string | null
  levels: string[]
  /** Whether the provider names the scheme; otherwise the club chooses scheme and levels. */
  names_scheme: boolean
  is_slot: boolean
  /** When its sessions begin, as HH:mm; null when this is not known. */
  start_at: string | null
  duration_minutes: number
  weekdays: number[]
  first_date: string
  last_date: string | null
  /** Where the group meets. */
  place: string | null
}

/** A group that is new or has changed, with its class (`subject`) at the provider. */
export interface GroupToWrite extends GroupFields {
  id: string
  subject: string
  /** Which of the class's times of day the group is for, from 1; in the database the column `slot`. */
  time_no: number
  isNew: boolean
}

/** Writes groups in one statement per table; returns the keys for the change lists. */
export async function writeGroups(tx: Tx, clientId: string, groups: readonly GroupToWrite[]): Promise<ChangedKey[]> {
  if (groups.length === 0) return []
  // the columns of the table `groups`; the other fields belong to `roster_groups`
  const rows = groups.map(({ id, club_id, name, ngo_id, scheme_id, levels, is_slot, start_at, ...others }) => {
    const { duration_minutes, weekdays, first_date, last_date, place } = others
    const schedule = { start_at, duration_minutes, weekdays, first_date, last_date }
    return { id, club_id, name, ngo_id, scheme_id, levels, is_slot, ...schedule, place }
  })
  await tx.query(
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
    [clientId, JSON.stringify(rows)],
  )
  // of a class that moved to another centre, the new group takes the link of the one that ended, which stands before it
  const linked = [...new Map(groups.map((group) => [`${group.subject} ${group.time_no}`, group])).values()]
  await tx.query(
    `INSERT INTO roster_groups (client_id, subject, slot, group_id, names_scheme)
     SELECT $1, * FROM unnest($2::text[], $3::int[], $4::uuid[], $5::boolean[])
     ON CONFLICT (client_id, subject, slot) DO UPDATE
       SET group_id = excluded.group_id, names_scheme = excluded.names_scheme`,
    [
      clientId,
      linked.map(({ subject }) => subject),
      linked.map((group) => group.time_no),
      linked.map(({ id }) => id),
      linked.map((group) => group.names_scheme),
    ],
  )
  await tx.query(
    `INSERT INTO audit_log (client_id, action, entity, entity_id, after)
     SELECT $1, entry.action, 'group', entry.id, entry.after
     FROM unnest($2::text[], $3::text[], $4::jsonb[]) entry (action, id, after)`,
    [
      clientId,
      groups.map(({ isNew }) => (isNew ? 'create' : 'follow-provider')),
      groups.map(({ id }) => id),
      rows.map((row) => JSON.stringify(row)),
    ],
  )
  return groups.map(({ id, club_id: clubId }) => ({ clubId, kind: 'group', key: id }))
}
