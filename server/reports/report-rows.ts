import type { Report, ReportRow } from '#contract/reports/reports.ts'
import { normalizeForSearch } from '#domain/platform/search.ts'

/** How many rows that stand out are sent with each page. */
const OUTSTANDING = 8

/** What is said about all rows of a report, whichever of them are sent. */
export function allRowsOf(rows: readonly ReportRow[]): Report['all_rows'] {
  const withWhole = rows.filter(({ whole }) => whole > 0)
  const withPart = rows.filter(({ part }) => part > 0)
  return {
    count: rows.length,
    counted: withPart.length,
    lowest: withWhole.toSorted((a, b) => a.part / a.whole - b.part / b.whole).slice(0, OUTSTANDING),
    highest: withPart.toSorted((a, b) => b.part - a.part).slice(0, OUTSTANDING),
  }
}

/** The rows that a request asks for, and how many its search finds. */
export function askedRows(
  rows: readonly ReportRow[],
  { search, page = '0', per_page: perPage }: { search?: string; page?: string; per_page?: string },
): Pick<Report, 'rows' | 'found'> {
  const term = normalizeForSearch(search?.trim() ?? '')
  const matching = rows.filter(({ name }) => term === '' || normalizeForSearch(name).includes(term))
  const first = Number(page) * Number(perPage ?? 0)
  return {
    rows: perPage === undefined ? matching : matching.slice(first, first + Number(perPage)),
    found: matching.length,
  }
}
