import { addDays, localDate, localMinutes, weekday } from '#domain/platform/club-time.ts'

/** A term or a holiday of a club. Both dates belong to it. */
export interface Term {
  kind: 'term' | 'holiday'
  /** YYYY-MM-DD */
  first_date: string
  last_date: string
}

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

/** The fields that say when a group meets; dates and times are local to the club. */
export interface GroupTimes {
  /** 0 = Sunday … 6 = Saturday */
  weekdays: readonly number[]
  first_date: string
  last_date: string | null
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

/** Whether a date lies within a term or holiday. */
function isWithinTerm(term: Pick<Term, 'first_date' | 'last_date'>, date: string): boolean {
  return term.first_date <= date && date <= term.last_date
}

/**
 * Why no group meets on a date [R6.2]: `{ holiday }` in a holiday, `{ holiday: null }` between two terms; null when
 * groups meet. Before the first known term and after the last one, groups meet by their own dates, because the club may
 * not have entered the next term yet.
 */
export function closureOn<T extends Term>(terms: readonly T[], date: string): { holiday: T | null } | null {
  const holiday = terms.find((term) => term.kind === 'holiday' && isWithinTerm(term, date))
  if (holiday) return { holiday }
  const realTerms = terms.filter((term) => term.kind === 'term')
  const between =
    !realTerms.some((term) => isWithinTerm(term, date)) &&
    realTerms.some((term) => term.last_date < date) &&
    realTerms.some((term) => date < term.first_date)
  return between ? { holiday: null } : null
}

/** Whether a date is one of a group's own, from its first to its last. */
export function isWithinGroup(group: Pick<GroupTimes, 'first_date' | 'last_date'>, date: string): boolean {
  return group.first_date <= date && (group.last_date === null || date <= group.last_date)
}

/** Whether a group has a session on a date by its weekdays and the club's terms [R6.1], ignoring exceptions. */
export function isPlanned(group: GroupTimes, date: string): boolean {
  return (
    isWithinGroup(group, date) && group.weekdays.includes(weekday(date)) && closureOn(group.terms ?? [], date) === null
  )
}

/** Whether a group has a session on a date. A cancelled session counts; a moved one counts on its new date only. */
export function meetsOn(group: GroupTimes, date: string): boolean {
  const exception = exceptionOn(group, date)
  // the group may have got another last date after the move
  if ((exception?.moved_from ?? null) !== null) return isWithinGroup(group, date)
  return (exception?.moved_to ?? null) === null && isPlanned(group, date)
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
    // `meetsOn` is false on the original date of a moved session
    if (!(movedAway ? isPlanned(group, date) : meetsOn(group, date))) continue
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
