import type { Evaluation } from './engine.ts'

/**
 * The current level [4.24]: the provider's node if it is among `levels`, else the first progressed (started or
 * completed) level, else the last if all are passed, else the first not passed; in tree order. Without levels
 * (no groups) all levels of the scheme are meant. Null when there is none.
 */
export function currentLevel(
  evaluation: Evaluation,
  levels: readonly string[],
  remoteNodeId: string | null,
): string | null {
  const { scheme } = evaluation
  const wanted = new Set(levels)
  const ids = scheme.nodes
    .filter((node, i) => node.t === 'l' && scheme.counts[i] === 1 && (wanted.size === 0 || wanted.has(node.id)))
    .map((node) => node.id)
  if (remoteNodeId !== null && ids.includes(remoteNodeId)) return remoteNodeId
  const states = ids.map((id) => evaluation.node(id)?.state)
  const progressed = states.findIndex((state) => state === 'started' || state === 'completed')
  if (progressed >= 0) return ids[progressed] ?? null
  const open = states.findIndex((state) => state !== 'passed')
  return ids.at(open) ?? null
}
