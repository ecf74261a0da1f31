import { addDays, weekday } from '#domain/platform/club-time.ts'

/** The period of a report, both days included. Days are YYYY-MM-DD. */
export interface ReportPeriod {
  from: string
  to: string
  /** The first days of the period's weeks or months; the first one may lie before `from`. */
  starts: readonly string[]
}

/** The period of a report in months, unless somebody chooses another one [9.18]. */
export const DEFAULT_MONTHS = 3
/** From this number of months on a report goes by months, because there would be too many weeks. */
const MONTHLY_FROM = 6

/** The same day so many months earlier, or the last day of that month when it is too short. */
export function monthsBefore(date: string, months: number): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  const last = new Date(Date.UTC(year, month - months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 - months, Math.min(day, last))).toISOString().slice(0, 10)
}

/** The period of a report that ends today [R8.1]: by weeks, which begin on Mondays, or from 6 months on by months. */
export function reportPeriod(today: string, months: number): ReportPeriod {
  const from = addDays(monthsBefore(today, months), 1)
  const monthly = months >= MONTHLY_FROM
  const starts: string[] = []
  const daysSinceMonday = (weekday(from) + 6) % 7
  let start = monthly ? `${from.slice(0, 7)}-01` : addDays(from, -daysSinceMonday)
  while (start <= today) {
    starts.push(start)
    start = monthly ? `${addDays(start, 31).slice(0, 7)}-01` : addDays(start, 7)
  }
  return { from, to: today, starts }
}

/** Days on which levels are counted: the ends of the months before today, and today. */
export function snapshotDays(today: string, months: number): string[] {
  const firstOfMonth = `${today.slice(0, 7)}-01`
  const ends = Array.from({ length: months }, (_, k) => addDays(monthsBefore(firstOfMonth, months - 1 - k), -1))
  return [...ends, today]
}
