import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import type { MemberCounts } from '#contract/members/club-members.ts'
import type { Group } from '#contract/scheduling/groups.ts'
import { prepare, type ReadyScheme } from '#web/features/progress-view/member-progress.ts'
import { useSchemeList } from '#web/desk/use-scheme-list.ts'
import { useMe, useShell } from '#web/shell/start/shell-context.ts'
import { useStreamEvents } from '#web/shell/session/use-stream-events.ts'

export const membersKey = ['club-members'] as const
export const groupsKey = ['club-groups'] as const

/** Where a course provider owns identities, guardians, groups and staff, they are changed there [R3.3]. */
export function useOwnsRecords(): boolean {
  return useShell().client.auth_provider !== 'coursepro'
}

export function useMemberCounts() {
  const { api } = useShell()
  return useQuery({
    queryKey: [...membersKey, 'counts'],
    queryFn: ({ signal }) => api.get<MemberCounts>('/members/counts', signal),
  })
}

/** All groups that are not over, for choices. */
export function useGroupChoices() {
  const { api } = useShell()
  return useQuery({
    queryKey: [...groupsKey, 'choices'],
    queryFn: ({ signal }) => api.list<Group>('/groups', { per_page: '1000', status: 'current' }, signal),
    staleTime: 5 * 60_000,
  })
}

/** The schemes that are taught here, compiled, by slug; those that are loaded. */
export function useSchemes(): ReadonlyMap<string, ReadyScheme> {
  const { api } = useShell()
  const schemes = useSchemeList()
  const curricula = useQueries({
    queries: (schemes.data ?? []).map(({ slug }) => ({
      queryKey: ['curriculum', slug],
      queryFn: async () => {
        const curriculum = await api.curriculum(slug)
        // each as it comes, not all of them while the list is drawn
        prepare(curriculum)
        return curriculum
      },
      staleTime: 10 * 60_000,
    })),
    combine: (all) => all.flatMap(({ data }) => data ?? []),
  })
  return useMemo(() => new Map(curricula.map((one) => [one.slug, prepare(one)])), [curricula])
}

/** While coaches mark, a club changes every second; its lists follow at this pace. */
const NEWS_MS = 3_000

/** Asks anew when somebody else, or a coach at the pool, changed something of this club. */
export function useClubNews(): void {
  const queries = useQueryClient()
  const club = useMe()?.club?.id
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  useStreamEvents((event) => {
    if (event.type !== 'club-changed' || event.clubId !== club) return
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      void queries.invalidateQueries({ queryKey: membersKey })
      void queries.invalidateQueries({ queryKey: groupsKey })
    }, NEWS_MS)
  })
}
