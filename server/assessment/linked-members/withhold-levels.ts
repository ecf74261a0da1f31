import type { Member, NodeProgress, Score } from '#contract/assessment/linked-member.ts'
import { computeProgress } from '#server/assessment/progress/stored-progress.ts'
import type { LiveScheme } from '#server/curriculum/schemes/curriculum.ts'

/** A scheme, and the key of its progress. */
export interface SchemeRef {
  schemeId: string
  slug: string
}

/** A passed level that is no award for parents yet. */
export interface WaitingLevel extends SchemeRef {
  memberId: string
  nodeId: string
  givenMs: number
}

/**
 * The members as their parents may see them: marks of skills stay, the passes of waiting levels are held back. A level
 * without its pass is what the engine says when it is taken back, so scores and progress agree, and so does whoever
 * evaluates the scores again.
 */
export function withholdLevels(
  members: readonly Member[],
  levels: readonly WaitingLevel[],
  schemes: ReadonlyMap<string, LiveScheme>,
): Member[] {
  return members.map((member) => {
    const scores = { ...member.scores }
    const progress = { ...member.progress }
    const mine = levels.filter(({ memberId }) => memberId === member.uuid)
    for (const [slug, waiting] of Map.groupBy(mine, (level) => level.slug)) {
      const passes = waiting.map(({ nodeId, givenMs }): [string, Score] => [
        `${nodeId}/manual`,
        { grade: -1, pass: 1, ts: Math.floor(givenMs / 1000), since: null },
      ])
      const own = { ...scores[slug], ...Object.fromEntries(passes) }
      scores[slug] = own
      const [first] = waiting
      const scheme = schemes.get(first?.schemeId ?? '')?.scheme
      if (!first || !scheme) continue
      // what is in the scheme no longer keeps what stands
      const rest = Object.entries(progress[slug] ?? {}).filter(([nodeId]) => !scheme.index.has(nodeId))
      const now = computeProgress(first, scheme, new Map(Object.entries(own))).map(
        ({ nodeId, state, percent, forced, completedTs }): [string, NodeProgress] => [
          nodeId,
          { state, percent, forced, completed_ts: completedTs },
        ],
      )
      progress[slug] = Object.fromEntries([...rest, ...now])
    }
    return { ...member, scores, progress }
  })
}

/** The members without skipped nodes and those below them: marks from before they were skipped, and levels of groups. */
export function withoutSkippedNodes(
  members: readonly Member[],
  of: readonly SchemeRef[],
  schemes: ReadonlyMap<string, LiveScheme>,
): Member[] {
  const skipped = new Map(
    of.flatMap(({ schemeId, slug }): [string, Set<string>][] => {
      const scheme = schemes.get(schemeId)?.scheme
      return scheme ? [[slug, new Set(scheme.ids.filter((_id, at) => scheme.skipped[at] === 1))]] : []
    }),
  )
  const isVisible = (slug: string | null, id: string) =>
    skipped.get(slug ?? '')?.has(id.replace(/\/manual$/, '')) !== true
  const visibleOnly = <T>(all: Record<string, Record<string, T>> = {}) =>
    Object.fromEntries(
      Object.entries(all).map(([slug, nodes]) => [
        slug,
        Object.fromEntries(Object.entries(nodes).filter(([id]) => isVisible(slug, id))),
      ]),
    )
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
