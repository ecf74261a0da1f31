import type { AuthorNode } from '#domain/curriculum/tree.ts'

/** The result of a search: the first matches, and the number of all matches. */
export interface FoundNodes {
  shown: readonly AuthorNode[]
  total: number
}

/**
 * Searches nodes by their id or their title in any language. A title that is the text comes first, then those that
 * begin with it. Every node matches an empty text.
 */
export function findNodes(nodes: readonly AuthorNode[], searchText: string, limit: number): FoundNodes {
  const lowerCaseText = searchText.trim().toLocaleLowerCase()
  if (lowerCaseText === '') return { shown: nodes.slice(0, limit), total: nodes.length }
  const exact: AuthorNode[] = []
  const beginning: AuthorNode[] = []
  const others: AuthorNode[] = []
  for (const node of nodes) {
    const titles = Object.values(node.title).map((title) => title.toLocaleLowerCase())
    if (titles.some((title) => title.trim() === lowerCaseText)) exact.push(node)
    else if (titles.some((title) => title.startsWith(lowerCaseText))) beginning.push(node)
    else if (titles.some((title) => title.includes(lowerCaseText)) || node.id.includes(lowerCaseText)) others.push(node)
  }
  const found = [...exact, ...beginning, ...others]
  return { shown: found.slice(0, limit), total: found.length }
}
