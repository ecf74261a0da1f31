interface Node {
  id: string
  skipped?: boolean
  completion?: [string[], number]
  required?: string[]
  children: Node[]
}

/**
 * The tree as parents and coaches get it [R5.12]: without skipped nodes, everything below them, and their ids in rules.
 * Skipped nodes do not count, so that progress stays the same. A list that becomes empty is kept, because a node
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
  const known = (ids: readonly string[]) => ids.filter((id) => remaining.has(id))
  const withoutIds = (nodes: readonly N[]): N[] =>
    nodes.map((node) => ({
      ...node,
      ...(node.completion ? { completion: [known(node.completion[0]), node.completion[1]] } : {}),
      ...(node.required ? { required: known(node.required) } : {}),
      children: withoutIds(node.children),
    }))
  return withoutIds(pruned)
}
