import type { AuthorNode } from '#domain/tree.ts'

/** Nodes whose title, in any language, or id holds the words; those that begin with them first. Without words the first ones. */
export function findNodes(nodes: readonly AuthorNode[], words: string, most: number): AuthorNode[] {
  const wanted = words.trim().toLocaleLowerCase()
  if (wanted === '') return nodes.slice(0, most)
  const first: AuthorNode[] = []
  const later: AuthorNode[] = []
  for (const node of nodes) {
    const titles = Object.values(node.title).map((title) => title.toLocaleLowerCase())
    if (titles.some((title) => title.startsWith(wanted))) first.push(node)
    else if (titles.some((title) => title.includes(wanted)) || node.id.includes(wanted)) later.push(node)
  }
  return [...first, ...later].slice(0, most)
}
