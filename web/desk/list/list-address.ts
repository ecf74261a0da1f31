import { LONGEST_SEARCH, searchTerm } from '#domain/platform/search.ts'
import { UUID } from '#domain/platform/uuid.ts'
import { useAddress } from '#web/shell/frame/use-address.ts'

/** The first is the usual one [9.8]. */
export const PAGE_SIZES = [10, 25, 50, 100] as const

/** Which page of a list, in which order, with which words; all of it stands in the page's address. */
export interface ListState<Sort extends string> {
  page: number
  size: number
  sort: Sort
  search: string
}

/** Reads an address; what it says wrongly is left out. The first order is the one without an address. */
export function listStateOf<Sort extends string>(
  address: URLSearchParams,
  sorts: readonly [Sort, ...Sort[]],
): ListState<Sort> {
  const page = Number(address.get('page'))
  return {
    page: Number.isInteger(page) && page > 0 && page < 1_000_000 ? page : 0,
    size: PAGE_SIZES.find((size) => size === Number(address.get('per_page'))) ?? PAGE_SIZES[0],
    sort: sorts.find((sort) => sort === address.get('sort')) ?? sorts[0],
    search: (address.get('search') ?? '').slice(0, LONGEST_SEARCH),
  }
}

/** An id that an address says; empty where it is none. */
export function idIn(address: URLSearchParams, name: string): string {
  const id = address.get(name) ?? ''
  return UUID.test(id) ? id : ''
}

/** A line of words that an address says, without what is no sign. */
export function lineIn(address: URLSearchParams, name: string, most: number): string {
  return (address.get(name) ?? '').replaceAll(/\p{Cc}/gu, '').slice(0, most)
}

export type AddressChange = Readonly<Record<string, string>>

/** The address with a change; any change but of the page and of what is open beside leads to the first page. */
export function changedAddress(address: URLSearchParams, change: AddressChange, open?: string): URLSearchParams {
  const next = new URLSearchParams(address)
  for (const [name, value] of Object.entries(change)) {
    if (value === '') next.delete(name)
    else next.set(name, value)
  }
  if (Object.keys(change).some((name) => name !== 'page' && name !== open)) next.delete('page')
  return next
}

/** What is searched for [5.1], where it can be. */
export function searchOf(text: string): string | undefined {
  return searchTerm('special', text) || undefined
}

/** The query that asks the server for a page of a list. */
export function listQuery({ page, size, sort, search }: ListState<string>) {
  return { page: String(page), per_page: String(size), sort, search: searchOf(search) }
}

export interface ListAddress<Sort extends string> extends ListState<Sort> {
  address: URLSearchParams
  /** The id of what is open beside the list. */
  open: string | null
  /** Where a link with a change leads. */
  link: (change: AddressChange) => string
  change: (change: AddressChange) => void
  openLink: (id: string) => string
  /** Closes what is open, back on its row. */
  close: () => void
}

/** A list's state in the address; `opens` is the name under which the open row stands there. */
export function useListAddress<Sort extends string>(
  sorts: readonly [Sort, ...Sort[]],
  opens: string,
): ListAddress<Sort> {
  const [address, changeAddress] = useAddress()
  const open = address.get(opens)
  const link = (change: AddressChange) => `?${changedAddress(address, change, opens)}`
  const change = (by: AddressChange) => changeAddress((now) => changedAddress(now, by, opens))
  return {
    ...listStateOf(address, sorts),
    address,
    open,
    link,
    change,
    openLink: (id) => link({ [opens]: id }),
    close: () => {
      change({ [opens]: '' })
      document.querySelector<HTMLElement>(`[data-row="${CSS.escape(open ?? '')}"]`)?.focus()
    },
  }
}
