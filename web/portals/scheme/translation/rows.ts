import {
  translatableTexts,
  translationState,
  type TranslatableText,
  type TranslationState,
} from '#domain/curriculum/translation.ts'
import { inTreeOrder, type AuthorNode, type Edit, type Tree } from '#domain/curriculum/tree.ts'

/** One text of a node with the state of its translation. */
export interface TextRow extends TranslatableText {
  state: TranslationState
}

/** A node with the number of its missing and outdated translations. */
export interface NodeRow {
  node: AuthorNode
  /** How many nodes are above it in the tree. */
  depth: number
  missing: number
  stale: number
}

/** The texts of a node that have a source text, in the order of the node's pane. */
export function textRows(node: AuthorNode, source: string, language: string): TextRow[] {
  return translatableTexts(node).flatMap((field) => {
    const state = translationState(field.words, node.pins, source, language)
    return state === null ? [] : [{ ...field, state }]
  })
}

/** All nodes in tree order, with the number of missing and outdated translations of each. */
export function nodeRows(tree: Tree, language: string): NodeRow[] {
  const depths = new Map<string | null, number>([[null, -1]])
  return inTreeOrder(tree).map((node) => {
    // parents come before their children
    const depth = (depths.get(node.parentId) ?? -1) + 1
    depths.set(node.id, depth)
    const rows = textRows(node, tree.source, language)
    const count = (state: TranslationState) => rows.filter((row) => row.state === state).length
    return { node, depth, missing: count('missing'), stale: count('stale') }
  })
}

/**
 * The id of the next node (`direction` 1) or the previous one (-1) with a gap: a missing or outdated translation. The
 * search begins beside the node `from`, wraps around, and ends at `from` itself; null when no node has a gap.
 */
export function nextGap(rows: readonly NodeRow[], from: string | null, direction: 1 | -1): string | null {
  const index = rows.findIndex((row) => row.node.id === from)
  // without `from` the search downwards begins at the first row, and upwards at the last
  const start = index === -1 && direction === -1 ? 0 : index
  for (let distance = 1; distance <= rows.length; distance++) {
    // adding twice the length keeps the index from being negative before the remainder is taken
    const row = rows[(start + direction * distance + rows.length * 2) % rows.length]
    if (row && row.missing + row.stale > 0) return row.node.id
  }
  return null
}

/** The edit that sets the translation of one text; an empty text removes it. The node's pane makes the same edit. */
export function translationEdit(id: string, path: string, language: string, typed: string): Edit {
  const text = typed.trim()
  const words = { [language]: text === '' ? null : text }
  // the path is `title`, or `content/<key of the section>/<title or value>`
  const [, key, part] = path.split('/')
  if (key === undefined) return { do: 'set', id, set: { title: words } }
  return { do: 'set-section', id, key, set: part === 'title' ? { title: words } : { value: words } }
}
