import type { SchemeNode } from '#contract/curriculum/schemes.ts'
import { normalizeForSearch } from '#domain/platform/search.ts'

/** A node and its ancestors. */
export interface NodePath {
  node: SchemeNode
  /** The ancestors, from the root down to the parent. */
  above: readonly SchemeNode[]
}

/** Finds a node by its id; null when the tree does not have it. */
export function findNodePath(
  tree: readonly SchemeNode[],
  id: string,
  above: readonly SchemeNode[] = [],
): NodePath | null {
  for (const node of tree) {
    if (node.id === id) return { node, above }
    const found = findNodePath(node.children, id, [...above, node])
    if (found) return found
  }
  return null
}

/** A node with its title in the form for searching (`normalizeForSearch`). */
interface SearchableNode extends NodePath {
  searchTitle: string
}

/** All nodes in tree order. Titles are normalized once, because each key press searches up to 15,000 of them. */
export function searchableNodes(tree: readonly SchemeNode[]): SearchableNode[] {
  const searchable: SearchableNode[] = []
  const visit = (nodes: readonly SchemeNode[], above: readonly SchemeNode[]) => {
    for (const node of nodes) {
      searchable.push({ node, above, searchTitle: normalizeForSearch(node.title) })
      if (node.children.length > 0) visit(node.children, [...above, node])
    }
  }
  visit(tree, [])
  return searchable
}

/** Nodes whose title contains the text, ignoring case and accents, in tree order and `max` at most. */
export function searchNodes(candidates: readonly SearchableNode[], text: string, max: number): SearchableNode[] {
  const normalizedText = normalizeForSearch(text)
  const found: SearchableNode[] = []
  if (normalizedText === '') return found
  for (const candidate of candidates) {
    if (!candidate.searchTitle.includes(normalizedText)) continue
    found.push(candidate)
    if (found.length === max) break
  }
  return found
}

/**
 * Nodes by their `group`, a heading of the curriculum, in the order in which the groups first appear; '' for nodes
 * without one.
 */
export function nodesByGroup(nodes: readonly SchemeNode[]): [group: string, nodes: SchemeNode[]][] {
  const groups = new Map<string, SchemeNode[]>()
  for (const node of nodes) {
    const group = node.group ?? ''
    groups.set(group, [...(groups.get(group) ?? []), node])
  }
  return [...groups]
}
