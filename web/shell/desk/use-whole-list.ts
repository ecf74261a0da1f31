import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useShell } from '../shell-context.ts'
import { searchOf, type ListPlace } from './list-address.ts'

/** A list that is asked for whole [9.11], and turned over here. */
export function useWholeList<Row>(
  key: readonly string[],
  path: string,
  { page, size, sort, search }: ListPlace<string>,
  query: Record<string, string | undefined>,
) {
  const { api } = useShell()
  const asked = { page: '0', per_page: '999', sort, search: searchOf(search), ...query }
  return useQuery({
    queryKey: [...key, 'whole', asked],
    queryFn: ({ signal }) => api.list<Row>(path, asked, signal),
    placeholderData: keepPreviousData,
    select: ({ rows, total }) => ({ rows: rows.slice(page * size, (page + 1) * size), total }),
  })
}
