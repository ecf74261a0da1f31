import type { AuthorNode } from '#domain/curriculum/tree.ts'

/** The first of those that were found, and how many there are. */
export interface FoundNodes {
  shown: readonly AuthorNode[]
  total: number
}

/** Nodes whose title, in any language, or id holds the words; those that begin with them first. Without words all. */
export function findNodes(nodes: readonly AuthorNode[], words: string, most: number): FoundNodes {
  const wanted = words.trim().toLocaleLowerCase()
  if (wanted === '') return { shown: nodes.slice(0, most), total: nodes.length }
  const first: AuthorNode[] = []
  const later: AuthorNode[] = []
  for (const node of nodes) {
    const titles = Object.values(node.title).map((title) => title.toLocaleLowerCase())
    if (titles.some((title) => title.startsWith(wanted))) first.push(node)
    else if (titles.some((title) => title.includes(wanted)) || node.id.includes(wanted)) later.push(node)
  }
  return { shown: [...first, ...later].slice(0, most), total: first.length + later.length }
}
