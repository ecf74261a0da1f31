import type { Report, ReportRow } from '#contract/reports/reports.ts'
import { percentOf } from '#domain/reports/percent-of.ts'
import { normalizeForSearch } from '#domain/platform/search.ts'

/** A share: `part` of `whole`. */
/** The shares of a row in each column, for its trend. */
export function shares({ parts, wholes }: ReportRow): (number | null)[] {
  return parts.map((part, index) => percentOf({ part, whole: wholes[index] ?? 0 }))
}

/** The rows with the lowest shares, without rows whose whole is 0. */
export function lowestShares({ rows }: Report, max = 5): ReportRow[] {
  return rows
    .filter(({ whole }) => whole > 0)
    .toSorted((a, b) => a.part / a.whole - b.part / b.whole)
    .slice(0, max)
}

/** The rows with the highest numbers, without zeros. */
export function highestParts({ rows }: Report, max = 5): ReportRow[] {
  return rows
    .filter(({ part }) => part > 0)
    .toSorted((a, b) => b.part - a.part)
    .slice(0, max)
}

/** The highest number of a report's rows, as the length of a whole bar. */
export const largestPart = ({ rows }: Report) => Math.max(1, ...rows.map(({ part }) => part))

/** A table with more rows than this has a search and pages, because rendering all rows would take seconds. */
export const MANY_ROWS = 100

/** One page of the rows whose name contains the search. A page beyond the last is replaced by the last. */
export function pageOfRows(
  rows: readonly ReportRow[],
  { search, page, size }: { search: string; page: number; size: number },
): { rows: readonly ReportRow[]; total: number; page: number } {
  if (rows.length <= MANY_ROWS) return { rows, total: rows.length, page: 0 }
  const term = normalizeForSearch(search.trim())
  const matches = term === '' ? rows : rows.filter(({ name }) => normalizeForSearch(name).includes(term))
  const actualPage = Math.min(page, Math.max(0, Math.ceil(matches.length / size) - 1))
  return { rows: matches.slice(actualPage * size, (actualPage + 1) * size), total: matches.length, page: actualPage }
}
