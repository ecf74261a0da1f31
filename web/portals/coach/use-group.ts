import { useQuery } from '@tanstack/react-query'
import { useMemo, useSyncExternalStore } from 'react'
import type { Group } from '#contract/groups.ts'
import type { CoachMember } from '#contract/sync.ts'
import { localDate } from '#domain/club-time.ts'
import { useShell } from '#web/shell/shell-context.ts'
import type { CoachSnapshot } from '#web/offline/coach-store.ts'
import { courseOf, membersOf, type Course } from './group-data.ts'
import { useCoach, useSnapshot } from './use-coach.ts'

/** The curriculum of a scheme, compiled; undefined while it loads. */
export function useCourse(slug: string | null | undefined): Course | undefined {
  const { api } = useShell()
  const { data } = useQuery({
    queryKey: ['curriculum', slug],
    queryFn: () => api.curriculum(slug ?? ''),
    enabled: typeof slug === 'string',
    staleTime: 10 * 60_000,
  })
  return data && courseOf(data)
}

const QUARTER_MINUTE_MS = 15_000

function everyMinute(listener: () => void): () => void {
  const timer = setInterval(listener, QUARTER_MINUTE_MS)
  return () => clearInterval(timer)
}

/** Today in the club's zone; moves on at midnight. */
export function useToday(): string {
  const { club } = useCoach()
  return useSyncExternalStore(everyMinute, () => localDate(Date.now(), club.time_zone))
}

export interface GroupView {
  snapshot: CoachSnapshot
  group: Group | undefined
  members: CoachMember[]
  course: Course | undefined
  today: string
}

/** A group with its members and its curriculum, from the device. */
export function useGroup(groupId: string | undefined): GroupView {
  const snapshot = useSnapshot()
  const today = useToday()
  const group = snapshot.groups.find((g) => g.id === groupId)
  const course = useCourse(group?.scheme_slug)
  const { groupMembers, members: all } = snapshot
  const members = useMemo(
    () => (groupId === undefined ? [] : membersOf(snapshot, groupId, today)),
    // marks come and go far more often than members
    // oxlint-disable-next-line react/exhaustive-deps
    [groupMembers, all, groupId, today],
  )
  return { snapshot, group, members, course, today }
}
