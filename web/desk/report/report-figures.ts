import type { Report, ReportRow } from '#contract/reports/reports.ts'
import { folded } from '#domain/platform/search.ts'

export interface Share {
  part: number
  whole: number
}

/** A share in whole percent; null of nothing. */
export function percentOf({ part, whole }: Share): number | null {
  return whole === 0 ? null : Math.round((100 * part) / whole)
}

/** The share of a row at each step, for its trend. */
export function shares({ parts, wholes }: ReportRow): (number | null)[] {
  return parts.map((part, k) => percentOf({ part, whole: wholes[k] ?? 0 }))
}

/** The rows with the least share, those without any left out. */
export function lowest({ rows }: Report, most = 5): ReportRow[] {
  return rows
    .filter(({ whole }) => whole > 0)
    .toSorted((a, b) => a.part / a.whole - b.part / b.whole)
    .slice(0, most)
}

/** The rows of which most is counted. */
export function highest({ rows }: Report, most = 5): ReportRow[] {
  return rows
    .filter(({ part }) => part > 0)
    .toSorted((a, b) => b.part - a.part)
    .slice(0, most)
}

/** From so many rows on a table is searched and turned page by page: all at once nobody reads them, and drawing them takes seconds. */
export const MANY_ROWS = 100

/** The rows whose name has what is searched for, of these one page, and which page that is: the last one where there are fewer. */
export function pageOfRows(
  rows: readonly ReportRow[],
  { search, page, size }: { search: string; page: number; size: number },
): { rows: readonly ReportRow[]; total: number; page: number } {
  if (rows.length <= MANY_ROWS) return { rows, total: rows.length, page: 0 }
  const wanted = folded(search.trim())
  const found = wanted === '' ? rows : rows.filter(({ name }) => folded(name).includes(wanted))
  const at = Math.min(page, Math.max(0, Math.ceil(found.length / size) - 1))
  return { rows: found.slice(at * size, (at + 1) * size), total: found.length, page: at }
}
