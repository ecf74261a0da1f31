import { Navigate, useNavigate, useParams } from 'react-router'
import { useTranslation } from 'react-i18next'
import { MissingGroup } from '#web/portals/coach/groups/missing-group.tsx'
import type { Direction } from '#web/portals/coach/assess/direction.ts'
import { usePreviousNext } from '#web/portals/coach/assess/use-previous-next.ts'
import { useSnapshot } from '#web/portals/coach/use-coach.ts'
import { stepPath } from './lesson-steps.ts'
import { LessonOverview } from './lesson-overview.tsx'
import { MemberStep } from './member-step.tsx'
import { RegisterStep } from './register-step.tsx'
import { useLesson } from './use-lesson.ts'

/**
 * One run over the groups of a day, for coaches who have no tablet at the water: of each group the register, and then
 * the open skills of each member. "Next" and the arrow keys lead from step to step, and to the next group.
 */
export function AfterLessonPage() {
  const { t } = useTranslation()
  const { groupId, memberUuid = null } = useParams()
  const navigate = useNavigate()
  const { ready } = useSnapshot()
  const lesson = useLesson()
  const { day, groups, steps } = lesson
  const index = steps.findIndex((step) => step.groupId === groupId && step.memberUuid === memberUuid)
  const neighbourPath = (direction: Direction) => stepPath(steps[index + direction], day.query)
  usePreviousNext((direction) => (index === -1 ? undefined : void navigate(neighbourPath(direction))))

  if (!ready) return <MissingGroup ready={false} />
  if (groupId === undefined) return <LessonOverview lesson={lesson} />
  const position = groups.findIndex(({ session }) => session.group.id === groupId)
  const group = groups[position]
  // a group that is not of this day, or a member who is absent
  if (!group || index === -1)
    return <Navigate replace to={stepPath(group && { groupId, memberUuid: null }, day.query)} />

  const next = steps[index + 1]
  const nextGroup = groups.find(({ session }) => session.group.id === next?.groupId)
  const nextMember = nextGroup?.members.find(({ uuid }) => uuid === next?.memberUuid)
  const nextName = nextMember?.firstname ?? nextGroup?.session.group.name
  const props = {
    group: group.session.group,
    day,
    place: t('coach.after.place', { at: position + 1, of: groups.length }),
    next: {
      to: neighbourPath(1),
      label: nextName === undefined ? t('coach.after.finish') : t('coach.nextName', { name: nextName }),
    },
  }
  // the keys make each step a page of its own, which takes the focus and starts at its top
  if (memberUuid === null) return <RegisterStep key={groupId} {...props} />
  return <MemberStep key={groupId + memberUuid} {...props} members={group.members} memberUuid={memberUuid} />
}
