import type { SchemeNode } from '#contract/schemes.ts'

export interface Place {
  node: SchemeNode
  /** From the top down to the parent. */
  above: readonly SchemeNode[]
}

/** The node of an id and what lies above it; null when the tree has it no more. */
export function findPlace(tree: readonly SchemeNode[], id: string, above: readonly SchemeNode[] = []): Place | null {
  for (const node of tree) {
    if (node.id === id) return { node, above }
    const found = findPlace(node.children, id, [...above, node])
    if (found) return found
  }
  return null
}

/** Nodes whose title holds the words, case-insensitively, in tree order; at most `most`. */
export function searchNodes(tree: readonly SchemeNode[], words: string, most: number): Place[] {
  const wanted = words.trim().toLocaleLowerCase()
  const found: Place[] = []
  const visit = (nodes: readonly SchemeNode[], above: readonly SchemeNode[]) => {
    for (const node of nodes) {
      if (found.length >= most) return
      if (node.title.toLocaleLowerCase().includes(wanted)) found.push({ node, above })
      visit(node.children, [...above, node])
    }
  }
  if (wanted !== '') visit(tree, [])
  return found
}

/** Children by their group value, in the order in which the values first come; no value is ''. */
export function byGroup(nodes: readonly SchemeNode[]): [group: string, nodes: SchemeNode[]][] {
  const groups = new Map<string, SchemeNode[]>()
  for (const node of nodes) {
    const group = node.group ?? ''
    groups.set(group, [...(groups.get(group) ?? []), node])
  }
  return [...groups]
}
