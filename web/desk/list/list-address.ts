import { useState } from 'react'
import { MAX_SEARCH_LENGTH, searchTerm } from '#domain/platform/search.ts'
import { UUID } from '#domain/platform/uuid.ts'
import { useAddress } from '#web/shell/frame/use-address.ts'

/** How many rows a page may have; the first is the API's default [9.8]. */
export const PAGE_SIZES = [10, 25, 50, 100] as const
type PageSize = (typeof PAGE_SIZES)[number]

/** The height of a row, and of what stands above and below the rows of a list, in CSS pixels. */
const ROW_HEIGHT = 44
const FRAME_HEIGHT = 300

/** The smallest page that fills a window of this height. */
export function fittingSize(windowHeight: number): PageSize {
  const rows = (windowHeight - FRAME_HEIGHT) / ROW_HEIGHT
  return PAGE_SIZES.find((size) => size >= rows) ?? 100
}

/** Which page of a list is shown, in which order and for which search. All of this is part of the page's URL. */
export interface ListState<Sort extends string> {
  page: number
  size: number
  sort: Sort
  search: string
}

/**
 * Reads the state from the URL's query, ignoring invalid values. The first of `sorts` is the default, and so is
 * `defaultSize`.
 */
export function listStateOf<Sort extends string>(
  address: URLSearchParams,
  sorts: readonly [Sort, ...Sort[]],
  defaultSize: PageSize = PAGE_SIZES[0],
): ListState<Sort> {
  const page = Number(address.get('page'))
  return {
    // the server accepts page numbers of up to six digits
    page: Number.isInteger(page) && page > 0 && page < 1_000_000 ? page : 0,
    size: PAGE_SIZES.find((size) => size === Number(address.get('per_page'))) ?? defaultSize,
    sort: sorts.find((sort) => sort === address.get('sort')) ?? sorts[0],
    search: (address.get('search') ?? '').slice(0, MAX_SEARCH_LENGTH),
  }
}

/** An id from the URL's query; '' if there is none or it is invalid. */
export function idIn(address: URLSearchParams, name: string): string {
  const id = address.get(name) ?? ''
  return UUID.test(id) ? id : ''
}

/** A text from the URL's query, without control characters and at most `max` long. */
export function lineIn(address: URLSearchParams, name: string, max: number): string {
  return (address.get(name) ?? '').replaceAll(/\p{Cc}/gu, '').slice(0, max)
}

/** New values of parameters of the URL's query; '' removes one. */
export type AddressChange = Readonly<Record<string, string>>

/** The URL's query with a change. Unless it names the page or changes only the open row, it leads to the first page. */
export function changedAddress(
  address: URLSearchParams,
  change: AddressChange,
  openParameter?: string,
): URLSearchParams {
  const changed = new URLSearchParams(address)
  for (const [name, value] of Object.entries(change)) {
    if (value === '') changed.delete(name)
    else changed.set(name, value)
  }
  if (!('page' in change) && Object.keys(change).some((name) => name !== openParameter)) changed.delete('page')
  return changed
}

/** The search to send to the server [5.1]; undefined where the text cannot be searched for. */
export function searchOf(text: string): string | undefined {
  return searchTerm('special', text) || undefined
}

/** The query with which a page of a list is requested. */
export function listQuery<Sort extends string>({ page, size, sort, search }: ListState<Sort>) {
  return { page: String(page), per_page: String(size), sort, search: searchOf(search) }
}

/** The parameters of the URL that are no filters of a list; `language` is the one in which its texts are shown. */
const NOT_FILTERS: readonly string[] = ['page', 'per_page', 'sort', 'search', 'view', 'language']

export interface ListAddress<Sort extends string> extends ListState<Sort> {
  address: URLSearchParams
  /** How many filters besides view and search are set. */
  filterCount: number
  /** The id of the row that is open beside the list. */
  open: string | null
  /** The link to the list with a change. */
  link: (change: AddressChange) => string
  change: (change: AddressChange) => void
  openLink: (id: string) => string
  /** Closes the open row and gives the focus back to it. */
  close: () => void
}

/** The state of a list in the page's URL. `openParameter` is the name of the parameter that holds the open row's id. */
export function useListAddress<Sort extends string>(
  sorts: readonly [Sort, ...Sort[]],
  openParameter: string,
): ListAddress<Sort> {
  const [address, changeAddress] = useAddress()
  // a window that is resized keeps its page
  const [defaultSize] = useState(() => fittingSize(window.innerHeight))
  const open = address.get(openParameter)
  const link = (change: AddressChange) => `?${changedAddress(address, change, openParameter)}`
  const change = (parameters: AddressChange) =>
    changeAddress((current) => changedAddress(current, parameters, openParameter))
  return {
    ...listStateOf(address, sorts, defaultSize),
    address,
    filterCount: [...address].filter(
      ([name, value]) => value !== '' && !NOT_FILTERS.includes(name) && name !== openParameter,
    ).length,
    open,
    link,
    change,
    openLink: (id) => link({ [openParameter]: id }),
    close: () => {
      // what was asked to close may be another row's by now, such as when a slow deletion ends
      if (new URLSearchParams(location.search).get(openParameter) !== open) return
      change({ [openParameter]: '' })
      document.querySelector<HTMLElement>(`[data-row="${CSS.escape(open ?? '')}"]`)?.focus()
    },
  }
}
