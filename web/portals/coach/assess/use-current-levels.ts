import { useState } from 'react'
import type { Group } from '#contract/scheduling/groups.ts'
import type { CoachMember } from '#contract/assessment/sync.ts'
import {
  currentLevelId,
  evaluationOf,
  nodeOf,
  otherLevelTitle,
  resultsOf,
  type CompiledCurriculum,
} from '#web/portals/coach/groups/group-data.ts'
import type { GroupView } from '#web/portals/coach/groups/use-group.ts'

/** The current levels of a group's members. */
export interface CurrentLevels {
  /** The title of a member's current level; undefined when there is none. */
  titleOf: (member: CoachMember) => string | undefined
  /** The title of a member's current level, if it is another one than `levelId` and only that one may be marked. */
  otherLevel: (member: CoachMember, levelId: string) => string | null
}

/**
 * The members' current levels when the page was opened, because passing a level must not lock the child's row at once
 * [4.25].
 */
export function useCurrentLevels(
  { snapshot, members }: Pick<GroupView, 'snapshot' | 'members'>,
  group: Group,
  compiled: CompiledCurriculum,
): CurrentLevels {
  const findId = (member: CoachMember): string | null =>
    currentLevelId(compiled, evaluationOf(compiled, resultsOf(snapshot, compiled, member.uuid)), group, member)
  const [atOpening] = useState(() => new Map(members.map((member) => [member.uuid, findId(member)])))
  const idOf = (member: CoachMember) => {
    // undefined: the child came into the group since; null: the child had no current level
    const id = atOpening.get(member.uuid)
    return id === undefined ? findId(member) : id
  }
  return {
    titleOf: (member) => nodeOf(compiled, idOf(member) ?? '')?.title,
    otherLevel: (member, levelId) => otherLevelTitle(compiled, group, idOf(member), levelId),
  }
}
