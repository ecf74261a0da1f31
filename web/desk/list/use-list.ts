import { keepPreviousData, useQuery, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { useShell } from '#web/shell/start/shell-context.ts'

const LIST_PAGE = 'page'

/**
 * One page of a list. While another page is loading, the last one stays. With `everyMs` it is loaded again at
 * intervals.
 */
export function useList<Row>(
  key: readonly string[],
  path: string,
  query: Record<string, string | undefined>,
  everyMs?: number,
) {
  const { api } = useShell()
  return useQuery({
    queryKey: [...key, LIST_PAGE, query],
    queryFn: ({ signal }) => api.list<Row>(path, query, signal),
    placeholderData: keepPreviousData,
    refetchInterval: everyMs ?? false,
  })
}

/**
 * Drops the pages of a list that are not shown. When the list is opened at one of them, it would show for a moment what
 * has been deleted, and a click would open it.
 */
export function dropHiddenPages(queries: QueryClient, key: QueryKey): void {
  queries.removeQueries({
    queryKey: key,
    type: 'inactive',
    predicate: ({ queryKey }) => queryKey.includes(LIST_PAGE),
  })
}

/** Loads again what the open pages show of these keys after a write. */
export async function refresh(queries: QueryClient, ...keys: readonly QueryKey[]): Promise<void> {
  for (const key of keys) dropHiddenPages(queries, key)
  await Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey })))
}
