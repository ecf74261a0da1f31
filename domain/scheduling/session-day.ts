import { addDays, daysBetween, isDate } from '#domain/platform/club-time.ts'

/** Whether a date may be chosen for marks or a register [5.2], [R7.17]: today, or up to `most` days ago. */
export function isSessionDay(date: string, today: string, most: number): boolean {
  if (!isDate(date)) return false
  const back = daysBetween(date, today)
  return back >= 0 && back <= most
}

/** The dates that may be chosen, newest first. */
export function pastDays(today: string, most: number): string[] {
  const todayMs = Date.parse(`${today}T00:00Z`)
  return Array.from({ length: most + 1 }, (_, back) => new Date(todayMs - back * 86_400_000).toISOString().slice(0, 10))
}

/** An entry may have waited this many days on a device and still count for its day [R7.17]. */
export const MAX_WAIT_DAYS = 30

/** A coach's groups are on the tablet this many days ahead; they can be read and planned, not marked [R6.8]. */
const COMING_DAYS = 7

/** Whether a date is one of the coming seven days, without today. */
export function isComingDay(date: string, today: string): boolean {
  if (!isDate(date)) return false
  const ahead = daysBetween(today, date)
  return ahead >= 1 && ahead <= COMING_DAYS
}

/** The coming seven days, tomorrow first. */
export function comingDays(today: string): string[] {
  return Array.from({ length: COMING_DAYS }, (_, n) => addDays(today, n + 1))
}
