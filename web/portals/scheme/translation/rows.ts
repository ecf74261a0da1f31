import { fieldsOf, translationState, type Field, type TranslationState } from '#domain/curriculum/translation.ts'
import { inOrder, type AuthorNode, type Edit, type Tree } from '#domain/curriculum/tree.ts'

/** One text beside its translation. */
export interface TextRow extends Field {
  state: TranslationState
}

/** A node that has something to translate, and how that stands. */
export interface NodeRow {
  node: AuthorNode
  missing: number
  stale: number
}

export function textRows(node: AuthorNode, source: string, language: string): TextRow[] {
  return fieldsOf(node).flatMap((field) => {
    const state = translationState(field.words, node.pins, source, language)
    return state === null ? [] : [{ ...field, state }]
  })
}

export function nodeRows(tree: Tree, language: string): NodeRow[] {
  return inOrder(tree).map((node) => {
    const rows = textRows(node, tree.source, language)
    const count = (state: TranslationState) => rows.filter((row) => row.state === state).length
    return { node, missing: count('missing'), stale: count('stale') }
  })
}

/** The next node with a gap, round the end; null when there is none. */
export function nextGap(rows: readonly NodeRow[], from: string | null, by: 1 | -1): string | null {
  const at = rows.findIndex((row) => row.node.id === from)
  for (let step = 1; step <= rows.length; step++) {
    const row = rows[(at + by * step + rows.length * 2) % rows.length]
    if (row && row.missing + row.stale > 0) return row.node.id
  }
  return null
}

/** The edit that puts a translation in place, the same that the tree's editor makes. */
export function translated(id: string, path: string, language: string, typed: string): Edit {
  const text = typed.trim()
  const words = { [language]: text === '' ? null : text }
  const [, key, part] = path.split('/')
  if (key === undefined) return { do: 'set', id, set: { title: words } }
  return { do: 'set-section', id, key, set: part === 'title' ? { title: words } : { value: words } }
}
