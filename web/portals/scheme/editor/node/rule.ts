import type { AuthorNode, NodeFields, Tree } from '#domain/curriculum/tree.ts'

/** What a rule names, and how many of it must be done. */
export interface Rule {
  ids: readonly string[]
  count: number
  /** No list of its own: everything directly below. */
  everything: boolean
}

export function ruleOf(tree: Tree, node: AuthorNode): Rule {
  if (node.completion) return { ...node.completion, everything: false }
  const ids = tree.children.get(node.id) ?? []
  return { ids, count: ids.length, everything: true }
}

function sameIds(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((id) => b.includes(id))
}

/** The rule with another count. A rule that says what "everything directly below" says is kept as that: it grows with the node. */
export function withCount(tree: Tree, node: AuthorNode, count: number): NodeFields {
  const { ids } = ruleOf(tree, node)
  return saved(tree, node, ids, Math.max(1, Math.min(count, ids.length)))
}

/** The rule over another list: "all" stays all, "any 8" stays 8 as far as there are so many. */
export function withList(tree: Tree, node: AuthorNode, ids: readonly string[]): NodeFields {
  const before = ruleOf(tree, node)
  const all = before.count >= before.ids.length
  return saved(tree, node, ids, all ? ids.length : Math.min(before.count, ids.length))
}

function saved(tree: Tree, node: AuthorNode, ids: readonly string[], count: number): NodeFields {
  const below = tree.children.get(node.id) ?? []
  if (ids.length === 0 || (count === ids.length && sameIds(ids, below))) return { completion: null }
  return { completion: { ids: [...ids], count } }
}
