import type { TFunction } from 'i18next'
import type { CoachMember } from '#contract/assessment/sync.ts'
import type { AnyPlanPayload, RegisterKind, RegisterPayload } from '#domain/assessment/commands/commands.ts'
import { nodeOfMark, type MarkPayload } from '#domain/assessment/commands/mark.ts'
import type { SkillMark } from '#web/ui/rungs/mark.ts'
import { gradeWords } from '#web/portals/coach/assess/grade-words.ts'
import { nodeOf, type CompiledCurriculum } from '#web/portals/coach/groups/group-data.ts'
import { fullName } from '#web/portals/coach/full-name.ts'

/** A queued change in words. */
export interface QueueWords {
  /** What was changed, such as `Ava Lane, Treads water`. */
  subject: string
  /** The new value, such as `Good` or `Passed by the coach`. */
  value: string
}

export interface MarkWords extends QueueWords {
  mark: SkillMark
}

/** What the device knows of the members and skills that marks name. */
interface NamesOnDevice {
  members: ReadonlyMap<string, Pick<CoachMember, 'firstname' | 'lastname'>>
  curricula: ReadonlyMap<string, CompiledCurriculum>
}

/**
 * A mark in words. A member or skill that is no longer on this tablet is named as such, a skill by `gone` where the
 * server has said what it was.
 */
export function markWords(
  t: TFunction,
  { members, curricula }: NamesOnDevice,
  payload: MarkPayload,
  gone?: { title: string | undefined; kind: number | null },
): MarkWords {
  const {
    memberUuid,
    schemeSlug,
    schemeNodeId,
    assessmentGrade: grade,
    assessmentPassGrade: pass,
    timestamp: ts,
  } = payload
  const member = members.get(memberUuid)
  const compiled = curricula.get(schemeSlug)
  const node = compiled && nodeOf(compiled, nodeOfMark(schemeNodeId))
  const name = member ? fullName(member) : t('coach.offline.goneMember')
  const title = node?.title ?? gone?.title ?? t(compiled ? 'coach.offline.goneNode' : 'coach.offline.noCurriculum')
  const subject = `${name}, ${title}`
  return { subject, ...gradeWords(t, compiled, schemeNodeId, { grade, pass, ts, goneKind: gone?.kind ?? null }) }
}

/** An attendance, badge, move, note or word to the family in words, such as `Ava Lane, register (Sat Nov 21st)` and `Here`. */
export function registerWords(
  t: TFunction,
  members: NamesOnDevice['members'],
  { kind, payload }: { kind: RegisterKind; payload: RegisterPayload },
  dayOf: (date: string) => string,
): QueueWords {
  const member = members.get(payload.memberUuid)
  const name = member ? fullName(member) : t('coach.offline.goneMember')
  const kindWords =
    'date' in payload
      ? t('coach.offline.kind.attendance', { day: dayOf(payload.date) })
      : t(`coach.offline.kind.${kind}`)
  const subject = `${name}, ${kindWords}`
  // a text is shown as it is; all other kinds have few values, each with its own words
  if ((kind === 'note' || kind === 'family_word') && payload.value !== '')
    return { subject, value: String(payload.value) }
  const valueKey = payload.value === '' ? 'none' : String(payload.value ?? 'none')
  return { subject, value: t(`coach.offline.value.${kind}.${valueKey}`) }
}

/**
 * An edit of a plan, its readers or its groups in words, such as `Plan “First lesson”` and `Shared with Ben Morris`.
 */
export function planWords(
  t: TFunction,
  names: {
    plans: ReadonlyMap<string, { content: { title: string } }>
    groups: readonly { id: string; name: string }[]
    colleagues: readonly { uuid: string; firstname: string; lastname: string }[]
  },
  payload: AnyPlanPayload,
): QueueWords {
  const newTitle = 'content' in payload ? payload.content?.title : undefined
  const title = newTitle ?? names.plans.get(payload.planUuid)?.content.title
  const subject = title === undefined ? t('coach.plan.queue.gone') : t('coach.plan.queue.plan', { title })
  if ('content' in payload) return { subject, value: t(`coach.plan.queue.${payload.content ? 'text' : 'deleted'}`) }
  if ('userUuid' in payload) {
    const reader = names.colleagues.find(({ uuid }) => uuid === payload.userUuid)
    const name = reader ? fullName(reader) : t('coach.plan.queue.somebody')
    return { subject, value: t(`coach.plan.queue.${payload.value ? 'shared' : 'unshared'}`, { name }) }
  }
  const name = names.groups.find(({ id }) => id === payload.groupId)?.name ?? t('coach.group.missing')
  return { subject, value: t(payload.value ? 'coach.plan.putOn' : 'coach.plan.takenOff', { name }) }
}

/** The server's error codes and the keys of their explanations; codes with the same remedy share one explanation. */
const reasons: Record<string, string> = {
  UNKNOWN_MEMBER_OR_GROUP: 'unknownMember',
  MEMBER_EXISTS: 'exists',
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

/** The key of an error code's explanation under `coach.offline.why`. */
export function reasonKey(code: string | null): string {
  return reasons[code ?? ''] ?? 'unknown'
}
