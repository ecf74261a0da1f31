import { addDays, localDate } from '#domain/platform/club-time.ts'
import { diffPlaces, type Booking, type BookedPlace } from '#domain/flows/roster-places.ts'
import { memberKeys } from '#server/members/commands.ts'
import type { ChangedKey } from '#server/tenants/changes/change-counters.ts'
import { ISSUER } from '#server/identity/providers/settings.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { countEffect, type RosterRun } from './run.ts'

/** Groups per batch. */
const GROUPS = 50
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'

interface GroupRow {
  id: string
  club_id: string
  time_zone: string
  first_date: string
  last_date: string | null
  children: Booking[]
  coaches: Booking[]
  child_places: BookedPlace[]
  coach_places: BookedPlace[]
}

/** SQL of the live enrolments of a role in the class of group `rg`, by the ids of the persons here. */
const bookings = (role: string, person: string, joins: string) => `coalesce((
  SELECT json_agg(json_build_object('person', ${person}, 'from', e.data -> 'from', 'to', e.data -> 'to'))
  FROM roster_rows e ${joins} WHERE e.list = 'enrollments' AND e.data ->> 'class' = rg.subject AND e.data ->> 'role' = '${role}'
    AND EXISTS (SELECT FROM roster_rows c WHERE c.client_id = e.client_id AND c.list = 'classes' AND c.subject = rg.subject)), '[]')`
/** SQL of the present places in group `g`. */
const existing = (table: string, person: string) => `coalesce((
  SELECT json_agg(json_build_object('person', p.${person}, 'from', p.from_date, 'to', p.to_date)) FROM ${table} p
  WHERE p.client_id = g.client_id AND p.group_id = g.id), '[]')`

const ROWS = `
  SELECT g.id, g.club_id, cl.time_zone, g.first_date, g.last_date,
    ${bookings(
      'student',
      'rm.member_id',
      `JOIN roster_members rm ON rm.client_id = e.client_id AND rm.subject = e.data ->> 'user'
       JOIN club_members cm ON cm.client_id = e.client_id AND cm.club_id = g.club_id AND cm.member_id = rm.member_id AND cm.status = 'active'`,
    )} AS children,
    ${bookings(
      'teacher',
      'i.user_id',
      `JOIN identities i ON i.client_id = e.client_id AND i.provider = 'coursepro' AND i.issuer = ${ISSUER} AND i.type = 'coach' AND i.subject = e.data ->> 'user'
       JOIN users u ON u.client_id = i.client_id AND u.id = i.user_id AND u.status = 'current'`,
    )} AS coaches,
    ${existing('group_members', 'member_id')} AS child_places, ${existing('group_coaches', 'user_id')} AS coach_places
  FROM roster_groups rg JOIN groups g ON g.client_id = rg.client_id AND g.id = rg.group_id
  JOIN clubs cl ON cl.client_id = g.client_id AND cl.id = g.club_id
  WHERE rg.group_id > $1 ORDER BY rg.group_id LIMIT $2`

/** A place with its group and club. */
interface PlaceIn extends BookedPlace {
  group: string
  club: string
}

/**
 * Writes the bookings of the next groups as places of children and coaches. Returns the last group, null when none is
 * left.
 */
export async function followPlaces(
  tx: Tx,
  clientId: string,
  run: RosterRun,
  nowMs: number,
): Promise<{ last: string | null; changed: ChangedKey[]; members: string[] }> {
  const { rows } = await tx.query<GroupRow>(ROWS, [run.after === '' ? BEFORE_ALL : run.after, GROUPS])
  const children = combine(rows.map((row) => placesOf(row, row.children, row.child_places, nowMs)))
  const coaches = combine(rows.map((row) => placesOf(row, row.coaches, row.coach_places, nowMs)))
  await writePlaces(tx, clientId, 'group_members', 'member_id', children)
  await writePlaces(tx, clientId, 'group_coaches', 'user_id', coaches)
  for (const { club } of children.entered) countEffect(run, club, 'places_new')
  for (const { club } of children.ended) countEffect(run, club, 'places_ended')
  await auditPlaces(tx, clientId, 'member', 'enter-group', children.entered)
  await auditPlaces(tx, clientId, 'member', 'leave-group', children.ended)
  await auditPlaces(tx, clientId, 'user', 'take-group', coaches.entered)
  await auditPlaces(tx, clientId, 'user', 'leave-group', coaches.ended)
  const places = allPlaces(children)
  const groups = new Map([...places, ...allPlaces(coaches)].map(({ group, club }) => [group, club]))
  const redelivered: ChangedKey[] = []
  for (const club of new Set(children.entered.map((place) => place.club))) {
    const ids = children.entered.filter((place) => place.club === club).map(({ person }) => person)
    redelivered.push(...(await memberKeys(tx, clientId, club, [...new Set(ids)])))
  }
  const changed: ChangedKey[] = [
    ...places.map(({ group, club, person }): ChangedKey => ({
      clubId: club,
      kind: 'group_member',
      key: `${group}/${person}`,
    })),
    ...[...groups].map(([key, clubId]): ChangedKey => ({ clubId, kind: 'group', key })),
    ...redelivered,
  ]
  return { last: rows.at(-1)?.id ?? null, changed, members: places.map(({ person }) => person) }
}

/** The places that differ from the bookings, by what has to be done. */
type PlaceDiff = Record<'entered' | 'changed' | 'ended', PlaceIn[]>

const allPlaces = ({ entered, changed, ended }: PlaceDiff) => [...entered, ...changed, ...ended]

function combine(all: readonly PlaceDiff[]): PlaceDiff {
  return {
    entered: all.flatMap(({ entered }) => entered),
    changed: all.flatMap(({ changed }) => changed),
    ended: all.flatMap(({ ended }) => ended),
  }
}

function placesOf(
  { id, club_id, time_zone, first_date, last_date }: GroupRow,
  bookings: readonly Booking[],
  places: readonly BookedPlace[],
  nowMs: number,
): PlaceDiff {
  const today = localDate(nowMs, time_zone)
  const ended = last_date !== null && last_date < today
  const group = { firstDate: first_date, ended, today, yesterday: addDays(today, -1) }
  const diff = diffPlaces(group, bookings, places)
  const withGroup = (place: BookedPlace) => ({ ...place, group: id, club: club_id })
  return {
    entered: diff.entered.map(withGroup),
    changed: diff.changed.map(withGroup),
    ended: diff.ended.map(withGroup),
  }
}

async function writePlaces(
  tx: Tx,
  clientId: string,
  table: 'group_members' | 'group_coaches',
  person: 'member_id' | 'user_id',
  diff: PlaceDiff,
): Promise<void> {
  const all = allPlaces(diff)
  await tx.query(
    `INSERT INTO ${table} (client_id, group_id, ${person}, from_date, to_date)
     SELECT $1, * FROM unnest($2::uuid[], $3::uuid[], $4::date[], $5::date[])
     ON CONFLICT (client_id, group_id, ${person}, from_date) DO UPDATE SET to_date = excluded.to_date`,
    [
      clientId,
      all.map(({ group }) => group),
      all.map((place) => place.person),
      all.map(({ from }) => from),
      all.map(({ to }) => to),
    ],
  )
}

async function auditPlaces(
  tx: Tx,
  clientId: string,
  entity: 'member' | 'user',
  action: string,
  places: readonly PlaceIn[],
): Promise<void> {
  await tx.query(
    `INSERT INTO audit_log (client_id, action, entity, entity_id, after)
     SELECT $1, $2, $3, t.person, jsonb_build_object('group', t.group_id) FROM unnest($4::text[], $5::text[]) t (person, group_id)`,
    [clientId, action, entity, places.map(({ person }) => person), places.map(({ group }) => group)],
  )
}
