import type { Report, ReportRow } from '#contract/reports/reports.ts'
import { percentOf } from '#domain/reports/percent-of.ts'

/** The shares of a row in each column, for its trend. */
export function shares({ parts, wholes }: ReportRow): (number | null)[] {
  return parts.map((part, index) => percentOf({ part, whole: wholes[index] ?? 0 }))
}

/** The rows with the lowest shares, without rows whose whole is 0; at most eight. */
export const lowestShares = ({ all_rows: all }: Report, max = 5): ReportRow[] => all.lowest.slice(0, max)

/** The rows with the highest numbers, without zeros; at most eight. */
export const highestParts = ({ all_rows: all }: Report, max = 5): ReportRow[] => all.highest.slice(0, max)

/** The highest number of a report's rows, as the length of a whole bar. */
export const largestPart = ({ all_rows: all }: Report) => all.highest[0]?.part ?? 1

/** A table with more rows than this has a search and pages. As many rows come with the report. */
export const MANY_ROWS = 100
