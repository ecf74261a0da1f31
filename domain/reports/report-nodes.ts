import type { Scheme } from '#domain/curriculum/scheme.ts'

/** The ids of the levels that count, in tree order. */
export function levelsOf(scheme: Scheme): string[] {
  return scheme.nodes.filter((node, i) => node.t === 'l' && scheme.counts[i] === 1).map(({ id }) => id)
}

/**
 * The ids of the nodes in the report of percentages [3.13], [R8.2]: counting starred nodes in tree order, else the
 * levels.
 */
export function percentageNodes(scheme: Scheme): string[] {
  const starred = scheme.nodes.filter((node, i) => node.starred === true && scheme.counts[i] === 1).map(({ id }) => id)
  return starred.length > 0 ? starred : levelsOf(scheme)
}
