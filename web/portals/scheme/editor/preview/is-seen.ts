import type { Reader } from '#domain/curriculum/permissions.ts'
import type { AuthorNode, Tree } from '#domain/curriculum/tree.ts'
import { ancestorsOf } from '../tree/tree-position.ts'

/** Whether a reader gets a node: neither it nor a node above it is skipped, nor hidden where the reader is a coach. */
export function isSeen(tree: Tree, node: AuthorNode, reader: Reader): boolean {
  return [node, ...ancestorsOf(tree, node.id)].every(
    ({ hidden, skipped }) => !skipped && (reader === 'parent' || !hidden),
  )
}
