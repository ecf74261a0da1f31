import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Api } from '#web/api/api.ts'
import { useShell } from '#web/shell/start/shell-context.ts'

/** A prefetched tree that is not opened within this time is dropped. */
const CACHE_MS = 10_000
/** A pointer that only crosses a link has left it within this time. */
const HOVER_MS = 65

/** The tree of a scheme. It is never fetched again in the background: an open editor keeps its tree up to date itself. */
export const treeQuery = (api: Api, slug: string) =>
  queryOptions({
    queryKey: ['tree', slug],
    queryFn: ({ signal }) => api.rawCurriculum(slug, signal),
    staleTime: Infinity,
    gcTime: CACHE_MS,
  })

/** For the link of a scheme: prefetches its tree when the pointer or the focus rests on it, or when it is pressed. */
export function usePrefetchTree(slug: string) {
  const { api } = useShell()
  const queries = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const cancel = () => clearTimeout(timer.current)
  useEffect(() => cancel, [])
  const prefetch = () => void queries.prefetchQuery(treeQuery(api, slug))
  const prefetchSoon = () => {
    cancel()
    timer.current = setTimeout(prefetch, HOVER_MS)
  }
  return {
    onPointerEnter: prefetchSoon,
    onPointerLeave: cancel,
    onFocus: prefetchSoon,
    onBlur: cancel,
    onPointerDown: prefetch,
  }
}
