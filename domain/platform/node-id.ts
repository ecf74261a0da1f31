import { SLUG_PATTERN } from './slug.ts'

/** A node's id: segments of letters, numbers and hyphens, each after a slash [5.13]. */
export const NODE_PATTERN = '^(/[A-Za-z0-9-]+)+$'
export const NODE = new RegExp(NODE_PATTERN)
/**
 * A scheme's slug followed by the id of one of its nodes, such as `swim/stage-4`: both patterns without the `$` and `^`
 * between them.
 */
export const NODE_OF_SCHEME_PATTERN = SLUG_PATTERN.slice(0, -1) + NODE_PATTERN.slice(1)
