/** The date (YYYY-MM-DD) of a moment (unix ms) in a club's time zone. */
export function localDate(ms: number, timeZone: string): string {
  return localTime(ms, timeZone).date
}

/** The minutes since midnight of a moment (unix ms) in a club's time zone. */
export function localMinutes(ms: number, timeZone: string): number {
  return localTime(ms, timeZone).minutes
}

interface LocalTime {
  /** YYYY-MM-DD */
  date: string
  /** Since midnight. */
  minutes: number
}

/** Formatters by time zone, because creating one is slow. */
const formats = new Map<string, Intl.DateTimeFormat>()

/**
 * The local time at the start of each quarter of an hour is cached: zones change their offset only at such moments, so
 * every other time follows from it. A call of Intl takes 5 µs, and a batch of marks needs 150 local times.
 */
const QUARTER_MS = 900_000
const MAX_CACHED_QUARTERS = 10_000
const quarters = new Map<string, LocalTime>()

function localTime(ms: number, timeZone: string): LocalTime {
  const quarter = Math.floor(ms / QUARTER_MS)
  const key = `${timeZone} ${quarter}`
  let start = quarters.get(key)
  if (!start) {
    if (quarters.size >= MAX_CACHED_QUARTERS) quarters.clear()
    start = computeLocalTime(quarter * QUARTER_MS, timeZone)
    quarters.set(key, start)
  }
  return { date: start.date, minutes: start.minutes + Math.floor((ms - quarter * QUARTER_MS) / 60_000) }
}

function computeLocalTime(ms: number, timeZone: string): LocalTime {
  let format = formats.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-GB', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    })
    formats.set(timeZone, format)
  }
  const parts = new Map(format.formatToParts(ms).map(({ type, value }) => [type, value]))
  return {
    date: `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`,
    minutes: Number(parts.get('hour')) * 60 + Number(parts.get('minute')),
  }
}

/** Minutes since midnight as `HH:mm`; from 24 hours on, the time on the next day. */
export function timeOf(minutes: number): string {
  const inDay = minutes % 1440
  return `${String(Math.floor(inDay / 60)).padStart(2, '0')}:${String(inDay % 60).padStart(2, '0')}`
}

/** The number of days from `a` to `b`, both YYYY-MM-DD; negative when `b` is before `a`. */
export function daysBetween(a: string, b: string): number {
  return Math.round((Date.parse(`${b}T00:00Z`) - Date.parse(`${a}T00:00Z`)) / 86_400_000)
}

/** The date that is `days` after a date, or before it when `days` is negative; both YYYY-MM-DD. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}

/**
 * The next moment after `ms` at which clocks in the zone show these minutes since midnight; both are unix ms. On a day
 * on which the clocks skip that time, the moment is earlier or later by the skipped time.
 */
export function nextTimeAt(ms: number, minutes: number, timeZone: string): number {
  const today = localDate(ms, timeZone)
  // the day after tomorrow is needed when tomorrow's time is skipped and the moment found is not after `ms`
  for (const days of [0, 1, 2]) {
    const date = addDays(today, days)
    const guess = Date.parse(`${date}T00:00Z`) + minutes * 60_000
    // the first correction removes the zone's offset; the second one a change of the offset between guess and result
    const first = guess + msUntil(guess, date, minutes, timeZone)
    const second = first + msUntil(first, date, minutes, timeZone)
    if (second > ms) return second
  }
  throw new Error(`no ${minutes} minutes past midnight in ${timeZone}`)
}

/** The milliseconds from `ms` until clocks in the zone show `minutes` on `date`, at the offset of `ms`. */
function msUntil(ms: number, date: string, minutes: number, timeZone: string): number {
  return (daysBetween(localDate(ms, timeZone), date) * 1440 + minutes - localMinutes(ms, timeZone)) * 60_000
}

/** Whether a text is an existing date, written YYYY-MM-DD [5.7], from the year 1 on. */
export function isDate(text: string): boolean {
  const ms = Date.parse(`${text}T00:00:00Z`)
  return (
    /^\d{4}-\d{2}-\d{2}$/.test(text) &&
    // PostgreSQL has no year 0
    text > '0001' &&
    !Number.isNaN(ms) &&
    // `Date.parse` reads 31 February as 3 March
    new Date(ms).toISOString().startsWith(text)
  )
}

/** The weekday of a date (YYYY-MM-DD): 0 = Sunday … 6 = Saturday. */
export function weekday(date: string): number {
  return new Date(`${date}T00:00Z`).getUTCDay()
}

/** How many days a weekday is after Monday, on which the week begins. */
export function daysAfterMonday(day: number): number {
  return (day + 6) % 7
}

/** Weekdays (0 = Sunday) without duplicates, from Monday to Sunday. */
export function mondayFirst(weekdays: readonly number[]): number[] {
  return [...new Set(weekdays)].sort((a, b) => daysAfterMonday(a) - daysAfterMonday(b))
}

/** The Monday of a date's week. */
export function mondayOf(date: string): string {
  return addDays(date, -daysAfterMonday(weekday(date)))
}

/** Noon of a date in a zone, in unix seconds. */
export function noonOf(date: string, timeZone: string): number {
  const utcNoon = Date.parse(`${date}T12:00Z`)
  // from UTC+12 on, the zone's date at this moment is the next one already
  return (utcNoon + msUntil(utcNoon, date, 12 * 60, timeZone)) / 1000
}

/**
 * The time at which a mark was performed [R7.16]: the time of its entry if it was entered on `date`, else noon of
 * `date`. Unix seconds.
 */
export function performedTs(date: string, enteredTs: number, timeZone: string): number {
  return localDate(enteredTs * 1000, timeZone) === date ? enteredTs : noonOf(date, timeZone)
}

/**
 * The age in whole years on a date; both are YYYY-MM-DD. Somebody who was born on 29 February grows a year older on 1
 * March in years without that day.
 */
export function age(dob: string, today: string): number {
  const years = Number(today.slice(0, 4)) - Number(dob.slice(0, 4))
  return today.slice(5) < dob.slice(5) ? years - 1 : years
}
