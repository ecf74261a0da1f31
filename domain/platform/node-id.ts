import { SLUG_PATTERN } from './slug.ts'

/** A node's id: a slash path of letters, numbers and hyphens [5.13]. */
export const NODE_PATTERN = '^(/[A-Za-z0-9-]+)+$'
export const NODE = new RegExp(NODE_PATTERN)
/** A scheme's slug and the id of one of its nodes, `swim/stage-4`. */
export const NODE_OF_SCHEME_PATTERN = SLUG_PATTERN.slice(0, -1) + NODE_PATTERN.slice(1)
