import { Type } from 'typebox'
import { SchemeState } from '#contract/curriculum/schemes.ts'
import { mayTeach } from '#domain/curriculum/scheme-state.ts'
import { addDays, localDate, mondayFirst } from '#domain/platform/club-time.ts'
import { slotsOf, type RosterSlot } from '#domain/flows/roster-slots.ts'
import { ROSTER_GROUP_FIELDS } from '#domain/scheduling/group-fields.ts'
import { groupFieldsJson } from '#server/scheduling/groups/group-columns.ts'
import type { ChangedKey } from '#server/tenants/changes/change-counters.ts'
import { queryRows, tenantStatement, type RowOf } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { addProblem, countEffect, type RosterRun } from './run.ts'
import { StagedClass } from './staged.ts'
import { ClassFields, rosterFields, writeClasses, type GroupToWrite } from './write-groups.ts'

/** Classes per batch. */
const BATCH_SIZE = 200

/**
 * A group of a class here, one for each time of day at which the class meets. `time_no` numbers these times from 1, in
 * the order of `slotsOf`. That function and the database call such a time a slot, in another sense than `is_slot`.
 */
const ExistingGroup = Type.Object({
  ...ClassFields.properties,
  id: Type.String(),
  time_no: Type.Integer(),
  time_zone: Type.String(),
})

/**
 * The next $3 classes after $2: what the provider says of each, which is null when it does not list the class any more,
 * its club and scheme here, the first and the last day of all its terms, and its groups.
 */
const NEXT_CLASSES = tenantStatement(
  'flows/list-next-classes',
  `WITH subjects AS (
    SELECT subject FROM roster_rows WHERE client_id = $1 AND list = 'classes' AND subject > $2
    UNION SELECT subject FROM roster_groups WHERE client_id = $1 AND subject > $2 ORDER BY subject LIMIT $3)
  SELECT subjects.subject, class.data AS staged, dates.first, dates.last,
    (SELECT json_build_object('id', club.id, 'time_zone', club.time_zone) FROM clubs club
      JOIN roster_rows centre ON centre.client_id = club.client_id AND centre.list = 'orgs'
        AND centre.subject = club.ngo_id
      WHERE club.client_id = $1 AND club.ngo_id = class.data ->> 'school' AND club.deleted_at IS NULL) AS club,
    (SELECT json_build_object('slug', scheme.slug, 'state', scheme.state, 'levels', ARRAY(
        SELECT node.id FROM scheme_nodes node WHERE node.client_id = scheme.client_id AND node.scheme_id = scheme.id
          AND node.t = 'l' AND node.deleted_at IS NULL AND class.data -> 'levels' ? node.id
        ORDER BY node.position, node.id))
      FROM schemes scheme
      WHERE scheme.client_id = $1 AND scheme.slug = class.data ->> 'scheme' AND scheme.deleted_at IS NULL) AS scheme,
    coalesce((SELECT json_agg(json_build_object('time_no', link.slot, 'id', groups.id, 'club_id', groups.club_id,
        'time_zone', club.time_zone, 'names_scheme', link.names_scheme, ${groupFieldsJson(ROSTER_GROUP_FIELDS)})
        ORDER BY link.slot)
      FROM roster_groups link JOIN groups ON groups.client_id = link.client_id AND groups.id = link.group_id
      JOIN clubs club ON club.client_id = groups.client_id AND club.id = groups.club_id
      WHERE link.client_id = $1 AND link.subject = subjects.subject), '[]') AS existing
  FROM subjects
  LEFT JOIN roster_rows class ON class.client_id = $1 AND class.list = 'classes' AND class.subject = subjects.subject
  LEFT JOIN LATERAL (SELECT min(term.data ->> 'first') AS first, max(term.data ->> 'last') AS last
    FROM roster_rows term WHERE term.client_id = $1 AND term.list = 'academicSessions'
      AND class.data -> 'terms' ? term.subject) dates ON true
  ORDER BY subjects.subject`,
  {
    json: {
      staged: StagedClass,
      club: Type.Object({ id: Type.String(), time_zone: Type.String() }),
      scheme: Type.Object({ slug: Type.String(), state: SchemeState, levels: Type.Array(Type.String()) }),
      existing: Type.Array(ExistingGroup),
    },
  },
)
type ClassRow = RowOf<typeof NEXT_CLASSES>

/**
 * Writes the next classes as the provider lists them, each as one group for every time of day at which it meets.
 * `last` is the last of these classes, null when none was left.
 */
export async function importGroups(
  tx: Tx,
  run: RosterRun,
  nowMs: number,
): Promise<{ last: string | null; changed: ChangedKey[] }> {
  const rows = await queryRows(tx, NEXT_CLASSES, [run.after, BATCH_SIZE])
  const groups = rows.flatMap((row) => groupsOf(row, run, nowMs))
  return { last: rows.at(-1)?.subject ?? null, changed: await writeClasses(tx, groups) }
}

function groupsOf(row: ClassRow, run: RosterRun, nowMs: number): GroupToWrite[] {
  const { subject, staged, club, existing } = row
  const times = staged && club ? slotsOf(staged.periods) : []
  if (staged && club && times.length === 0) {
    // a class without a readable time is left as it is here
    addProblem(run, { club: club.id, number: staged.number ?? staged.name, why: 'no-time' })
    return []
  }
  // one group for each time; null when nothing has to be written
  const written = times.map((time, index): GroupToWrite | null => {
    const present = existing.find((group) => group.time_no === index + 1)
    // a class that moved to another centre becomes a new group there
    const before = present?.club_id === club?.id ? present : undefined
    const group = fieldsOf(row, staged, club, time, before, nowMs)
    if (!group || (before && isUnchanged(group, before))) return null
    countEffect(run, group.club_id, before ? 'groups_changed' : 'groups_new')
    return {
      ...group,
      id: before?.id ?? crypto.randomUUID(),
      subject,
      time_no: index + 1,
      isNew: !before,
      hasNewLevels: before !== undefined && hasNewLevels(group, before),
    }
  })
  // groups whose time the class has no more, or whose centre it left, end yesterday
  const ended = existing.flatMap((group): GroupToWrite[] => {
    if (group.time_no <= times.length && group.club_id === club?.id) return []
    const today = localDate(nowMs, group.time_zone)
    if (group.last_date !== null && group.last_date < today) return []
    countEffect(run, group.club_id, 'groups_ended')
    return [{ ...group, last_date: addDays(today, -1), subject, isNew: false, hasNewLevels: false }]
  })
  return [...ended, ...written.filter((group) => group !== null)]
}

function fieldsOf(
  { first, last, scheme: named }: ClassRow,
  staged: StagedClass | null,
  club: ClassRow['club'],
  { startAt, durationMinutes, weekdays }: RosterSlot,
  before: ClassFields | undefined,
  nowMs: number,
): ClassFields | null {
  // only for the compiler: without both there are no times
  if (!staged || !club) return null
  // a class may name a scheme that is not released yet or retired; then its group has none
  const scheme = named && mayTeach(named.state, before?.scheme_slug === named.slug) ? named : null
  const first_date = first ?? before?.first_date ?? localDate(nowMs, club.time_zone)
  return {
    club_id: club.id,
    name: staged.name,
    ngo_id: staged.number,
    // the club chooses the scheme when the provider names none
    scheme_slug: staged.scheme === null ? (before?.scheme_slug ?? null) : (scheme?.slug ?? null),
    levels: staged.scheme === null ? (before?.levels ?? []) : (scheme?.levels ?? []),
    names_scheme: staged.scheme !== null,
    // a slot in the sense of the glossary: a parent books it for one child
    is_slot: staged.slot,
    start_at: startAt,
    duration_minutes: durationMinutes,
    weekdays,
    first_date,
    last_date: last !== null && last >= first_date ? last : null,
    place: staged.place,
  }
}

function isUnchanged(a: ClassFields, b: ClassFields): boolean {
  const comparable = (group: ClassFields) =>
    JSON.stringify({
      ...rosterFields(group),
      names_scheme: group.names_scheme,
      levels: group.levels.toSorted(),
      weekdays: mondayFirst(group.weekdays),
    })
  return comparable(a) === comparable(b)
}

/** Whether the group is about another scheme or other levels, in their order. */
function hasNewLevels(group: ClassFields, before: ClassFields): boolean {
  const comparable = ({ scheme_slug, levels }: ClassFields) => JSON.stringify([scheme_slug, levels])
  return comparable(group) !== comparable(before)
}
