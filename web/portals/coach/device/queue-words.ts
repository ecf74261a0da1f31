import type { TFunction } from 'i18next'
import type { AnyPlanPayload } from '#contract/assessment/lesson-plans.ts'
import type { CoachMember, MarkPayload, RegisterPayload } from '#contract/assessment/sync.ts'
import type { RegisterKind } from '#domain/assessment/register.ts'
import type { SkillMark } from '#web/ui/rungs/mark.ts'
import { gradeWords } from '#web/portals/coach/assess/grade-words.ts'
import { nodeOf, type Course } from '#web/portals/coach/groups/group-data.ts'
import { fullName } from '#web/portals/coach/full-name.ts'

export interface QueueWords {
  /** `Ava Lane, Treads water`. */
  subject: string
  /** `Good`; `Passed by the coach`. */
  what: string
}

export interface MarkWords extends QueueWords {
  mark: SkillMark
}

const MANUAL = /\/manual$/

interface Known {
  members: ReadonlyMap<string, Pick<CoachMember, 'firstname' | 'lastname'>>
  courses: ReadonlyMap<string, Course>
}

/** One mark in words; what is no longer on this tablet is said to be so. */
export function markWords(t: TFunction, { members, courses }: Known, payload: MarkPayload): MarkWords {
  const {
    memberUuid,
    schemeSlug,
    schemeNodeId,
    assessmentGrade: grade,
    assessmentPassGrade: pass,
    timestamp: ts,
  } = payload
  const member = members.get(memberUuid)
  const course = courses.get(schemeSlug)
  const node = course && nodeOf(course, schemeNodeId.replace(MANUAL, ''))
  const name = member ? fullName(member) : t('coach.offline.goneMember')
  const subject = `${name}, ${node?.title ?? t(course ? 'coach.offline.goneNode' : 'coach.offline.noCourse')}`
  return { subject, ...gradeWords(t, course, schemeNodeId, { grade, pass, ts }) }
}

/** What is kept beside marks, in words: `Ava Lane, register (Sat Nov 21st)` and `Here`. */
export function registerWords(
  t: TFunction,
  members: Known['members'],
  { kind, payload }: { kind: RegisterKind; payload: RegisterPayload },
  dayOf: (date: string) => string,
): QueueWords {
  const member = members.get(payload.memberUuid)
  const name = member ? fullName(member) : t('coach.offline.goneMember')
  const about =
    'date' in payload
      ? t('coach.offline.kind.attendance', { day: dayOf(payload.date) })
      : t(`coach.offline.kind.${kind}`)
  const { value } = payload
  // a note says itself; the rest is one of few values
  const what =
    kind === 'note' && value !== ''
      ? String(value)
      : t(`coach.offline.value.${kind}.${value === '' ? 'none' : String(value ?? 'none')}`)
  return { subject: `${name}, ${about}`, what }
}

/** A plan, who reads it or where it is used, in words: `Plan “First lesson”` and `Shared with Ben Morris`. */
export function planWords(
  t: TFunction,
  known: {
    plans: ReadonlyMap<string, { content: { title: string } }>
    groups: readonly { id: string; name: string }[]
    colleagues: readonly { uuid: string; firstname: string; lastname: string }[]
  },
  payload: AnyPlanPayload,
): QueueWords {
  const own = 'content' in payload ? payload.content?.title : undefined
  const title = own ?? known.plans.get(payload.planUuid)?.content.title
  const subject = title === undefined ? t('coach.plan.queue.gone') : t('coach.plan.queue.plan', { title })
  if ('content' in payload) return { subject, what: t(`coach.plan.queue.${payload.content ? 'text' : 'deleted'}`) }
  if ('userUuid' in payload) {
    const who = known.colleagues.find((one) => one.uuid === payload.userUuid)
    const name = who ? fullName(who) : t('coach.plan.queue.somebody')
    return { subject, what: t(`coach.plan.queue.${payload.value ? 'shared' : 'unshared'}`, { name }) }
  }
  const name = known.groups.find((one) => one.id === payload.groupId)?.name ?? t('coach.group.missing')
  return { subject, what: t(payload.value ? 'coach.plan.putOn' : 'coach.plan.takenOff', { name }) }
}

/** Why the server refused it, for a coach: reasons with the same remedy share their words. */
const reasons: Record<string, string> = {
  UNKNOWN_MEMBER_OR_GROUP: 'unknownMember',
  MEMBER_MERGED: 'merged',
  MEMBER_ERASED: 'erased',
  NOT_ASSIGNED: 'notAssigned',
  UNKNOWN_NODE: 'unknownNode',
  NOT_IN_LEVELS: 'levels',
  PASS_GRADE_UNKNOWN: 'passGrade',
  DATE_NOT_ALLOWED: 'date',
  FEATURE_OFF: 'featureOff',
  UNKNOWN_PLAN: 'unknownPlan',
  NOT_PLAN_OWNER: 'notPlanOwner',
  PLAN_CHANGED: 'planChanged',
  UNKNOWN_COLLEAGUE: 'unknownColleague',
  WRONG_AUTHOR: 'author',
  SERVER_ERROR: 'server',
  UNKNOWN_KIND: 'damaged',
  INVALID_PAYLOAD: 'damaged',
  INVALID_REQUEST: 'damaged',
  HASH_MISMATCH: 'damaged',
  OP_ID_REUSED: 'damaged',
  WRONG_LANE: 'damaged',
}

/** Key of the words below `coach.offline.why`. */
export function reasonKey(code: string | null): string {
  return reasons[code ?? ''] ?? 'unknown'
}
