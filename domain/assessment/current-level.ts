import type { Evaluation, ProgressState } from './engine.ts'

/**
 * The id of a member's current level [4.24], [R7.10]: the course provider's node (`remoteNodeId`) if it is among
 * `levels`; else the first level in tree order that is started or completed; else the first that is not passed; else
 * the last. `levels` are those of the member's groups; when it is empty, all levels of the scheme are meant. Levels
 * that do not count are left out. Null when no level remains.
 */
export function currentLevel(
  evaluation: Evaluation,
  levels: readonly string[],
  remoteNodeId: string | null,
): string | null {
  const { scheme } = evaluation
  const groupLevels = new Set(levels)
  const considered = scheme.nodes.filter(
    (node, i) => node.t === 'l' && scheme.counts[i] === 1 && (groupLevels.size === 0 || groupLevels.has(node.id)),
  )
  const ids = considered.map((node) => node.id)
  return currentLevelByState(ids, (id) => evaluation.node(id)?.state, remoteNodeId)
}

/** Applies the rule of `currentLevel` to the levels `ids`, which all count and are in tree order. */
export function currentLevelByState(
  ids: readonly string[],
  stateOf: (id: string) => ProgressState | undefined,
  remoteNodeId: string | null,
): string | null {
  if (remoteNodeId !== null && ids.includes(remoteNodeId)) return remoteNodeId
  const states = ids.map(stateOf)
  const progressed = states.findIndex((state) => state === 'started' || state === 'completed')
  if (progressed >= 0) return ids[progressed] ?? null
  // when every level is passed, the index is -1, with which `at` returns the last one
  return ids.at(states.findIndex((state) => state !== 'passed')) ?? null
}

/** The fields of a member that decide its schemes and current levels, named as in the API. */
export interface LevelInput {
  groups?: readonly { scheme_slug: string | null; levels: readonly string[] }[]
  /** The member's results by scheme slug, of which only the slugs are used here. */
  scores?: Readonly<Record<string, object>>
  /** The level at which the course provider has the member, or null. */
  current_remote_node_id: string | null
}

/** Slugs of the schemes that a member works at: those of its groups, else those it has marks in. */
export function schemeSlugsOf(member: LevelInput): string[] {
  const grouped = (member.groups ?? []).flatMap((group) => group.scheme_slug ?? [])
  const slugs = grouped.length > 0 ? grouped : Object.keys(member.scores ?? {})
  return [...new Set(slugs)]
}

/** The id of a member's current level in the scheme with this slug (`currentLevel`), or null. */
export function currentLevelInScheme(member: LevelInput, slug: string, evaluation: Evaluation): string | null {
  const levels = (member.groups ?? []).filter((group) => group.scheme_slug === slug).flatMap((group) => group.levels)
  return currentLevel(evaluation, levels, member.current_remote_node_id)
}
