import { weekday } from '#domain/platform/club-time.ts'

/**
 * The period of a report, both days included, and the first days of its weeks or months (`steps`). Days are YYYY-MM-DD.
 */
export interface ReportPeriod {
  from: string
  to: string
  starts: readonly string[]
}

/** The period of a report in months, unless somebody chooses another one [9.18]. */
export const DEFAULT_MONTHS = 3
/** From this number of months on a report goes by months, because there would be too many weeks. */
const MONTHLY_FROM = 6

const shifted = (date: string, days: number) =>
  new Date(Date.parse(`${date}T00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

/** The same day so many months before, or the last day of a month that is too short. */
export function monthsBefore(date: string, months: number): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  const last = new Date(Date.UTC(year, month - months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 - months, Math.min(day, last))).toISOString().slice(0, 10)
}

/** The period of a report that ends today [R8.1]: by weeks, which begin on Mondays, or from 6 months on by months. */
export function reportPeriod(today: string, months: number): ReportPeriod {
  const from = shifted(monthsBefore(today, months), 1)
  const monthly = months >= MONTHLY_FROM
  const starts: string[] = []
  let start = monthly ? `${from.slice(0, 7)}-01` : shifted(from, -((weekday(from) + 6) % 7))
  while (start <= today) {
    starts.push(start)
    start = monthly ? `${shifted(start, 31).slice(0, 7)}-01` : shifted(start, 7)
  }
  return { from, to: today, starts }
}

/** Days on which levels are counted: the ends of the months before today, and today. */
export function snapshotDays(today: string, months: number): string[] {
  const ends = Array.from({ length: months }, (_, k) =>
    shifted(`${monthsBefore(`${today.slice(0, 7)}-01`, months - 1 - k)}`, -1),
  )
  return [...ends, today]
}
