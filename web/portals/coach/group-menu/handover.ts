import type { SchemeNode } from '#contract/curriculum/schemes.ts'
import type { CoachMember } from '#contract/assessment/sync.ts'
import { localDate } from '#domain/platform/club-time.ts'
import type { Group } from '#contract/scheduling/groups.ts'
import type { CoachSnapshot } from '#web/offline/coach-store.ts'
import {
  currentLevelId,
  nodeOf,
  resultsOf,
  evaluationOf,
  type CompiledCurriculum,
} from '#web/portals/coach/groups/group-data.ts'
import { missingForPass } from '#web/portals/coach/assess/level/missing-for-pass.ts'

/** What a covering coach does next with a child: the child's level and the first skill that it still needs there. */
export interface NextStep {
  level: SchemeNode
  /** The skill's title; null when no skill that coaches see is missing, or when the level is passed. */
  skill: string | null
  /** `awaits-pass`: not passed, although no skill that coaches see is missing. */
  state: 'open' | 'awaits-pass' | 'passed'
}

/** What to do next with one member; null when the group has no level to mark. */
export function nextStep(
  snapshot: CoachSnapshot,
  compiled: CompiledCurriculum,
  group: Group,
  member: CoachMember,
): NextStep | null {
  const evaluation = evaluationOf(compiled, resultsOf(snapshot, compiled, member.uuid))
  const levelId = currentLevelId(compiled, evaluation, group, member)
  const level = levelId === null ? undefined : nodeOf(compiled, levelId)
  if (!level) return null
  const missing = missingForPass(compiled, evaluation, level.id)
  if (!missing) return { level, skill: null, state: 'passed' }
  const skill = missing.skills.find(({ hidden }) => !hidden)
  return skill === undefined
    ? { level, skill: null, state: 'awaits-pass' }
    : { level, skill: skill.title, state: 'open' }
}

/** The skills in which these members were marked on a day, in tree order. They tell what the session was about. */
export function skillsMarkedOn(
  snapshot: CoachSnapshot,
  compiled: CompiledCurriculum,
  members: readonly CoachMember[],
  date: string,
  timeZone: string,
): SchemeNode[] {
  const marked = new Set<string>()
  for (const member of members)
    for (const [nodeId, { ts }] of resultsOf(snapshot, compiled, member.uuid))
      if (localDate(ts * 1000, timeZone) === date) marked.add(nodeId)
  return (compiled.scheme.nodes as readonly SchemeNode[]).filter((node) => node.t === 's' && marked.has(node.id))
}
