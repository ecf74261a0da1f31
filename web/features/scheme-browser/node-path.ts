import type { SchemeNode } from '#contract/curriculum/schemes.ts'
import { folded } from '#domain/platform/search.ts'

export interface NodePath {
  node: SchemeNode
  /** From the top down to the parent. */
  above: readonly SchemeNode[]
}

/** The node of an id and what lies above it; null when the tree has it no more. */
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

/** A node as it is searched. */
interface Searchable extends NodePath {
  words: string
}

/** All nodes in tree order, made ready for many searches of 15,000 of them. */
export function searchable(tree: readonly SchemeNode[]): Searchable[] {
  const all: Searchable[] = []
  const visit = (nodes: readonly SchemeNode[], above: readonly SchemeNode[]) => {
    for (const node of nodes) {
      all.push({ node, above, words: folded(node.title) })
      if (node.children.length > 0) visit(node.children, [...above, node])
    }
  }
  visit(tree, [])
  return all
}

/** Nodes whose title holds the words, capitals and accents aside, in tree order; at most `most`. */
export function searchNodes(all: readonly Searchable[], words: string, most: number): Searchable[] {
  const wanted = folded(words)
  const found: Searchable[] = []
  if (wanted === '') return found
  for (const one of all) {
    if (!one.words.includes(wanted)) continue
    found.push(one)
    if (found.length === most) break
  }
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
