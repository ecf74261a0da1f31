import { addDays, localDate, localMinutes } from '#domain/platform/club-time.ts'
import { clubDay, type ClubDay, type Term } from './club-days.ts'

/** What is different about a group's session on one date. */
export interface SessionException {
  /** YYYY-MM-DD */
  date: string
  cancelled: boolean
  /** Why it is cancelled; shown to everybody who would have come. */
  reason: string | null
  /** The coach who takes this session in the place of the group's coaches. */
  cover: { uuid: string; firstname: string; lastname: string } | null
  /** YYYY-MM-DD to which this session was moved. */
  moved_to?: string | null
  /** YYYY-MM-DD of the session that was moved to this date. */
  moved_from?: string | null
  /** `HH:mm` at which it starts on this day only. */
  start_at?: string | null
  /** True when the cover took the session and may give it back, false when an administrator named the cover. */
  taken?: boolean
}

/** The days on which a group meets when nothing is different; dates are local to the club. */
interface RegularDays {
  /** 0 = Sunday … 6 = Saturday */
  weekdays: readonly number[]
  first_date: string
  last_date: string | null
}

/** The fields that say when a group meets; dates and times are local to the club. */
export interface GroupTimes extends RegularDays {
  /** `HH:mm`, or null when the group has no time. */
  start_at: string | null
  duration_minutes: number
  /** The club's terms and holidays; absent when none are known. */
  terms?: readonly Term[] | undefined
  exceptions?: readonly SessionException[] | undefined
}

const DAY_MINUTES = 24 * 60
/** The next session is searched this many days ahead, which is more than any pause between terms. */
const LOOK_AHEAD_DAYS = 200

/** Whether a session lasts the whole day, so that its time is not shown. */
export function lastsAllDay({ duration_minutes }: { duration_minutes: number }): boolean {
  return duration_minutes >= DAY_MINUTES
}

/** A session of a group on one date, which takes place or is cancelled. */
export interface Session {
  date: string
  /** `HH:mm`, or null when the group has no time. */
  start_at: string | null
  /** What is different about it. */
  exception: SessionException | null
}

/** Whether a date is one of a group's own, from its first to its last. */
export function isWithinGroup(group: Pick<RegularDays, 'first_date' | 'last_date'>, date: string): boolean {
  return group.first_date <= date && (group.last_date === null || date <= group.last_date)
}

/** Whether a group has a session on a day by its weekdays and the club's terms [R6.1], ignoring exceptions. */
export function isPlanned(group: RegularDays, day: ClubDay): boolean {
  return !day.closed && group.weekdays.includes(day.weekday) && isWithinGroup(group, day.date)
}

/**
 * The session of a group on a day, null when the group does not meet. Everything that lists sessions asks this
 * function. A cancelled session is returned; a moved one is on its new day only.
 */
export function sessionOn(
  group: RegularDays & Pick<GroupTimes, 'start_at' | 'exceptions'>,
  day: ClubDay,
): Session | null {
  const { date } = day
  const exception = exceptionOn(group, date)
  const isMovedHere = (exception?.moved_from ?? null) !== null
  const isMovedAway = (exception?.moved_to ?? null) !== null
  // a session that is moved here takes place on any weekday, and when the club is closed; but the group may have got
  // another last date since
  const meets = isMovedHere ? isWithinGroup(group, date) : !isMovedAway && isPlanned(group, day)
  return meets ? { date, start_at: startTimeOn(group, date), exception } : null
}

/** Whether a group has a session on a date. A cancelled session counts; a moved one counts on its new date only. */
export function meetsOn(group: GroupTimes, date: string): boolean {
  return sessionOn(group, clubDay(group.terms ?? [], date)) !== null
}

/** When a session begins, `HH:mm`; null when the group has no time. */
export function startTimeOn(group: Pick<GroupTimes, 'start_at' | 'exceptions'>, date: string): string | null {
  return exceptionOn(group, date)?.start_at ?? group.start_at
}

/** The exception of a date, or null. */
export function exceptionOn(group: Pick<GroupTimes, 'exceptions'>, date: string): SessionException | null {
  return group.exceptions?.find((exception) => exception.date === date) ?? null
}

/** Whether the session on a date is cancelled. */
export function isCancelled(group: Pick<GroupTimes, 'exceptions'>, date: string): boolean {
  return exceptionOn(group, date)?.cancelled ?? false
}

/** The coach who takes the session on a date in the place of the group's own coaches, or null. */
export function coverOn(group: Pick<GroupTimes, 'exceptions'>, date: string): SessionException['cover'] {
  const exception = exceptionOn(group, date)
  return exception === null || exception.cancelled ? null : exception.cover
}

/** Whether a text is a time of day, `HH:mm`. */
export function isTime(text: string): boolean {
  return /^([01]\d|2[0-3]):[0-5]\d$/.test(text)
}

/** The minutes since midnight of a time `HH:mm`. */
export function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

interface NextSession {
  /** YYYY-MM-DD at the club. */
  date: string
  /** Whether it has begun; always false for a group without a time. */
  now: boolean
}

export interface UpcomingSessions {
  next: NextSession | null
  /** Sessions before it that were cancelled or moved to another day, soonest first. */
  cancelled: readonly SessionException[]
}

/**
 * The first session that takes place and has not ended, and the sessions before it that are cancelled or moved to
 * another day. Times are those of the club's wall clock, also on days on which the clocks change.
 */
export function comingSession(group: GroupTimes, nowMs: number, timeZone: string): UpcomingSessions {
  const [today, minute] = [localDate(nowMs, timeZone), localMinutes(nowMs, timeZone)]
  const cancelled: SessionException[] = []
  // yesterday's session may still go on after midnight
  for (let daysAhead = -1; daysAhead < LOOK_AHEAD_DAYS; daysAhead++) {
    const date = addDays(today, daysAhead)
    const exception = exceptionOn(group, date)
    const movedAway = (exception?.moved_to ?? null) !== null
    // a cancelled or moved session is listed until its original end; a group without a time meets all day
    const start = startTimeOn(group, date)
    const minutesSinceStart = minute - daysAhead * DAY_MINUTES - (start === null ? 0 : minutesOf(start))
    if (minutesSinceStart >= (start === null ? DAY_MINUTES : group.duration_minutes)) continue
    // a moved session is not on its original day
    const day = clubDay(group.terms ?? [], date)
    if (!(movedAway ? isPlanned(group, day) : sessionOn(group, day))) continue
    if (exception === null || !(movedAway || exception.cancelled))
      return { next: { date, now: start !== null && minutesSinceStart >= 0 }, cancelled }
    cancelled.push(exception)
  }
  return { next: null, cancelled }
}

/** A coach may cover a session up to this many days ahead [R6.5]. */
const COVER_DAYS = 7

/** Whether the date of a session lets a coach cover it. It is one of several conditions. */
export function mayCoverSession(date: string, today: string): boolean {
  return today <= date && date <= addDays(today, COVER_DAYS)
}

/**
 * The dates of a group's sessions within the days on which they can be covered, soonest first. Cancelled ones are
 * included.
 */
export function sessionsAhead(group: GroupTimes, today: string): string[] {
  return Array.from({ length: COVER_DAYS + 1 }, (_, daysAhead) => addDays(today, daysAhead)).filter((date) =>
    meetsOn(group, date),
  )
}
