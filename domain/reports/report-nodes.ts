import type { Scheme } from '#domain/curriculum/scheme.ts'

/** Levels that count, in tree order. */
export function levelsOf(scheme: Scheme): string[] {
  return scheme.nodes.filter((node, i) => node.t === 'l' && scheme.counts[i] === 1).map(({ id }) => id)
}

/** What the report of percentages shows [3.13]: starred nodes that count, in tree order; the levels where none is starred. */
export function percentageNodes(scheme: Scheme): string[] {
  const starred = scheme.nodes.filter((node, i) => node.starred === true && scheme.counts[i] === 1).map(({ id }) => id)
  return starred.length > 0 ? starred : levelsOf(scheme)
}
