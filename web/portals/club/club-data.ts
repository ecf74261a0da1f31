import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { refresh } from '#web/desk/list/use-list.ts'
import { compileOnce, type ReadyScheme } from '#web/features/progress-view/member-progress.ts'
import { useSchemeList } from '#web/desk/use-scheme-list.ts'
import { useMe, useShell } from '#web/shell/start/shell-context.ts'
import { useStreamEvents } from '#web/shell/session/use-stream-events.ts'

export const membersKey = ['club-members'] as const
export const groupsKey = ['club-groups'] as const
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

/** How often lists are reloaded at most: while coaches mark, a club changes every second. */
const REFRESH_MS = 3_000

/** Reloads members and groups when the server reports a change of this club, by another administrator or a coach. */
export function useReloadOnClubChange(): void {
  const queries = useQueryClient()
  const club = useMe()?.club?.id
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  useStreamEvents((event) => {
    if (event.type !== 'club-changed' || event.clubId !== club) return
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      void refresh(queries, membersKey, groupsKey)
    }, REFRESH_MS)
  })
}
