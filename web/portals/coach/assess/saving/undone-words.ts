import { nodeOfMark } from '#domain/assessment/commands/mark.ts'
import type { TFunction } from 'i18next'
import type { CoachMember } from '#contract/assessment/sync.ts'
import { nodeOf, type CompiledCurriculum } from '#web/portals/coach/groups/group-data.ts'
import { fullName } from '#web/portals/coach/full-name.ts'
import type { UndoneMark } from '../use-marking.ts'

/**
 * Says what was undone, such as `Undone: Siân O'Connor, Backstroke, 10 m`; of several marks the first and the number of
 * the others.
 */
export function undoneWords(
  t: TFunction,
  compiled: CompiledCurriculum,
  members: readonly CoachMember[],
  undone: readonly UndoneMark[],
): string {
  const [first] = undone
  if (!first) return ''
  const { memberUuid, nodeId } = first
  const member = members.find((m) => m.uuid === memberUuid)
  const title = nodeOf(compiled, nodeOfMark(nodeId))?.title ?? ''
  const words = t('coach.undone', { name: member ? fullName(member) : '', title })
  return undone.length === 1 ? words : `${words} ${t('coach.undoneMore', { count: undone.length - 1 })}`
}
