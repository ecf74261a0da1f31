import {
  CalendarSession,
  SessionException,
  type Calendar,
  type CalendarDay,
  type CalendarQuery,
} from '#contract/scheduling/sessions.ts'
import { daysBetween, isDate } from '#domain/platform/club-time.ts'
import { clubDays } from '#domain/scheduling/club-days.ts'
import { sessionOn, type GroupTimes, type Session } from '#domain/scheduling/sessions.ts'
import type { ClubContext } from '#server/tenants/clubs/club-context.ts'
import { exceptionJson } from '#server/scheduling/groups/queries.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { queryRows, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { readTerms } from './terms.ts'

/** The longest range: six weeks, because a calendar of whole weeks needs them for some months. */
const MAX_DAYS = 42

interface DateRange {
  /** YYYY-MM-DD; both days are included. */
  from: string
  to: string
}

function checkRange({ from, to }: DateRange): void {
  for (const [field, date] of [
    ['from', from],
    ['to', to],
  ] as const)
    if (!isDate(date)) throw new Refusal('INVALID_REQUEST', { field })
  const days = daysBetween(from, to) + 1
  if (days < 1 || days > MAX_DAYS) throw new Refusal('INVALID_REQUEST', { field: 'to' })
}

interface CalendarGroup extends Omit<GroupTimes, 'terms'> {
  id: string
  name: string
  place: string | null
  max_size: number | null
}

const GROUPS = tenantStatement(
  'scheduling/list-groups-of-calendar',
  `SELECT id, name, place, to_char(start_at, 'HH24:MI') AS start_at, duration_minutes, max_size, weekdays, first_date,
     last_date
   FROM groups
   WHERE client_id = $1 AND club_id = $2 AND first_date <= $4 AND (last_date IS NULL OR last_date >= $3)
   ORDER BY name, id`,
  { prepare: true },
)

const EXCEPTIONS = tenantStatement(
  'scheduling/list-exceptions-of-calendar',
  `SELECT exception.group_id, ${exceptionJson} AS exception FROM session_exceptions exception
   JOIN groups ON groups.client_id = exception.client_id AND groups.id = exception.group_id
   WHERE groups.client_id = $1 AND groups.club_id = $2 AND exception.date BETWEEN $3 AND $4`,
  { json: { exception: SessionException }, prepare: true },
)

/** The club's groups with a session on some day of the range, by name, with their exceptions in the range. */
async function readGroups(tx: Tx, { clubId }: ClubContext, { from, to }: DateRange): Promise<CalendarGroup[]> {
  const [groups, exceptions] = await Promise.all([
    queryRows(tx, GROUPS, [clubId, from, to]),
    queryRows(tx, EXCEPTIONS, [clubId, from, to]),
  ])
  const byGroup = Map.groupBy(exceptions, (row) => row.group_id)
  return groups.map((group) => ({
    ...group,
    exceptions: byGroup.get(group.id)?.map(({ exception }) => exception),
  }))
}

const PERIODS_OF_COACH = tenantStatement(
  'scheduling/list-periods-of-coach',
  'SELECT group_id, from_date, to_date FROM group_coaches WHERE client_id = $1 AND user_id = $2',
  { prepare: true },
)

/** Returns a function that tells whether a coach takes or covers a group's session; without a coach, any coach does. */
async function readTakes(
  tx: Tx,
  coach: string | undefined,
): Promise<(group: CalendarGroup, session: Session) => boolean> {
  if (coach === undefined) return () => true
  const rows = await queryRows(tx, PERIODS_OF_COACH, [coach])
  return (group, { date, exception }) =>
    exception?.cover?.uuid === coach ||
    rows.some(
      ({ group_id, from_date, to_date }) =>
        group_id === group.id && from_date <= date && (to_date === null || date <= to_date),
    )
}

const PLACES = tenantStatement(
  'scheduling/list-places-of-club',
  `SELECT DISTINCT place FROM groups WHERE client_id = $1 AND club_id = $2 AND place IS NOT NULL ORDER BY place`,
  { prepare: true },
)

/** All places at which groups of the club meet. */
async function readPlaces(tx: Tx, { clubId }: ClubContext): Promise<string[]> {
  const rows = await queryRows(tx, PLACES, [clubId])
  return rows.map(({ place }) => place)
}

/** A session of a group in the calendar. */
interface GroupSession {
  group: CalendarGroup
  session: Session
}

/** What is recorded of one session; `members` is the number of the group's members on that day. */
type Recorded = Pick<CalendarSession, 'coaches' | 'members' | 'present' | 'absent'>

const NOTHING_RECORDED: Recorded = { coaches: [], members: 0, present: 0, absent: 0 }

const recordedKey = (groupId: string, date: string) => `${groupId} ${date}`

const RECORDED = tenantStatement(
  'scheduling/list-recorded-of-sessions',
  `SELECT groups.id AS group_id, shown.date, coalesce((
       SELECT json_agg(json_build_object('uuid', users.id, 'firstname', users.firstname,
         'lastname', users.lastname) ORDER BY users.lastname, users.firstname, users.id)
       FROM group_coaches
       JOIN users ON users.client_id = group_coaches.client_id AND users.id = group_coaches.user_id
       WHERE group_coaches.client_id = groups.client_id AND group_coaches.group_id = groups.id
         AND group_coaches.from_date <= shown.date
         AND (group_coaches.to_date IS NULL OR group_coaches.to_date >= shown.date)), '[]') AS coaches,
     (SELECT count(*) FROM group_members
       WHERE group_members.client_id = groups.client_id AND group_members.group_id = groups.id
         AND group_members.from_date <= shown.date
         AND (group_members.to_date IS NULL OR group_members.to_date >= shown.date)) AS members,
     attendance.present, attendance.absent
   FROM unnest($2::uuid[], $3::date[]) AS shown (group_id, date)
   JOIN groups ON groups.id = shown.group_id
   CROSS JOIN LATERAL (
     SELECT count(*) FILTER (WHERE registers.value = '"present"') AS present,
       count(*) FILTER (WHERE registers.value = '"absent"') AS absent
     FROM registers WHERE registers.client_id = groups.client_id AND registers.group_id = groups.id
       AND registers.date = shown.date AND registers.kind = 'attendance'
       -- as the session's own page: guests, and who has left meanwhile, are none of those counted above
       AND EXISTS (SELECT FROM group_members
         WHERE group_members.client_id = registers.client_id AND group_members.group_id = registers.group_id
           AND group_members.member_id = registers.member_id AND group_members.from_date <= shown.date
           AND (group_members.to_date IS NULL OR group_members.to_date >= shown.date))) attendance
   WHERE groups.client_id = $1 AND shown.date IS NOT NULL`,
  { json: { coaches: CalendarSession.properties.coaches }, prepare: true },
)

/** What is recorded of each of these sessions, by `recordedKey`. */
async function readRecorded(tx: Tx, sessions: readonly GroupSession[]): Promise<ReadonlyMap<string, Recorded>> {
  if (sessions.length === 0) return new Map()
  const groupIds = sessions.map(({ group }) => group.id)
  const dates = sessions.map(({ session }) => session.date)
  const rows = await queryRows(tx, RECORDED, [groupIds, dates])
  return new Map(rows.map(({ group_id, date, ...recorded }) => [recordedKey(group_id, date), recorded]))
}

/** Compares by start; a session without a time comes last. */
function compareStarts({ session: a }: GroupSession, { session: b }: GroupSession): number {
  if (a.start_at === b.start_at) return 0
  if (a.start_at === null || b.start_at === null) return a.start_at === null ? 1 : -1
  return a.start_at < b.start_at ? -1 : 1
}

function isCovered({ session: { exception } }: GroupSession): boolean {
  return exception !== null && !exception.cancelled && exception.cover !== null
}

/**
 * All dated sessions of the club between two days. When groups meet is decided by the domain (`sessionOn`), as on the
 * tablet and on the parents' page; the database has the groups, their exceptions and what is recorded of a session.
 */
export async function readCalendar(tx: Tx, context: ClubContext, query: CalendarQuery): Promise<Calendar> {
  checkRange(query)
  const [terms, groups, takes, places] = await Promise.all([
    readTerms(tx, context),
    readGroups(tx, context, query),
    readTakes(tx, query.coach_uuid),
    readPlaces(tx, context),
  ])
  const ofPlace = query.place === undefined ? groups : groups.filter(({ place }) => place === query.place)
  const perDay = Number(query.per_day ?? 100)
  const days = clubDays(terms, query.from, query.to).map((day) => {
    const sessions = ofPlace.flatMap((group): GroupSession[] => {
      const session = sessionOn(group, day)
      return session !== null && takes(group, session) ? [{ group, session }] : []
    })
    // sessions of one time stay in the order of the groups, by name
    return { day, sessions: sessions.sort(compareStarts) }
  })
  const recorded = await readRecorded(
    tx,
    days.flatMap(({ sessions }) => sessions.slice(0, perDay)),
  )
  return {
    days: days.map(({ day, sessions }): CalendarDay => ({
      date: day.date,
      term: day.term?.name ?? null,
      holiday: day.holiday?.name ?? null,
      closed: day.closed,
      total: sessions.length,
      cancelled: sessions.filter(({ session }) => session.exception?.cancelled === true).length,
      covered: sessions.filter(isCovered).length,
      sessions: sessions.slice(0, perDay).map(({ group, session: { date, start_at, exception } }) => ({
        group_id: group.id,
        name: group.name,
        place: group.place,
        start_at,
        duration_minutes: group.duration_minutes,
        max_size: group.max_size,
        cancelled: exception?.cancelled ?? false,
        reason: exception?.reason ?? null,
        moved_from: exception?.moved_from ?? null,
        cover: exception?.cover ?? null,
        ...(recorded.get(recordedKey(group.id, date)) ?? NOTHING_RECORDED),
      })),
    })),
    places,
  }
}
