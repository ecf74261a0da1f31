import { addDays, daysBetween, isDate } from '#domain/platform/club-time.ts'

/** Whether a date may be chosen for marks or a register [5.2], [R7.17]: today, or up to `maxDaysBack` days ago. */
export function isTodayOrRecent(date: string, today: string, maxDaysBack: number): boolean {
  if (!isDate(date)) return false
  const daysBack = daysBetween(date, today)
  return daysBack >= 0 && daysBack <= maxDaysBack
}

/** The dates that may be chosen for marks or a register: today and the days before, newest first. */
export function todayAndDaysBefore(today: string, maxDaysBack: number): string[] {
  return Array.from({ length: maxDaysBack + 1 }, (_, daysBack) => addDays(today, -daysBack))
}

/** A mark or register entry that has waited on a device for at most this many days is still accepted [R7.17]. */
export const MAX_WAIT_DAYS = 30

/** A coach's groups are on the tablet this many days ahead; they can be read and planned, not marked [R6.8]. */
const COMING_DAYS = 7

/** Whether a date is one of the coming seven days, without today. */
export function isComingDay(date: string, today: string): boolean {
  if (!isDate(date)) return false
  const daysAhead = daysBetween(today, date)
  return daysAhead >= 1 && daysAhead <= COMING_DAYS
}

/** The coming seven days, tomorrow first. */
export function comingDays(today: string): string[] {
  return Array.from({ length: COMING_DAYS }, (_, index) => addDays(today, index + 1))
}
