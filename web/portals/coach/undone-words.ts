import type { TFunction } from 'i18next'
import type { CoachMember } from '#contract/sync.ts'
import { nodeOf, type Course } from './group-data.ts'
import { fullName } from './person.tsx'
import type { Undone } from './use-marking.ts'

/** `Undone: Siân O'Connor, Backstroke, 10 m`. */
export function undoneWords(
  t: TFunction,
  course: Course,
  members: readonly CoachMember[],
  { memberUuid, nodeId }: Undone,
): string {
  const member = members.find((m) => m.uuid === memberUuid)
  const title = nodeOf(course, nodeId.replace(/\/manual$/, ''))?.title ?? ''
  return t('coach.undone', { name: member ? fullName(member) : '', title })
}
