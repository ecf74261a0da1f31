import type { Scheme } from '#domain/curriculum/scheme.ts'

/** The ids of the levels that count for progress, in tree order. */
export function levelsOf(scheme: Scheme): string[] {
  return scheme.nodes.filter((node, index) => node.t === 'l' && scheme.counts[index] === 1).map(({ id }) => id)
}

/**
 * The ids of the nodes in the report of percentages [3.13], [R8.2], in tree order: the starred nodes that count, or the
 * levels when no such node is starred.
 */
export function percentageNodes(scheme: Scheme): string[] {
  const starred = scheme.nodes.filter((node, index) => node.starred === true && scheme.counts[index] === 1)
  return starred.length > 0 ? starred.map(({ id }) => id) : levelsOf(scheme)
}
