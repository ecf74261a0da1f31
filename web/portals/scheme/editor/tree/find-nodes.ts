import type { AuthorNode } from '#domain/curriculum/tree.ts'
import { normalizeForSearch } from '#domain/platform/search.ts'

/** The result of a search: the first matches, and the number of all matches. */
export interface FoundNodes {
  shown: readonly AuthorNode[]
  total: number
}

/**
 * Searches nodes by their id or their title in any language, ignoring case and accents. A title that is the text comes
 * first, then those that begin with it. Every node matches an empty text.
 */
export function findNodes(nodes: readonly AuthorNode[], searchText: string, limit: number): FoundNodes {
  const wanted = normalizeForSearch(searchText.trim())
  if (wanted === '') return { shown: nodes.slice(0, limit), total: nodes.length }
  const exact: AuthorNode[] = []
  const beginning: AuthorNode[] = []
  const others: AuthorNode[] = []
  for (const node of nodes) {
    const titles = Object.values(node.title).map((title) => normalizeForSearch(title))
    if (titles.some((title) => title.trim() === wanted)) exact.push(node)
    else if (titles.some((title) => title.startsWith(wanted))) beginning.push(node)
    else if (titles.some((title) => title.includes(wanted)) || normalizeForSearch(node.id).includes(wanted))
      others.push(node)
  }
  const found = [...exact, ...beginning, ...others]
  return { shown: found.slice(0, limit), total: found.length }
}
