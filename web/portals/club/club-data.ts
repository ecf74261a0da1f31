import { useIsFetching, useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { compileOnce, type ReadyScheme } from '#web/features/progress-view/member-progress.ts'
import { useSchemeList } from '#web/desk/use-scheme-list.ts'
import { useShell } from '#web/shell/start/shell-context.ts'

export const membersKey = ['club-members'] as const
export const groupsKey = ['club-groups'] as const
/** Members that were probably entered twice. A key of its own, because a large club's list is too slow to follow changes. */
export const duplicatesKey = ['club-duplicates'] as const
export const importsKey = ['member-imports'] as const
/** The long work that the user has begun. */
export const clubTasksKey = ['club-tasks'] as const
/** What can be undone. */
export const changeSetsKey = ['change-sets'] as const

/**
 * Whether this product owns members, guardians, groups and users. Those of a course provider are changed at the
 * provider only [R3.3].
 */
export function useOwnsRecords(): boolean {
  return useShell().client.auth_provider !== 'coursepro'
}

/** Whether parents are invited: who logs in at a provider has an account by that. */
export function useInvitesParents(): boolean {
  const { login } = useShell().client
  return login === 'email' || login === 'username'
}

export function useMemberCounts() {
  const { api } = useShell()
  return useQuery({
    queryKey: [...membersKey, 'counts'],
    queryFn: ({ signal }) => api.get('/members/counts', { signal }),
  })
}

/** All groups that have not ended, to choose from; 1000 is the most that the server returns at once. */
export function useGroupChoices() {
  const { api } = useShell()
  return useQuery({
    queryKey: [...groupsKey, 'choices'],
    queryFn: ({ signal }) => api.list('/groups', { per_page: '1000', status: 'current' }, signal),
    staleTime: 5 * 60_000,
  })
}

/** The club's schemes by slug, compiled; those that have been loaded. */
export function useSchemes(): ReadonlyMap<string, ReadyScheme> {
  const { api } = useShell()
  const schemes = useSchemeList()
  const curricula = useQueries({
    queries: (schemes.data ?? []).map(({ slug }) => ({
      queryKey: ['curriculum', slug],
      queryFn: async () => {
        const curriculum = await api.curriculum(slug)
        // compiled as each arrives, not all at once while the list renders
        compileOnce(curriculum)
        return curriculum
      },
      staleTime: 10 * 60_000,
    })),
    combine: (all) => all.flatMap(({ data }) => data ?? []),
  })
  return useMemo(() => new Map(curricula.map((curriculum) => [curriculum.slug, compileOnce(curriculum)])), [curricula])
}

/** Whether a scheme that `useSchemes` returns is on its way for the first time; until then its levels have no names. */
export function useAreSchemesComing(): boolean {
  const isComing = useIsFetching({
    predicate: ({ queryKey: [key], state: { data } }) =>
      (key === 'schemes' || key === 'curriculum') && data === undefined,
  })
  return isComing > 0
}
