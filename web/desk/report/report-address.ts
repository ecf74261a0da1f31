import { SLUG_PATTERN } from '#domain/platform/slug.ts'
import { idIn, useListAddress, type ListAddress } from '#web/desk/list/list-address.ts'

export const LONGEST = '12'
export const MONTHS = ['1', '3', '6', LONGEST] as const
const SORTS = ['aname'] as const
/** The name under which the page of the table stands in the address; `page` is that of the members beside it. */
export const ROWS_PAGE = 'rows'

const SLUG = new RegExp(SLUG_PATTERN)

type Asked = Readonly<Record<string, string | undefined>>

export type ReportAddress = ListAddress<'aname'> & {
  kind: string
  rowsPage: number
  asked: Asked
}

/** What a report is asked for, `filter` being the portal's own; what an address says wrongly is left out. */
export function reportAsked(address: URLSearchParams, filter: string): Asked {
  const scheme = address.get('scheme') ?? ''
  return {
    months: MONTHS.find((one) => one === address.get('months')),
    scheme: SLUG.test(scheme) ? scheme : undefined,
    [filter]: idIn(address, filter) || undefined,
  }
}

/** Which report, and what it is asked for; all of it stands in the address. */
export function useReportAddress(kinds: readonly string[], filter: string): ReportAddress {
  const list = useListAddress(SORTS, 'row')
  const rows = Number(list.address.get(ROWS_PAGE))
  return {
    ...list,
    kind: kinds.find((one) => one === list.address.get('report')) ?? kinds[0] ?? '',
    rowsPage: Number.isInteger(rows) && rows > 0 ? rows : 0,
    asked: reportAsked(list.address, filter),
  }
}
