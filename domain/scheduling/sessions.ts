import { addDays, localDate, localMinutes, weekday } from '#domain/platform/club-time.ts'

/** A named range of dates of a club, both ends within. A holiday is left out. */
export interface Term {
  kind: 'term' | 'holiday'
  /** YYYY-MM-DD */
  first_date: string
  last_date: string
}

/** What is different at one date of a group. */
export interface SessionException {
  /** YYYY-MM-DD */
  date: string
  cancelled: boolean
  /** Of a cancellation, for everybody who would have come. */
  reason: string | null
  /** Who takes this session instead. */
  cover: { uuid: string; firstname: string; lastname: string } | null
  /** YYYY-MM-DD on which this session takes place instead. */
  moved_to?: string | null
  /** YYYY-MM-DD of the session that takes place here instead. */
  moved_from?: string | null
  /** `HH:mm` of this day alone. */
  start_at?: string | null
  /** By the cover themselves, who may give it back; else the office named them. */
  taken?: boolean
}

/** What says when a group meets; dates and times are the club's own. */
export interface Slot {
  /** 0 = Sunday … 6 = Saturday */
  weekdays: readonly number[]
  first_date: string
  last_date: string | null
  /** `HH:mm`, or null when the group has no time. */
  start_at: string | null
  duration_minutes: number
  /** Absent: none are known. */
  terms?: readonly Term[] | undefined
  exceptions?: readonly SessionException[] | undefined
}

const DAY_MINUTES = 24 * 60
/** The longest pause between terms is far shorter. */
const LOOK_AHEAD_DAYS = 200

/** It has no hour worth saying. */
export function lastsAllDay({ duration_minutes }: { duration_minutes: number }): boolean {
  return duration_minutes >= DAY_MINUTES
}

function isWithinTerm(term: Pick<Term, 'first_date' | 'last_date'>, date: string): boolean {
  return term.first_date <= date && date <= term.last_date
}

/**
 * Why no group meets on a date: a holiday, or it lies between two terms; else null. Before the first known term and
 * after the last one groups meet as their own dates say: a term that nobody has entered yet must not empty the pool.
 */
export function closedOn<T extends Term>(terms: readonly T[], date: string): { holiday: T | null } | null {
  const holiday = terms.find((term) => term.kind === 'holiday' && isWithinTerm(term, date))
  if (holiday) return { holiday }
  const real = terms.filter((term) => term.kind === 'term')
  const between =
    !real.some((term) => isWithinTerm(term, date)) &&
    real.some((term) => term.last_date < date) &&
    real.some((term) => date < term.first_date)
  return between ? { holiday: null } : null
}

/** Whether a group has a session on a date by its weekdays and the club's terms, whatever was moved. */
export function isPlanned(slot: Slot, date: string): boolean {
  return (
    slot.first_date <= date &&
    (slot.last_date === null || date <= slot.last_date) &&
    slot.weekdays.includes(weekday(date)) &&
    closedOn(slot.terms ?? [], date) === null
  )
}

/** Whether a group has a session on a date; a cancelled one is one, too, and one that was moved is on its new day alone. */
export function meetsOn(slot: Slot, date: string): boolean {
  const exception = exceptionOn(slot, date)
  if ((exception?.moved_from ?? null) !== null) return true
  return (exception?.moved_to ?? null) === null && isPlanned(slot, date)
}

/** When a session begins, `HH:mm`; null when the group has no time. */
export function startTimeOn(slot: Pick<Slot, 'start_at' | 'exceptions'>, date: string): string | null {
  return exceptionOn(slot, date)?.start_at ?? slot.start_at
}

export function exceptionOn(slot: Pick<Slot, 'exceptions'>, date: string): SessionException | null {
  return slot.exceptions?.find((one) => one.date === date) ?? null
}

export function isCancelled(slot: Pick<Slot, 'exceptions'>, date: string): boolean {
  return exceptionOn(slot, date)?.cancelled ?? false
}

/** Who takes a session in the place of the group's own coaches. */
export function coverOn(slot: Pick<Slot, 'exceptions'>, date: string): SessionException['cover'] {
  const exception = exceptionOn(slot, date)
  return exception === null || exception.cancelled ? null : exception.cover
}

/** `HH:mm` of a day. */
export function isTime(text: string): boolean {
  return /^([01]\d|2[0-3]):[0-5]\d$/.test(text)
}

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
 * The first session that has not ended at a moment, and what was cancelled before it. By the wall clock of the club's
 * zone, which is what people go by on the days when clocks change, too.
 */
export function comingSession(slot: Slot, nowMs: number, timeZone: string): UpcomingSessions {
  const [today, minute] = [localDate(nowMs, timeZone), localMinutes(nowMs, timeZone)]
  const cancelled: SessionException[] = []
  // one that began yesterday may go on over midnight
  for (let ahead = -1; ahead < LOOK_AHEAD_DAYS; ahead++) {
    const date = addDays(today, ahead)
    const exception = exceptionOn(slot, date)
    const moved = (exception?.moved_to ?? null) !== null
    // of one that is elsewhere its own hour counts
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

/** So far ahead a coach may take a session over. */
const TAKE_OVER_DAYS = 7

export function mayCoverSession(date: string, today: string): boolean {
  return today <= date && date <= addDays(today, TAKE_OVER_DAYS)
}

/** The dates of a group's sessions that could be taken over as far as dates go, soonest first; cancelled ones, too. */
export function sessionsAhead(slot: Slot, today: string): string[] {
  return Array.from({ length: TAKE_OVER_DAYS + 1 }, (_, ahead) => addDays(today, ahead)).filter((date) =>
    meetsOn(slot, date),
  )
}
