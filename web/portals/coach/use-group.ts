import { useMemo, useSyncExternalStore } from 'react'
import type { Group } from '#contract/groups.ts'
import type { CoachMember } from '#contract/sync.ts'
import { localDate } from '#domain/club-time.ts'
import type { CoachSnapshot } from '#web/offline/coach-store.ts'
import { membersOf, type Course } from './group-data.ts'
import { useCoach, useSnapshot } from './use-coach.ts'
import { useCourse } from './use-course.ts'

const QUARTER_MINUTE_MS = 15_000

function everyQuarterMinute(listener: () => void): () => void {
  const timer = setInterval(listener, QUARTER_MINUTE_MS)
  return () => clearInterval(timer)
}

/** Today in the club's zone; moves on at midnight. */
export function useToday(): string {
  const { club } = useCoach()
  return useSyncExternalStore(everyQuarterMinute, () => localDate(Date.now(), club.time_zone))
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
    () => (groupId === undefined ? [] : membersOf({ groupMembers, members: all }, groupId, today)),
    [groupMembers, all, groupId, today],
  )
  return { snapshot, group, members, course, today }
}
