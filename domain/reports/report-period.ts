import { addDays, mondayOf } from '#domain/platform/club-time.ts'

/** The period of a report, both days included. Days are YYYY-MM-DD. */
export interface ReportPeriod {
  from: string
  to: string
  /** The first days of the period's weeks or months; the first one may lie before `from`. */
  starts: readonly string[]
}

/** The longest period of a report, in months. */
export const LONGEST_PERIOD = '12'
/** The periods to choose from, in months, as they stand in addresses. */
export const PERIOD_MONTHS = ['1', '3', '6', LONGEST_PERIOD] as const
/** The period of a report in months, unless somebody chooses another one [9.18]. */
export const DEFAULT_MONTHS = 3
/** From this number of months on a report goes by months, because there would be too many weeks. */
const MONTHLY_FROM = 6

/** The same day of the month, `months` months earlier; the last day of that month when it is too short. */
export function monthsBefore(date: string, months: number): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  // day 0 is the last day of the month before
  const lastDay = new Date(Date.UTC(year, month - months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 - months, Math.min(day, lastDay))).toISOString().slice(0, 10)
}

/**
 * The period of a report that covers the last `months` months until today [R8.1]. It goes by weeks, which begin on
 * Mondays, or from 6 months on by months.
 */
export function reportPeriod(today: string, months: number): ReportPeriod {
  const from = addDays(monthsBefore(today, months), 1)
  const monthly = months >= MONTHLY_FROM
  const starts: string[] = []
  let start = monthly ? `${from.slice(0, 7)}-01` : mondayOf(from)
  while (start <= today) {
    starts.push(start)
    // 31 days after the first of a month is in the next month
    start = monthly ? `${addDays(start, 31).slice(0, 7)}-01` : addDays(start, 7)
  }
  return { from, to: today, starts }
}

/** The days on which the report of levels counts: the last day of each of the `months` months before, and today. */
export function snapshotDays(today: string, months: number): string[] {
  const firstOfMonth = `${today.slice(0, 7)}-01`
  const monthEnds = Array.from({ length: months }, (_, index) =>
    addDays(monthsBefore(firstOfMonth, months - 1 - index), -1),
  )
  return [...monthEnds, today]
}
