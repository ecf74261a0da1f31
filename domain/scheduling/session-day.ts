import { addDays, daysBetween, isDate } from '#domain/platform/club-time.ts'

/** Whether a session's date may be chosen [5.2]: from today back to `most` days ago, that day too. */
export function isSessionDay(date: string, today: string, most: number): boolean {
  if (!isDate(date)) return false
  const back = daysBetween(date, today)
  return back >= 0 && back <= most
}

/** The days that may be chosen, newest first. */
export function pastDays(today: string, most: number): string[] {
  const at = Date.parse(`${today}T00:00Z`)
  return Array.from({ length: most + 1 }, (_, back) => new Date(at - back * 86_400_000).toISOString().slice(0, 10))
}

/** So long a change may have waited on a device and still count for its day [R7.17]. */
export const LONGEST_WAIT_DAYS = 30

/** So far ahead a coach's groups are on the tablet: to be opened, read and planned, not marked. */
const COMING_DAYS = 7

export function isComingDay(date: string, today: string): boolean {
  if (!isDate(date)) return false
  const ahead = daysBetween(today, date)
  return ahead >= 1 && ahead <= COMING_DAYS
}

/** The days of the coming week, tomorrow first. */
export function comingDays(today: string): string[] {
  return Array.from({ length: COMING_DAYS }, (_, n) => addDays(today, n + 1))
}
