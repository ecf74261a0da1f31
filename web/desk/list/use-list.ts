import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useShell } from '#web/shell/start/shell-context.ts'

/** One page of a list. While another page is loading, the last one stays. With `everyMs` it is loaded again at intervals. */
export function useList<Row>(
  key: readonly string[],
  path: string,
  query: Record<string, string | undefined>,
  everyMs?: number,
) {
  const { api } = useShell()
  return useQuery({
    queryKey: [...key, 'page', query],
    queryFn: ({ signal }) => api.list<Row>(path, query, signal),
    placeholderData: keepPreviousData,
    refetchInterval: everyMs ?? false,
  })
}
