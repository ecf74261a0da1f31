import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { PathTo, QueryOf } from '#web/api/route-types.ts'
import { useShell } from '#web/shell/start/shell-context.ts'
import { searchOf, type ListState } from './list-address.ts'

/** The query that requests a whole list as one page of 999 rows [9.11]. */
export function wholeQuery<Sort extends string>({ sort, search }: Pick<ListState<Sort>, 'sort' | 'search'>) {
  return { page: '0', per_page: '999', sort, search: searchOf(search) }
}

/** One page of a list that is loaded as a whole, by a query of `wholeQuery` [9.11], and paged here. */
export function useWholeList<Path extends string>(
  key: readonly string[],
  path: PathTo<'GET', Path>,
  { page, size }: ListState<string>,
  query: QueryOf<'GET', Path>,
) {
  const { api } = useShell()
  return useQuery({
    queryKey: [...key, 'whole', query],
    queryFn: ({ signal }) => api.list(path, query, signal),
    placeholderData: keepPreviousData,
    select: ({ rows, total }) => ({ rows: rows.slice(page * size, (page + 1) * size), total }),
  })
}
