import type { QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Puts the answer of a write into the cache. A load that began earlier may hold the state before the write and would
 * replace it, so it is stopped and made again.
 */
export function cacheAnswer<Answer>(queries: QueryClient, queryKey: QueryKey, answer: Answer): void {
  const exactly = { queryKey, exact: true }
  const wasLoading = (queries.getQueryState(queryKey)?.fetchStatus ?? 'idle') !== 'idle'
  // takes effect at once; what it returns waits for the load to end
  void queries.cancelQueries(exactly)
  queries.setQueryData(queryKey, answer)
  if (wasLoading) void queries.invalidateQueries(exactly)
}
