import { useQuery } from '@tanstack/react-query'
import type { Report, ReportRow } from '#contract/reports/reports.ts'
import { searchTerm } from '#domain/platform/search.ts'
import { useShell } from '#web/shell/start/shell-context.ts'
import { isFailing } from '../is-failing.ts'
import type { ReportAddress } from './report-address.ts'
import { MANY_ROWS } from './report-figures.ts'

interface RowsPage {
  rows: readonly ReportRow[]
  /** How many rows the search finds. */
  total: number
  page: number
  /** Whether the table has a search and pages. */
  isPaged: boolean
  isPending: boolean
  isFailing: boolean
  refetch: () => Promise<unknown>
}

/**
 * The rows of the report's table that the address asks for: all of them while they are few, else a page of those that
 * the search finds. The first page has come with the report. Without a search, a page beyond the last is the last.
 */
export function useRowsPage(
  path: '/reports' | '/client-reports',
  { kind, filters, search, size, rowsPage }: ReportAddress,
  report: Report | undefined,
): RowsPage {
  const { api } = useShell()
  const count = report?.all_rows.count ?? 0
  const isPaged = count > MANY_ROWS
  const term = searchTerm('special', search) ?? ''
  const page = term === '' ? Math.min(rowsPage, Math.max(0, Math.ceil(count / size) - 1)) : rowsPage
  const hasCome = !isPaged || (term === '' && page === 0)
  const query = {
    ...filters,
    page: String(page),
    per_page: String(size),
    ...(term === '' ? {} : { search: term }),
  }
  const answer = useQuery({
    queryKey: ['report', path, kind, 'rows', query],
    queryFn: ({ signal }) => api.get(`${path}/${kind}`, { query, signal }),
    enabled: !hasCome,
    // the last rows stay while another page loads, but not when another report (`queryKey[2]`) is opened
    placeholderData: (lastRows, last) => (last?.queryKey[2] === kind ? lastRows : undefined),
  })
  if (!hasCome) {
    const { rows = [], found = count } = answer.data ?? {}
    const { isPending, refetch } = answer
    return { rows, total: found, page, isPaged, isPending, isFailing: isFailing(answer), refetch }
  }
  const rows = report?.rows.slice(0, isPaged ? size : undefined) ?? []
  return { rows, total: count, page: 0, isPaged, isPending: false, isFailing: false, refetch: answer.refetch }
}
