import { addDays, localDate } from '#domain/platform/club-time.ts'
import { mondayFirst, slotsOf, type RosterSlot } from '#domain/flows/roster-slots.ts'
import type { ChangedKey } from '#server/tenants/changes/change-counters.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { addProblem, countEffect, type RosterRun } from './run.ts'
import type { StagedClass } from './staged.ts'
import { writeGroups, type GroupFields, type GroupToWrite } from './write-groups.ts'

/** Classes per batch. */
const CLASSES = 200

/** A class at the provider and its groups here. */
interface ClassRow {
  subject: string
  /** Null when the provider does not list the class any more. */
  said: StagedClass | null
  club: { id: string; time_zone: string } | null
  first: string | null
  last: string | null
  scheme: { id: string; levels: string[] } | null
  existing: (GroupFields & { id: string; slot: number; time_zone: string })[]
}

const ROWS = `
  WITH subjects AS (
    SELECT subject FROM roster_rows WHERE list = 'classes' AND subject > $1
    UNION SELECT subject FROM roster_groups WHERE subject > $1 ORDER BY subject LIMIT $2)
  SELECT s.subject, c.data AS said, dates.first, dates.last,
    (SELECT json_build_object('id', cl.id, 'time_zone', cl.time_zone) FROM clubs cl
      JOIN roster_rows o ON o.client_id = cl.client_id AND o.list = 'orgs' AND o.subject = cl.ngo_id
      WHERE cl.ngo_id = c.data ->> 'school' AND cl.deleted_at IS NULL) AS club,
    (SELECT json_build_object('id', sc.id, 'levels', ARRAY(SELECT n.id FROM scheme_nodes n WHERE n.client_id = sc.client_id
        AND n.scheme_id = sc.id AND n.t = 'l' AND n.deleted_at IS NULL AND c.data -> 'levels' ? n.id ORDER BY n.position, n.id))
      FROM schemes sc WHERE sc.slug = c.data ->> 'scheme' AND sc.deleted_at IS NULL) AS scheme,
    coalesce((SELECT json_agg(json_build_object('slot', rg.slot, 'id', g.id, 'club_id', g.club_id, 'time_zone', cl.time_zone,
        'name', g.name, 'ngo_id', g.ngo_id, 'scheme_id', g.scheme_id, 'levels', to_json(g.levels), 'names_scheme', rg.names_scheme, 'is_slot', g.is_slot,
        'start_at', to_char(g.start_at, 'HH24:MI'), 'duration_minutes', g.duration_minutes, 'weekdays', to_json(g.weekdays),
        'first_date', g.first_date, 'last_date', g.last_date, 'place', g.place) ORDER BY rg.slot)
      FROM roster_groups rg JOIN groups g ON g.client_id = rg.client_id AND g.id = rg.group_id
      JOIN clubs cl ON cl.client_id = g.client_id AND cl.id = g.club_id WHERE rg.subject = s.subject), '[]') AS existing
  FROM subjects s LEFT JOIN roster_rows c ON c.list = 'classes' AND c.subject = s.subject
  LEFT JOIN LATERAL (SELECT min(t.data ->> 'first') AS first, max(t.data ->> 'last') AS last FROM roster_rows t
    WHERE t.list = 'academicSessions' AND c.data -> 'terms' ? t.subject) dates ON true
  ORDER BY s.subject`

/**
 * Writes the next classes as the provider lists them, each as one group for every time of day at which it meets.
 * Returns the last class, null when none is left.
 */
export async function followGroups(
  tx: Tx,
  clientId: string,
  run: RosterRun,
  nowMs: number,
): Promise<{ last: string | null; changed: ChangedKey[] }> {
  const { rows } = await tx.query<ClassRow>(ROWS, [run.after, CLASSES])
  const groups = rows.flatMap((row) => groupsOf(row, run, nowMs))
  return { last: rows.at(-1)?.subject ?? null, changed: await writeGroups(tx, clientId, groups) }
}

function groupsOf(row: ClassRow, run: RosterRun, nowMs: number): GroupToWrite[] {
  const { subject, said: staged, club, existing } = row
  const slots = staged && club ? slotsOf(staged.periods) : []
  if (staged && club && slots.length === 0) {
    // a class without a readable time is left as it is here
    addProblem(run, { club: club.id, number: staged.number ?? staged.name, why: 'no-time' })
    return []
  }
  const written = slots.map((slot, index): GroupToWrite | null => {
    const present = existing.find((group) => group.slot === index + 1)
    // a class that moved to another centre becomes a new group there
    const before = present?.club_id === club?.id ? present : undefined
    const group = fieldsOf(row, staged, club, slot, before, nowMs)
    if (!group || (before && same(group, before))) return null
    countEffect(run, group.club_id, before ? 'groups_changed' : 'groups_new')
    return { ...group, id: before?.id ?? crypto.randomUUID(), subject, slot: index + 1, isNew: !before }
  })
  const ended = existing.flatMap((group): GroupToWrite[] => {
    if (group.slot <= slots.length && group.club_id === club?.id) return []
    const today = localDate(nowMs, group.time_zone)
    if (group.last_date !== null && group.last_date < today) return []
    countEffect(run, group.club_id, 'groups_ended')
    return [{ ...group, last_date: addDays(today, -1), subject, isNew: false }]
  })
  return [...ended, ...written.filter((group) => group !== null)]
}

function fieldsOf(
  { first, last, scheme }: ClassRow,
  staged: StagedClass | null,
  club: ClassRow['club'],
  { startAt, durationMinutes, weekdays }: RosterSlot,
  before: GroupFields | undefined,
  nowMs: number,
): GroupFields | null {
  if (!staged || !club) return null
  const first_date = first ?? before?.first_date ?? localDate(nowMs, club.time_zone)
  return {
    club_id: club.id,
    name: staged.name,
    ngo_id: staged.number,
    // the club chooses the scheme when the provider names none
    scheme_id: staged.scheme === null ? (before?.scheme_id ?? null) : (scheme?.id ?? null),
    levels: staged.scheme === null ? (before?.levels ?? []) : (scheme?.levels ?? []),
    names_scheme: staged.scheme !== null,
    is_slot: staged.slot,
    start_at: startAt,
    duration_minutes: durationMinutes,
    weekdays,
    first_date,
    last_date: last !== null && last >= first_date ? last : null,
    place: staged.place,
  }
}

function same(a: GroupFields, b: GroupFields): boolean {
  const text = (group: GroupFields) =>
    JSON.stringify([
      group.name,
      group.ngo_id,
      group.scheme_id,
      group.levels.toSorted(),
      group.names_scheme,
      group.is_slot,
      group.start_at,
      group.duration_minutes,
      mondayFirst(group.weekdays),
      group.first_date,
      group.last_date,
      group.place,
    ])
  return text(a) === text(b)
}
