import type { SchemeNode } from '#contract/curriculum/schemes.ts'
import type { CoachMember } from '#contract/assessment/sync.ts'
import { isPassedElsewhere } from '#domain/assessment/brought.ts'
import { badgeLane } from '#domain/assessment/commands/badge.ts'
import { broughtKey, type CoachSnapshot, type RegisterEntry } from '#web/offline/coach-store.ts'
import { isHidden, resultsOf, evaluationOf, type CompiledCurriculum } from '#web/portals/coach/groups/group-data.ts'

/** The badge of a level that a member has passed [3.19]. */
export interface Badge {
  /** The lane of the register entry that notes the handover; it is unique for each badge. */
  key: string
  member: CoachMember
  level: SchemeNode
  /** When the level was passed, unix seconds; null when this is not known. */
  passedTs: number | null
  /** Who handed it over and when; null while it waits to be handed over. */
  handover: RegisterEntry | null
}

/**
 * Every badge that these members have earned in a scheme, by member, then in tree order. Levels outside the group's are
 * included, so that a member who changed groups still gets a badge that nobody has handed over.
 */
export function badgesOf(
  snapshot: CoachSnapshot,
  compiled: CompiledCurriculum,
  members: readonly CoachMember[],
): Badge[] {
  const levels = (compiled.scheme.nodes as readonly SchemeNode[]).filter(
    (node) => node.t === 'l' && !isHidden(compiled, node),
  )
  const { brought } = snapshot
  return members.flatMap((member) => {
    const results = resultsOf(snapshot, compiled, member.uuid)
    const evaluation = evaluationOf(compiled, results)
    const { slug } = compiled.curriculum
    return levels.flatMap((level) => {
      const node = evaluation.node(level.id)
      // the badge of a level that was passed elsewhere was given there
      if (
        node?.state !== 'passed' ||
        isPassedElsewhere(level, results, (id) => brought.has(broughtKey(member.uuid, slug, id)))
      )
        return []
      const key = badgeLane({
        memberUuid: member.uuid,
        schemeSlug: slug,
        schemeNodeId: level.id,
      })
      const entry = snapshot.registers.get(key)
      return { key, member, level, passedTs: node.completedTs, handover: entry?.value === true ? entry : null }
    })
  })
}
