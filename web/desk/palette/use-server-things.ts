import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { LucideIcon } from 'lucide-react'
import { searchOf } from '#web/desk/list/list-address.ts'
import { useDebouncedSearch } from '#web/search/use-debounced-search.ts'
import { findThings, type Thing, type ThingKind } from './found-things.ts'

interface ServerThings {
  title: string
  icon: LucideIcon
  /** Whether the user may read such things and open their page. */
  allowed: boolean
  find: (search: string, signal: AbortSignal) => Promise<readonly Thing[]>
}

/**
 * Things that the server searches once typing has paused. Until it has answered for the present text, those of the
 * answer before are shown that have this text too, so that Enter never opens what no longer fits.
 */
export function useServerThings(text: string, { title, icon, allowed, find }: ServerThings): ThingKind {
  const wanted = searchOf(text)
  const search = useDebouncedSearch(wanted)
  const { data, isError, isPlaceholderData, isFetching } = useQuery({
    queryKey: ['palette', title, search],
    queryFn: ({ signal }) => find(search ?? '', signal),
    enabled: allowed && search !== undefined,
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  })
  if (!allowed || wanted === undefined) return { title, icon, things: [] }
  const isAnswered = search === wanted && data !== undefined && !isPlaceholderData
  return {
    title,
    icon,
    things: isAnswered ? data : findThings(data ?? [], text),
    isAsking: search !== wanted || isFetching,
    isFailed: isError,
  }
}
