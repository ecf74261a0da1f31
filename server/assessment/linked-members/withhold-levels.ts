import { Type, type Static } from 'typebox'
import { nodeOfMark } from '#domain/assessment/commands/mark.ts'
import type { Member, NodeProgress, Score } from '#contract/assessment/linked-member.ts'
import { computeProgress } from '#server/assessment/progress/stored-progress.ts'
import type { LiveScheme } from '#server/curriculum/schemes/curriculum.ts'

/** A scheme's id, and its slug, which is the key of its progress in a member. */
export const SchemeRef = Type.Object({ schemeId: Type.String(), slug: Type.String() })
export type SchemeRef = Static<typeof SchemeRef>

/** A passed level that parents may not see as an award yet. */
export const WaitingLevel = Type.Object({
  ...SchemeRef.properties,
  memberId: Type.String(),
  nodeId: Type.String(),
  givenMs: Type.Integer(),
})
export type WaitingLevel = Static<typeof WaitingLevel>

/**
 * The members as their parents may see them: the marks of skills stay, the passes of waiting levels are withheld. Each
 * such level gets a revoking mark, and the engine computes the progress anew from the marks. So scores and progress
 * agree, also for a client that evaluates the scores itself.
 */
export function withholdLevels(
  members: readonly Member[],
  levels: readonly WaitingLevel[],
  schemes: ReadonlyMap<string, LiveScheme>,
): Member[] {
  return members.map((member) => {
    const scores = { ...member.scores }
    const progress = { ...member.progress }
    const waitingLevels = levels.filter(({ memberId }) => memberId === member.uuid)
    for (const [slug, waiting] of Map.groupBy(waitingLevels, (level) => level.slug)) {
      // grade -1 of a manual pass revokes the level, whatever its skills say
      const revocations = waiting.map(({ nodeId, givenMs }): [string, Score] => [
        `${nodeId}/manual`,
        { grade: -1, pass: 1, ts: Math.floor(givenMs / 1000), since: null },
      ])
      const schemeScores = { ...scores[slug], ...Object.fromEntries(revocations) }
      scores[slug] = schemeScores
      const [first] = waiting
      const scheme = schemes.get(first?.schemeId ?? '')?.scheme
      if (!first || !scheme) continue
      // progress of nodes that the scheme no longer has is left as it is
      const removedNodes = Object.entries(progress[slug] ?? {}).filter(([nodeId]) => !scheme.index.has(nodeId))
      // `first` stands for the pair of the member and the scheme, which all of `waiting` have in common
      const recomputed = computeProgress(first, scheme, new Map(Object.entries(schemeScores))).map(
        ({ nodeId, state, percent, forced, completedTs }): [string, NodeProgress] => [
          nodeId,
          { state, percent, forced, completed_ts: completedTs },
        ],
      )
      progress[slug] = Object.fromEntries([...removedNodes, ...recomputed])
    }
    return { ...member, scores, progress }
  })
}

/**
 * The members without the skipped nodes of these schemes, and without the nodes below them, in marks, progress and
 * groups.
 */
export function withoutSkippedNodes(
  members: readonly Member[],
  withSkipped: readonly SchemeRef[],
  schemes: ReadonlyMap<string, LiveScheme>,
): Member[] {
  const skipped = new Map(
    withSkipped.flatMap(({ schemeId, slug }): [string, Set<string>][] => {
      const scheme = schemes.get(schemeId)?.scheme
      return scheme ? [[slug, new Set(scheme.ids.filter((_id, index) => scheme.skipped[index] === 1))]] : []
    }),
  )
  const isVisible = (slug: string | null, id: string) => skipped.get(slug ?? '')?.has(nodeOfMark(id)) !== true
  const visibleNodes = <T>(slug: string, valueByNode: Record<string, T>) =>
    Object.fromEntries(Object.entries(valueByNode).filter(([id]) => isVisible(slug, id)))
  const visibleOnly = <T>(bySlug: Record<string, Record<string, T>> = {}) =>
    Object.fromEntries(Object.entries(bySlug).map(([slug, nodes]) => [slug, visibleNodes(slug, nodes)]))
  return members.map((member) => ({
    ...member,
    ...(member.groups && {
      groups: member.groups.map((group) => ({
        ...group,
        levels: group.levels.filter((id) => isVisible(group.scheme_slug, id)),
        assessment_levels: group.assessment_levels.filter((id) => isVisible(group.scheme_slug, id)),
      })),
    }),
    ...(member.progress && {
      progress: visibleOnly(member.progress),
      scores: visibleOnly(member.scores),
      assessments: { complete: visibleOnly(member.assessments?.complete) },
    }),
  }))
}
