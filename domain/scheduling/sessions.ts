import { addDays, localDate, localMinutes, weekday } from '#domain/platform/club-time.ts'

/** A term or a holiday of a club. Both dates are part of it. */
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
  /** The cover took the session and may give it back; otherwise an administrator named the cover. */
  taken?: boolean
}

/** The fields that say when a group meets; dates and times are local to the club. */
export interface Slot {
  /** 0 = Sunday … 6 = Saturday */
  weekdays: readonly number[]
  first_date: string
  last_date: string | null
  /** `HH:mm`, or null when the group has no time. */
  start_at: string | null
  duration_minutes: number
  /** Absent = none are known. */
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
 * Why no group meets on a date [R6.2]: `{ holiday }`, or `{ holiday: null }` between two terms; else null. Before the
 * first known term and after the last one groups meet by their own dates, because somebody may not have entered the
 * next term yet.
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

/** Whether a group has a session on a date by its weekdays and the club's terms [R6.1], ignoring exceptions. */
export function isPlanned(slot: Slot, date: string): boolean {
  return (
    slot.first_date <= date &&
    (slot.last_date === null || date <= slot.last_date) &&
    slot.weekdays.includes(weekday(date)) &&
    closureOn(slot.terms ?? [], date) === null
  )
}

/** Whether a group has a session on a date. A cancelled session counts; a moved one counts on its new date only. */
export function meetsOn(slot: Slot, date: string): boolean {
  const exception = exceptionOn(slot, date)
  if ((exception?.moved_from ?? null) !== null) return true
  return (exception?.moved_to ?? null) === null && isPlanned(slot, date)
}

/** When a session begins, `HH:mm`; null when the group has no time. */
export function startTimeOn(slot: Pick<Slot, 'start_at' | 'exceptions'>, date: string): string | null {
  return exceptionOn(slot, date)?.start_at ?? slot.start_at
}

/** The exception of a date, or null. */
export function exceptionOn(slot: Pick<Slot, 'exceptions'>, date: string): SessionException | null {
  return slot.exceptions?.find((exception) => exception.date === date) ?? null
}

/** Whether the session on a date is cancelled. */
export function isCancelled(slot: Pick<Slot, 'exceptions'>, date: string): boolean {
  return exceptionOn(slot, date)?.cancelled ?? false
}

/** The coach who takes the session on a date in the place of the group's own coaches, or null. */
export function coverOn(slot: Pick<Slot, 'exceptions'>, date: string): SessionException['cover'] {
  const exception = exceptionOn(slot, date)
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
  /** It has begun and not ended. */
  now: boolean
}

export interface UpcomingSessions {
  next: NextSession | null
  /** Sessions before it that were cancelled or moved to another day, soonest first. */
  cancelled: readonly SessionException[]
}

/**
 * The first session that has not ended at a moment, and those before it that are cancelled or moved away. Times are
 * those of the club's wall clock, also on days on which the clocks change.
 */
export function comingSession(slot: Slot, nowMs: number, timeZone: string): UpcomingSessions {
  const [today, minute] = [localDate(nowMs, timeZone), localMinutes(nowMs, timeZone)]
  const cancelled: SessionException[] = []
  // yesterday's session may still go on after midnight
  for (let ahead = -1; ahead < LOOK_AHEAD_DAYS; ahead++) {
    const date = addDays(today, ahead)
    const exception = exceptionOn(slot, date)
    const moved = (exception?.moved_to ?? null) !== null
    // a session that was moved away is over at its original time
    const start = startTimeOn(slot, date)
    const sinceStart = minute - ahead * DAY_MINUTES - (start === null ? 0 : minutesOf(start))
    if (sinceStart >= (start === null ? DAY_MINUTES : slot.duration_minutes)) continue
    if (!(moved ? isPlanned(slot, date) : meetsOn(slot, date))) continue
    if (exception === null || !(moved || exception.cancelled))
      return { next: { date, now: start !== null && sinceStart >= 0 }, cancelled }
    cancelled.push(exception)
  }
  return { next: null, cancelled }
}

/** A coach may cover a session up to this many days ahead [R6.5]. */
const COVER_DAYS = 7

/** Whether a coach may take a cover of a session on this date; other conditions are checked elsewhere. */
export function mayCoverSession(date: string, today: string): boolean {
  return today <= date && date <= addDays(today, COVER_DAYS)
}

/** The dates of a group's sessions that could be covered by their date, soonest first; cancelled ones are included. */
export function sessionsAhead(slot: Slot, today: string): string[] {
  return Array.from({ length: COVER_DAYS + 1 }, (_, ahead) => addDays(today, ahead)).filter((date) =>
    meetsOn(slot, date),
  )
}
