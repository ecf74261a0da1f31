import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useShell } from '#web/shell/start/shell-context.ts'
import { searchOf, type ListState } from './list-address.ts'

/** The query that requests a whole list as one page of 999 rows [9.11]. */
export function wholeQuery(
  { sort, search }: Pick<ListState<string>, 'sort' | 'search'>,
  query: Record<string, string | undefined>,
) {
  return { page: '0', per_page: '999', sort, search: searchOf(search), ...query }
}

/** One page of a list that is loaded as a whole [9.11] and paged here. */
export function useWholeList<Row>(
  key: readonly string[],
  path: string,
  state: ListState<string>,
  query: Record<string, string | undefined>,
) {
  const { api } = useShell()
  const { page, size } = state
  const request = wholeQuery(state, query)
  return useQuery({
    queryKey: [...key, 'whole', request],
    queryFn: ({ signal }) => api.list<Row>(path, request, signal),
    placeholderData: keepPreviousData,
    select: ({ rows, total }) => ({ rows: rows.slice(page * size, (page + 1) * size), total }),
  })
}
