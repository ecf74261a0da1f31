/** The fields of a node that leaving out skipped nodes reads or changes, named as in the API. */
interface Node {
  id: string
  skipped?: boolean
  completion?: [string[], number]
  required?: string[]
  children: Node[]
}

/**
 * The tree as everybody but its authors gets it [R5.12]: without skipped nodes, everything below them, and their ids in
 * rules. Skipped nodes do not count, so progress stays the same. A list that becomes empty is kept, because a node
 * without a list would need all of its children.
 */
export function withoutSkipped<N extends Node & { children: N[] }>(roots: readonly N[]): N[] {
  const remaining = new Set<string>()
  const prune = (nodes: readonly N[]): N[] =>
    nodes
      .filter((node) => node.skipped !== true)
      .map((node) => {
        remaining.add(node.id)
        return { ...node, children: prune(node.children) }
      })
  const pruned = prune(roots)
  const onlyRemaining = (ids: readonly string[]) => ids.filter((id) => remaining.has(id))
  const withoutIds = (nodes: readonly N[]): N[] =>
    nodes.map((node) => ({
      ...node,
      ...(node.completion ? { completion: [onlyRemaining(node.completion[0]), node.completion[1]] } : {}),
      ...(node.required ? { required: onlyRemaining(node.required) } : {}),
      children: withoutIds(node.children),
    }))
  return withoutIds(pruned)
}
