import type { Evaluation, ProgressState } from './engine.ts'

/**
 * The id of a member's current level [4.24], [R7.10]: the provider's node if it is among `levels`; else the first level
 * in tree order that is started or completed; else the first that is not passed; else the last. `levels` are those of
 * the member's groups; when it is empty, all counting levels of the scheme are considered. Null when there is no level.
 */
export function currentLevel(
  evaluation: Evaluation,
  levels: readonly string[],
  remoteNodeId: string | null,
): string | null {
  const { scheme } = evaluation
  const groupLevels = new Set(levels)
  const ids = scheme.nodes
    .filter(
      (node, i) => node.t === 'l' && scheme.counts[i] === 1 && (groupLevels.size === 0 || groupLevels.has(node.id)),
    )
    .map((node) => node.id)
  return currentLevelByState(ids, (id) => evaluation.node(id)?.state, remoteNodeId)
}

/** The rule of `currentLevel` for given levels: `ids` are levels that count, in tree order. */
export function currentLevelByState(
  ids: readonly string[],
  stateOf: (id: string) => ProgressState | undefined,
  remoteNodeId: string | null,
): string | null {
  if (remoteNodeId !== null && ids.includes(remoteNodeId)) return remoteNodeId
  const states = ids.map(stateOf)
  const progressed = states.findIndex((state) => state === 'started' || state === 'completed')
  if (progressed >= 0) return ids[progressed] ?? null
  const open = states.findIndex((state) => state !== 'passed')
  return ids.at(open) ?? null
}

/** The fields of a member that say which schemes and levels it works at. */
export interface LevelInput {
  groups?: readonly { scheme_slug: string | null; levels: readonly string[] }[]
  /** By scheme slug. */
  scores?: Readonly<Record<string, object>>
  current_remote_node_id: string | null
}

/** Slugs of the schemes that a member works at: those of its groups, else those it has marks in. */
export function schemesOf(member: LevelInput): string[] {
  const grouped = (member.groups ?? []).flatMap((group) => group.scheme_slug ?? [])
  const slugs = grouped.length > 0 ? grouped : Object.keys(member.scores ?? {})
  return [...new Set(slugs)]
}

/** The id of a member's current level in the scheme with this slug, or null. */
export function levelAt(member: LevelInput, slug: string, evaluation: Evaluation): string | null {
  const levels = (member.groups ?? []).filter((group) => group.scheme_slug === slug).flatMap((group) => group.levels)
  return currentLevel(evaluation, levels, member.current_remote_node_id)
}
