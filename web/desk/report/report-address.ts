import { PERIOD_MONTHS } from '#domain/reports/report-period.ts'
import { SLUG_PATTERN } from '#domain/platform/slug.ts'
import { idIn, useListAddress, type ListAddress } from '#web/desk/list/list-address.ts'

/** The rows of a report cannot be sorted; a list's address needs one order all the same. */
const SORTS = ['aname'] as const
/** The URL's parameter for the page of the report's table. The parameter `page` is of the members beside that table. */
export const ROWS_PAGE = 'rows'

const SLUG = new RegExp(SLUG_PATTERN)

export interface ReportFilters {
  months: (typeof PERIOD_MONTHS)[number] | undefined
  scheme: string | undefined
  /** The filter that only one of the portals has. */
  group?: string | undefined
  club?: string | undefined
}

export type ReportAddress = ListAddress<'aname'> & {
  /** Which report is shown. */
  kind: string
  rowsPage: number
  filters: ReportFilters
}

/**
 * Reads a report's filters from the URL's query, ignoring invalid values. `filter` names the filter that only this
 * portal has, such as `group`.
 */
export function reportFiltersOf(address: URLSearchParams, filter: 'group' | 'club'): ReportFilters {
  const scheme = address.get('scheme') ?? ''
  return {
    months: PERIOD_MONTHS.find((months) => months === address.get('months')),
    scheme: SLUG.test(scheme) ? scheme : undefined,
    [filter]: idIn(address, filter) || undefined,
  }
}

/** Which report is shown and its filters, both from the page's URL. */
export function useReportAddress(kinds: readonly string[], filter: 'group' | 'club'): ReportAddress {
  const list = useListAddress(SORTS, 'row')
  const rowsPage = Number(list.address.get(ROWS_PAGE))
  return {
    ...list,
    kind: kinds.find((kind) => kind === list.address.get('report')) ?? kinds[0] ?? '',
    rowsPage: Number.isInteger(rowsPage) && rowsPage > 0 ? rowsPage : 0,
    // the page is of the members behind the open row, and not of the rows as in a list
    openLink: (id) => list.link({ row: id, page: '' }),
    filters: reportFiltersOf(list.address, filter),
  }
}
