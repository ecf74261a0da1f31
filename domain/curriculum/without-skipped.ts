interface Node {
  id: string
  skipped?: boolean
  completion?: [string[], number]
  required?: string[]
  children: Node[]
}

/**
 * A tree as parents and coaches are given it: without skipped nodes, what is below them, and their ids in rules. They
 * count for nothing, so everybody's progress is the same. A list that named nothing else stays, empty: without one the
 * rule would be "all children".
 */
export function withoutSkipped<N extends Node & { children: N[] }>(roots: readonly N[]): N[] {
  const left = new Set<string>()
  const prune = (nodes: readonly N[]): N[] =>
    nodes
      .filter((node) => node.skipped !== true)
      .map((node) => {
        left.add(node.id)
        return { ...node, children: prune(node.children) }
      })
  const pruned = prune(roots)
  const known = (ids: readonly string[]) => ids.filter((id) => left.has(id))
  const relist = (nodes: readonly N[]): N[] =>
    nodes.map((node) => ({
      ...node,
      ...(node.completion ? { completion: [known(node.completion[0]), node.completion[1]] } : {}),
      ...(node.required ? { required: known(node.required) } : {}),
      children: relist(node.children),
    }))
  return relist(pruned)
}
