import type { SchemeNode } from '#contract/curriculum/schemes.ts'
import type { Group } from '#contract/scheduling/groups.ts'
import type { CoachMember } from '#contract/assessment/sync.ts'
import type { CoachSnapshot } from '#web/offline/coach-store.ts'
import {
  currentLevelId,
  evaluationOf,
  levelsOf,
  resultsOf,
  skillsOf,
  type CompiledCurriculum,
} from '#web/portals/coach/groups/group-data.ts'

/** The part of a blank sheet for one level: the members who are at it, and its skills. */
export interface SheetPart {
  /** Null in a group that has no level to mark. */
  level: SchemeNode | null
  skills: readonly SchemeNode[]
  members: readonly CoachMember[]
}

/** The parts of a group's blank sheet, in the order of its levels; levels that nobody is at are left out. */
export function sheetParts(
  snapshot: CoachSnapshot,
  compiled: CompiledCurriculum,
  group: Group,
  members: readonly CoachMember[],
): SheetPart[] {
  const levels = levelsOf(compiled, group)
  if (levels.length === 0) return [{ level: null, skills: [], members }]
  const levelIds = new Map(
    members.map((member) => {
      const evaluation = evaluationOf(compiled, resultsOf(snapshot, compiled, member.uuid))
      return [member.uuid, currentLevelId(compiled, evaluation, group, member)]
    }),
  )
  return levels
    .map((level) => ({
      level,
      skills: skillsOf(compiled, level.id),
      members: members.filter(({ uuid }) => levelIds.get(uuid) === level.id),
    }))
    .filter((part) => part.members.length > 0)
}
