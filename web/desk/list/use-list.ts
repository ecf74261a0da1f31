import { keepPreviousData, useQuery, type QueryClient, type QueryKey } from '@tanstack/react-query'
import type { PathTo, QueryOf } from '#web/api/route-types.ts'
import { useShell } from '#web/shell/start/shell-context.ts'

/** The part of a query key that tells the pages of a list from other data under the same key. */
const LIST_PAGE = 'page'

/**
 * Loads one page of a list. While another page is loading, the previous one stays. With `everyMs` the page is loaded
 * again at intervals.
 */
export function useList<Path extends string>(
  key: readonly string[],
  path: PathTo<'GET', Path>,
  query: QueryOf<'GET', Path>,
  everyMs?: number,
) {
  const { api } = useShell()
  return useQuery({
    queryKey: [...key, LIST_PAGE, query],
    queryFn: ({ signal }) => api.list(path, query, signal),
    placeholderData: keepPreviousData,
    refetchInterval: everyMs ?? false,
  })
}

/**
 * Removes the cached pages of a list that are not on the screen. If one of them were opened later, it would show
 * deleted rows for a moment, and a click would open one.
 */
export function dropHiddenPages(queries: QueryClient, key: QueryKey): void {
  queries.removeQueries({
    queryKey: key,
    type: 'inactive',
    predicate: ({ queryKey }) => queryKey.includes(LIST_PAGE),
  })
}

/**
 * To be called after a write: loads the data of these keys again that is on the screen, and drops hidden list pages.
 */
export async function refresh(queries: QueryClient, ...keys: readonly QueryKey[]): Promise<void> {
  for (const key of keys) dropHiddenPages(queries, key)
  for (const queryKey of keys) {
    // `invalidateQueries` makes later loads again that are under way, but not first ones
    void queries.cancelQueries({ queryKey, type: 'active', predicate: ({ state }) => state.data === undefined })
  }
  await Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey })))
}
