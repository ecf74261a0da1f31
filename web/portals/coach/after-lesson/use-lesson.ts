import type { CoachMember } from '#contract/assessment/sync.ts'
import { useMe } from '#web/shell/start/shell-context.ts'
import { membersOf } from '#web/portals/coach/groups/group-data.ts'
import { attendanceOf } from '#web/portals/coach/register/register-data.ts'
import {
  canOpenGroup,
  hasBegun,
  isCoveredByOther,
  sessionsOn,
  takesSession,
  type DaySession,
} from '#web/portals/coach/sessions/day-sessions.ts'
import { useMinute } from '#web/portals/coach/sessions/use-club-time.ts'
import { useMarkDay, useRegisterDay, type SessionDay } from '#web/portals/coach/sessions/use-session-day.ts'
import { useSnapshot } from '#web/portals/coach/use-coach.ts'
import { lessonSteps, type LessonStep } from './lesson-steps.ts'

interface LessonGroup {
  session: DaySession
  /** The members who are marked: all but absent ones; none where the day or the group cannot be marked. */
  members: readonly CoachMember[]
}

export interface Lesson {
  day: SessionDay
  /** Marks may be made for the day, and not its register alone. */
  canMark: boolean
  groups: readonly LessonGroup[]
  steps: readonly LessonStep[]
}

/** The coach's sessions of a day that have begun, and the steps of a run over them. */
export function useLesson(): Lesson {
  const snapshot = useSnapshot()
  const day = useRegisterDay()
  const canMark = useMarkDay().date === day.date
  const minute = useMinute()
  const myUuid = useMe()?.uuid
  const { date, today } = day
  const groups = sessionsOn(snapshot.groups, date)
    .filter((session) => {
      const isMine = takesSession(session.group, date) && !isCoveredByOther(session, myUuid)
      const isHeld = session.exception?.cancelled !== true && hasBegun(session, date, { today, minute })
      return isMine && isHeld && canOpenGroup(session.group)
    })
    .flatMap((session) => {
      const { id, scheme_slug } = session.group
      const all = membersOf(snapshot, id, date)
      const uuids = all.map(({ uuid }) => uuid)
      const attendance = attendanceOf(snapshot.registers, id, date, uuids)
      const marked = all.filter(({ uuid }) => attendance.get(uuid) !== 'absent')
      return all.length === 0 ? [] : [{ session, members: canMark && scheme_slug !== null ? marked : [] }]
    })
  const steps = lessonSteps(
    groups.map(({ session, members }) => ({ id: session.group.id, memberUuids: members.map(({ uuid }) => uuid) })),
  )
  return { day, canMark, groups, steps }
}
