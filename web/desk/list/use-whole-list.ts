import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useShell } from '#web/shell/start/shell-context.ts'
import { searchOf, type ListState } from './list-address.ts'

/** How a whole list is asked for: its first page of 999 [9.11]. */
export function wholeQuery(
  { sort, search }: Pick<ListState<string>, 'sort' | 'search'>,
  query: Record<string, string | undefined>,
) {
  return { page: '0', per_page: '999', sort, search: searchOf(search), ...query }
}

/** A list that is asked for whole [9.11], and turned over here. */
export function useWholeList<Row>(
  key: readonly string[],
  path: string,
  state: ListState<string>,
  query: Record<string, string | undefined>,
) {
  const { api } = useShell()
  const { page, size } = state
  const asked = wholeQuery(state, query)
  return useQuery({
    queryKey: [...key, 'whole', asked],
    queryFn: ({ signal }) => api.list<Row>(path, asked, signal),
    placeholderData: keepPreviousData,
    select: ({ rows, total }) => ({ rows: rows.slice(page * size, (page + 1) * size), total }),
  })
}
