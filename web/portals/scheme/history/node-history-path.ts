/** The address of a scheme's history that is narrowed to a node, with all below it. */
export function nodeHistoryPath(slug: string, node: string): string {
  return `/overview/${slug}/history?${new URLSearchParams({ node, below: '1' }).toString()}`
}
