import { Type } from 'typebox'
import { nullable } from '#contract/platform/fields.ts'
import { addDays, localDate } from '#domain/platform/club-time.ts'
import { diffPlaces, type Booking, type BookedPlace } from '#domain/flows/roster-places.ts'
import { lockAndListMemberKeys } from '#server/members/commands.ts'
import type { ChangedKey } from '#server/tenants/changes/change-counters.ts'
import { ISSUER } from '#server/identity/providers/settings.ts'
import { execute, queryRows, tenantStatement, tenantStatements, type RowOf } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { countEffect, type RosterRun } from './run.ts'

/** Groups per batch. */
const BATCH_SIZE = 50
/** A group id that is smaller than all others. */
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'

const Bookings = Type.Array(
  Type.Object({ person: Type.String(), from: nullable(Type.String()), to: nullable(Type.String()) }),
)
const Places = Type.Array(Type.Object({ person: Type.String(), from: Type.String(), to: nullable(Type.String()) }))

/**
 * SQL of the bookings of a group: the enrolments with this role in its class, while the provider lists the class. It
 * needs the aliases of `NEXT_GROUPS`: `link`, which names the class, and `groups`. `joins` lead from `enrolment` to
 * `person`, the id here.
 */
const bookingsSql = (role: string, person: string, joins: string) => `coalesce((
  SELECT json_agg(json_build_object('person', ${person},
    'from', enrolment.data -> 'from', 'to', enrolment.data -> 'to'))
  FROM roster_rows enrolment ${joins} WHERE enrolment.client_id = link.client_id AND enrolment.list = 'enrollments'
    AND enrolment.data ->> 'class' = link.subject AND enrolment.data ->> 'role' = '${role}'
    AND EXISTS (SELECT FROM roster_rows class WHERE class.client_id = enrolment.client_id
      AND class.list = 'classes' AND class.subject = link.subject)), '[]')`
/** SQL of all places, past ones too, in the group `groups`. */
const placesSql = (table: string, person: string) => `coalesce((
  SELECT json_agg(json_build_object('person', place.${person}, 'from', place.from_date, 'to', place.to_date))
  FROM ${table} place WHERE place.client_id = groups.client_id AND place.group_id = groups.id), '[]')`

/** The next $3 groups after $2: the bookings at the provider, and the places of children and coaches here. */
const NEXT_GROUPS = tenantStatement(
  'flows/list-next-groups',
  `SELECT groups.id, groups.club_id, club.time_zone, groups.first_date, groups.last_date,
    ${bookingsSql(
      'student',
      'child.member_id',
      `JOIN roster_members child ON child.client_id = enrolment.client_id AND child.subject = enrolment.data ->> 'user'
       JOIN club_members membership ON membership.client_id = enrolment.client_id
         AND membership.club_id = groups.club_id AND membership.member_id = child.member_id
         AND membership.status = 'active'`,
    )} AS children,
    ${bookingsSql(
      'teacher',
      'identity.user_id',
      `JOIN identities identity ON identity.client_id = enrolment.client_id AND identity.provider = 'coursepro'
         AND identity.issuer = ${ISSUER} AND identity.type = 'coach' AND identity.subject = enrolment.data ->> 'user'
       JOIN users coach ON coach.client_id = identity.client_id AND coach.id = identity.user_id
         AND coach.status = 'current'`,
    )} AS coaches,
    ${placesSql('group_members', 'member_id')} AS child_places,
    ${placesSql('group_coaches', 'user_id')} AS coach_places
  FROM roster_groups link JOIN groups ON groups.client_id = link.client_id AND groups.id = link.group_id
  JOIN clubs club ON club.client_id = groups.client_id AND club.id = groups.club_id
  WHERE link.client_id = $1 AND link.group_id > $2 ORDER BY link.group_id LIMIT $3`,
  { json: { children: Bookings, coaches: Bookings, child_places: Places, coach_places: Places } },
)
type GroupRow = RowOf<typeof NEXT_GROUPS>

/** A person's place with its group and club. */
interface PlaceOfGroup extends BookedPlace {
  group: string
  club: string
}

/**
 * Writes the bookings of the next groups as places, which make children their members and staff their coaches. `last`
 * is the last of these groups, null when none was left; `members` are the children whose places changed.
 */
export async function importPlaces(
  tx: Tx,
  run: RosterRun,
  nowMs: number,
): Promise<{ last: string | null; changed: ChangedKey[]; members: string[] }> {
  const rows = await queryRows(tx, NEXT_GROUPS, [run.after === '' ? BEFORE_ALL : run.after, BATCH_SIZE])
  const childDiff = joinDiffs(rows.map((row) => diffGroup(row, row.children, row.child_places, nowMs)))
  const coachDiff = joinDiffs(rows.map((row) => diffGroup(row, row.coaches, row.coach_places, nowMs)))
  await writePlaces(tx, 'group_members', childDiff)
  await writePlaces(tx, 'group_coaches', coachDiff)
  for (const { club } of childDiff.entered) countEffect(run, club, 'places_new')
  for (const { club } of childDiff.ended) countEffect(run, club, 'places_ended')
  await auditPlaces(tx, 'member', 'enter-group', childDiff.entered)
  await auditPlaces(tx, 'member', 'leave-group', childDiff.ended)
  await auditPlaces(tx, 'user', 'take-group', coachDiff.entered)
  await auditPlaces(tx, 'user', 'leave-group', coachDiff.ended)
  const places = allPlaces(childDiff)
  const clubsOfGroups = new Map([...places, ...allPlaces(coachDiff)].map(({ group, club }) => [group, club]))
  // the club's devices get everything about the children who enter a group, because they may not have it yet
  const redelivered: ChangedKey[] = []
  for (const club of new Set(childDiff.entered.map((place) => place.club))) {
    const ids = childDiff.entered.filter((place) => place.club === club).map(({ person }) => person)
    redelivered.push(...(await lockAndListMemberKeys(tx, club, [...new Set(ids)])))
  }
  const changed: ChangedKey[] = [
    ...places.map(({ group, club, person }): ChangedKey => ({
      clubId: club,
      kind: 'group_member',
      key: `${group}/${person}`,
    })),
    ...[...clubsOfGroups].map(([group, clubId]): ChangedKey => ({ clubId, kind: 'group', key: group })),
    ...redelivered,
  ]
  return { last: rows.at(-1)?.id ?? null, changed, members: places.map(({ person }) => person) }
}

/** The places that differ from the bookings, by what has to be done. */
type PlaceDiff = Record<'entered' | 'changed' | 'ended', PlaceOfGroup[]>

const allPlaces = ({ entered, changed, ended }: PlaceDiff) => [...entered, ...changed, ...ended]

function joinDiffs(diffs: readonly PlaceDiff[]): PlaceDiff {
  return {
    entered: diffs.flatMap(({ entered }) => entered),
    changed: diffs.flatMap(({ changed }) => changed),
    ended: diffs.flatMap(({ ended }) => ended),
  }
}

/** Compares the bookings of a group with its places. */
function diffGroup(
  { id, club_id, time_zone, first_date, last_date }: GroupRow,
  bookings: readonly Booking[],
  places: readonly BookedPlace[],
  nowMs: number,
): PlaceDiff {
  const today = localDate(nowMs, time_zone)
  const hasEnded = last_date !== null && last_date < today
  const group = { firstDate: first_date, ended: hasEnded, today, yesterday: addDays(today, -1) }
  const diff = diffPlaces(group, bookings, places)
  const withGroup = (place: BookedPlace) => ({ ...place, group: id, club: club_id })
  return {
    entered: diff.entered.map(withGroup),
    changed: diff.changed.map(withGroup),
    ended: diff.ended.map(withGroup),
  }
}

const WRITE_PLACES = tenantStatements(
  'flows/write-places',
  {
    group_members: { table: 'group_members', person: 'member_id' },
    group_coaches: { table: 'group_coaches', person: 'user_id' },
  },
  ({ table, person }) => `INSERT INTO ${table} (client_id, group_id, ${person}, from_date, to_date)
   SELECT $1, group_id, person, from_date, to_date
   FROM unnest($2::uuid[], $3::uuid[], $4::date[], $5::date[]) place (group_id, person, from_date, to_date)
   ON CONFLICT (client_id, group_id, ${person}, from_date) DO UPDATE SET to_date = excluded.to_date
   RETURNING client_id`,
)

async function writePlaces(tx: Tx, table: keyof typeof WRITE_PLACES, diff: PlaceDiff): Promise<void> {
  const places = allPlaces(diff)
  await execute(tx, WRITE_PLACES[table], [
    places.map(({ group }) => group),
    places.map(({ person }) => person),
    places.map(({ from }) => from),
    places.map(({ to }) => to),
  ])
}

const AUDIT_PLACES = tenantStatement(
  'flows/audit-places-of-roster',
  `INSERT INTO audit_log (client_id, action, entity, entity_id, after)
   SELECT $1, $2, $3, place.person, jsonb_build_object('group', place.group_id)
   FROM unnest($4::text[], $5::text[]) place (person, group_id) RETURNING client_id`,
)

async function auditPlaces(
  tx: Tx,
  entity: 'member' | 'user',
  action: string,
  places: readonly PlaceOfGroup[],
): Promise<void> {
  await execute(tx, AUDIT_PLACES, [
    action,
    entity,
    places.map(({ person }) => person),
    places.map(({ group }) => group),
  ])
}
