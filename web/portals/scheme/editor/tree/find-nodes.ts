import type { AuthorNode } from '#domain/curriculum/tree.ts'

/** The result of a search: the first matches, and the number of all matches. */
export interface FoundNodes {
  shown: readonly AuthorNode[]
  total: number
}

/**
 * Searches nodes by their id or their title in any language. Titles that begin with the words come first. Without words,
 * every node matches.
 */
export function findNodes(nodes: readonly AuthorNode[], words: string, limit: number): FoundNodes {
  const searched = words.trim().toLocaleLowerCase()
  if (searched === '') return { shown: nodes.slice(0, limit), total: nodes.length }
  const beginning: AuthorNode[] = []
  const others: AuthorNode[] = []
  for (const node of nodes) {
    const titles = Object.values(node.title).map((title) => title.toLocaleLowerCase())
    if (titles.some((title) => title.startsWith(searched))) beginning.push(node)
    else if (titles.some((title) => title.includes(searched)) || node.id.includes(searched)) others.push(node)
  }
  return { shown: [...beginning, ...others].slice(0, limit), total: beginning.length + others.length }
}
