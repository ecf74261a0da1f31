import type { NodeKind } from '#domain/curriculum/scheme.ts'

/** The kinds of nodes, from the smallest: one step from a skill, the default inside a level, is a group. */
export const nodeKinds = ['s', 'sg', 'l'] as const satisfies readonly NodeKind[]

/** The kind that is `step` further on; after the last comes the first. */
export function nextKind(kind: NodeKind, step: 1 | -1): NodeKind {
  return nodeKinds.at((nodeKinds.indexOf(kind) + step) % nodeKinds.length) ?? kind
}
