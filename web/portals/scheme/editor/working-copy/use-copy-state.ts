import { queryOptions, useQuery } from '@tanstack/react-query'
import type { RawCurriculum } from '#contract/curriculum/authoring.ts'
import type { Api } from '#web/api/api.ts'
import { useShell } from '#web/shell/start/shell-context.ts'

export const copyStateKey = (slug: string) => ['working-copy', slug]

/**
 * Whether a scheme has a working copy, who began it, and how many changes it holds. `always`: it is asked for also when it
 * was a moment ago.
 */
export function useCopyState(slug: string, { always = false } = {}) {
  const { api } = useShell()
  return useQuery({
    queryKey: copyStateKey(slug),
    queryFn: () => api.get(`/curriculum/${slug}/working-copy`),
    refetchOnMount: always ? 'always' : true,
  })
}

/** The tree of a working copy; an open editor keeps it up to date itself. */
export const copyTreeQuery = (api: Api, slug: string, copy: string) =>
  queryOptions({
    queryKey: ['tree', slug, copy],
    queryFn: (): Promise<RawCurriculum> => api.get(`/curriculum/${slug}/working-copy/tree`, { query: { copy } }),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })
