import type { AuthorNode, NodeFields, Tree } from '#domain/curriculum/tree.ts'

/** The rule of a level or skill group: the nodes that count, and how many of them must be done. */
export interface Rule {
  ids: readonly string[]
  count: number
  /** The node has no list of its own: all its children count, and all must be done. */
  isDefault: boolean
}

/** A node's rule, with the default filled in. */
export function ruleOf(tree: Tree, node: AuthorNode): Rule {
  if (node.completion) return { ...node.completion, isDefault: false }
  const ids = tree.children.get(node.id) ?? []
  return { ids, count: ids.length, isDefault: true }
}

/** Whether two lists have the same ids, in any order. */
function sameIds(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((id) => b.includes(id))
}

/**
 * The fields that change a rule's count. A rule that equals the default is stored as the default, so that later children
 * count too.
 */
export function withCount(tree: Tree, node: AuthorNode, count: number): NodeFields {
  const { ids } = ruleOf(tree, node)
  return ruleFields(tree, node, ids, Math.max(1, Math.min(count, ids.length)))
}

/** The fields that change a rule's list: "all" stays "all", and "any 8" stays 8 if the list has that many. */
export function withList(tree: Tree, node: AuthorNode, ids: readonly string[]): NodeFields {
  const formerRule = ruleOf(tree, node)
  const needsAll = formerRule.count >= formerRule.ids.length
  return ruleFields(tree, node, ids, needsAll ? ids.length : Math.min(formerRule.count, ids.length))
}

/** The fields to set for a rule; null stands for the default. */
function ruleFields(tree: Tree, node: AuthorNode, ids: readonly string[], count: number): NodeFields {
  const children = tree.children.get(node.id) ?? []
  if (ids.length === 0 || (count === ids.length && sameIds(ids, children))) return { completion: null }
  return { completion: { ids: [...ids], count } }
}
