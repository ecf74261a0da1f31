import { useMemo } from 'react'
import type { Group } from '#contract/scheduling/groups.ts'
import type { CoachMember } from '#contract/assessment/sync.ts'
import type { CoachSnapshot } from '#web/offline/coach-store.ts'
import { membersOf, type CompiledCurriculum } from './group-data.ts'
import { absentMembers } from '../register/register-data.ts'
import { takesSession } from '../sessions/day-sessions.ts'
import { useSnapshot } from '#web/portals/coach/use-coach.ts'
import { useToday } from '../sessions/use-club-time.ts'
import { useCompiledCurriculum } from '#web/portals/coach/assess/use-curriculum.ts'

/** What the pages of one group show. */
export interface GroupView {
  snapshot: CoachSnapshot
  group: Group | undefined
  members: CoachMember[]
  /** The members registered as absent on the date. */
  absent: ReadonlySet<string>
  compiled: CompiledCurriculum | undefined
  today: string
}

/** A group with its curriculum and its members on a date (today if omitted), from the device. */
export function useGroup(groupId: string | undefined, date?: string): GroupView {
  const snapshot = useSnapshot()
  const today = useToday()
  const storedGroup = snapshot.groups.find((g) => g.id === groupId)
  const day = date ?? today
  // on a day that this coach does not cover, a covered group is only readable, like an imported one
  const group = useMemo(
    () => (storedGroup && !takesSession(storedGroup, day) ? { ...storedGroup, imported: true } : storedGroup),
    [storedGroup, day],
  )
  const compiled = useCompiledCurriculum(group?.scheme_slug)
  const { groupMembers, members: allMembers, registers } = snapshot
  const members = useMemo(
    () => (groupId === undefined ? [] : membersOf({ groupMembers, members: allMembers }, groupId, day)),
    [groupMembers, allMembers, groupId, day],
  )
  const absent = useMemo(
    () =>
      absentMembers(
        registers,
        groupId ?? '',
        day,
        members.map(({ uuid }) => uuid),
      ),
    [registers, groupId, day, members],
  )
  return { snapshot, group, members, absent, compiled, today }
}
