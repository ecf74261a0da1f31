import { PAGE_SIZES, type Sort } from '../sessions/day-sessions.ts'

/** The state of the table of groups, which is kept in the page's address. */
interface TableView {
  search: string
  sort: Sort
  page: number
  size: number
}

const SORT_FIELDS = ['time', 'name', 'members'] as const

/**
 * Reads the state from an address; invalid values become the defaults. `sort` is `a` (ascending) or `d` (descending)
 * and the column, such as `dmembers`.
 */
export function tableView(address: URLSearchParams): TableView {
  const sort = address.get('sort') ?? 'atime'
  const page = Number(address.get('page'))
  const size = Number(address.get('per_page'))
  return {
    // 100 characters is the longest text that the search box takes
    search: (address.get('search') ?? '').slice(0, 100),
    sort: { field: SORT_FIELDS.find((field) => field === sort.slice(1)) ?? 'time', descending: sort.startsWith('d') },
    page: Number.isInteger(page) && page > 0 ? page : 0,
    size: PAGE_SIZES.find((allowed) => allowed === size) ?? PAGE_SIZES[0],
  }
}

/** The address after a change of the table. Any change but that of the page leads back to the first page. */
export function withTableChange(address: URLSearchParams, change: Readonly<Record<string, string>>): URLSearchParams {
  const next = new URLSearchParams(address)
  if (!('page' in change)) next.delete('page')
  for (const [name, value] of Object.entries(change)) {
    if (value === '') next.delete(name)
    else next.set(name, value)
  }
  return next
}
