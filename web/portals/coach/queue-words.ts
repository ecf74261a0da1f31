import type { TFunction } from 'i18next'
import type { CoachMember, MarkPayload, RegisterPayload } from '#contract/sync.ts'
import type { RegisterKind } from '#domain/register.ts'
import { markOf, type SkillMark } from '#web/ui/mark.ts'
import { nodeOf, type Course } from './group-data.ts'
import { fullName } from './person.tsx'

export interface MarkWords {
  /** `Ava Lane, Treads water`. */
  subject: string
  /** `Good`; `Passed by the coach`. */
  what: string
  mark: SkillMark
}

const MANUAL = /\/manual$/

interface Known {
  members: ReadonlyMap<string, Pick<CoachMember, 'firstname' | 'lastname'>>
  courses: ReadonlyMap<string, Course>
}

/** One mark in words; what is no longer on this tablet is said to be so. */
export function markWords(t: TFunction, { members, courses }: Known, payload: MarkPayload): MarkWords {
  const { memberUuid, schemeSlug, schemeNodeId, assessmentGrade: grade, assessmentPassGrade: pass } = payload
  const member = members.get(memberUuid)
  const course = courses.get(schemeSlug)
  const node = course && nodeOf(course, schemeNodeId.replace(MANUAL, ''))
  const name = member ? fullName(member) : t('coach.offline.goneMember')
  const subject = `${name}, ${node?.title ?? t(course ? 'coach.offline.goneNode' : 'coach.offline.noCourse')}`
  if (MANUAL.test(schemeNodeId)) {
    const what = grade > 0 ? 'passed' : grade < 0 ? 'revoked' : 'cleared'
    return { subject, what: t(`coach.offline.level.${what}`), mark: grade > 0 ? 'd' : 'o' }
  }
  const labels = course?.curriculum.grades.find((scale) => scale.grade === node?.grade)?.labels
  const what = grade < 0 ? t('coach.offline.taken') : (labels?.[grade] ?? t('coach.offline.grade', { grade }))
  return { subject, what, mark: markOf(grade, pass) }
}

/** What is kept beside marks, in words: `Ava Lane, register of Sat 21 Nov` and `Here`. */
export function registerWords(
  t: TFunction,
  members: Known['members'],
  { kind, payload }: { kind: RegisterKind; payload: RegisterPayload },
  dayOf: (date: string) => string,
): MarkWords {
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
  return { subject: `${name}, ${about}`, what, mark: 'o' }
}

/** Why the server refused it, for a coach: reasons with the same remedy share their words. */
const reasons: Record<string, string> = {
  UNKNOWN_MEMBER_OR_GROUP: 'unknownMember',
  NOT_ASSIGNED: 'notAssigned',
  UNKNOWN_NODE: 'unknownNode',
  PASS_GRADE_UNKNOWN: 'passGrade',
  DATE_NOT_ALLOWED: 'date',
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
