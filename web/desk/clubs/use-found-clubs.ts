import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useDebouncedSearch } from '#web/search/use-debounced-search.ts'
import { useShell } from '#web/shell/start/shell-context.ts'
import { clubsKey } from '#web/shell/start/start-up.ts'
import { serverSearchOf, shownClubs, type NamedClub } from './found-clubs.ts'

/** How many clubs are offered at a time. */
const PAGE_SIZE = 20

/**
 * The first of the client's clubs that match a text. They are loaded once `enabled` is true, such as when a list opens.
 */
export function useFoundClubs(text: string, { enabled = true }: { enabled?: boolean } = {}) {
  const { api } = useShell()
  const queries = useQueryClient()
  const optionsFor = (search: string | undefined) =>
    queryOptions({
      queryKey: [...clubsKey, 'found', search ?? ''],
      queryFn: ({ signal }) => api.list('/clubs', { search, page: '0', per_page: String(PAGE_SIZE) }, signal),
      staleTime: 60_000,
    })
  const firstPage = useQuery({ ...optionsFor(undefined), enabled })
  // when the first page holds all of the client's clubs, the text is searched here and not by the server
  const complete = firstPage.data !== undefined && firstPage.data.rows.length >= firstPage.data.total
  const search = complete ? undefined : serverSearchOf(text)
  const debounced = useDebouncedSearch(search)
  const searchResult = useQuery({
    ...optionsFor(debounced),
    enabled: enabled && debounced !== undefined,
    placeholderData: keepPreviousData,
  })
  // the first clubs are also shown while the user is still typing the first search
  const shownResult = search === undefined || debounced === undefined ? firstPage : searchResult
  const { data } = shownResult
  const matchesIn = (page: typeof data) => (page ? shownClubs(page.rows, page.total, text) : [])
  return {
    rows: matchesIn(data),
    /** How many clubs match; undefined until that is known. */
    total: complete ? matchesIn(data).length : data?.total,
    isError: shownResult.isError,
    /** Waits for the rows of the present text; resolves to no rows if loading them fails. */
    loadRows: async (): Promise<NamedClub[]> =>
      matchesIn(await queries.fetchQuery(optionsFor(search)).catch(() => undefined)),
    /** Resolves to all clubs that match. */
    loadAll: async (): Promise<NamedClub[]> => {
      if (complete) return matchesIn(data)
      // without `page` the server returns all clubs that match
      const { rows } = await api.list('/clubs', { search })
      return shownClubs(rows, rows.length, text)
    },
  }
}

/** The name of the club with this id; null when there is no such club, undefined while it is loading. */
export function useClubName(id: string): string | null | undefined {
  const { api } = useShell()
  const { data } = useQuery({
    queryKey: [...clubsKey, 'one', id],
    queryFn: ({ signal }) => api.list('/clubs', { id }, signal),
    enabled: id !== '',
    staleTime: 60_000,
    retry: false,
  })
  return data === undefined ? undefined : (data.rows[0]?.name ?? null)
}
