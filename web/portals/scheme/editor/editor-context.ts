import { createContext, useContext, useSyncExternalStore } from 'react'
import type { RawCurriculum } from '#contract/curriculum/authoring.ts'
import type { AuthorNode, Edit } from '#domain/curriculum/tree.ts'
import type { RefusalReason } from './session/optimistic-tree.ts'
import type { EditorStore, EditorView } from './session/editor-store.ts'

/** What every part of the editor works with. */
export interface Editor {
  raw: RawCurriculum
  store: EditorStore
  /** Two-letter languages in which words are looked up, best first. */
  languages: readonly string[]
  /**
   * Does edits as one batch; what the tree refuses is said in words. Answers whether it was done. `say` is called when the
   * batch goes out.
   */
  edit: (edits: Edit | readonly Edit[], say?: () => void) => boolean
  /** Says why not. */
  explain: (why: RefusalReason) => void
  /** Shows a node in tree and pane; null shows the scheme. `focus` moves the keyboard into the tree. */
  open: (id: string | null, focus?: boolean) => void
  titleOf: (id: string) => string
  nodeTitle: (node: AuthorNode) => string
}

export const EditorContext = createContext<Editor | null>(null)

export function useEditor(): Editor {
  const editor = useContext(EditorContext)
  if (!editor) throw new Error('useEditor outside the editor')
  return editor
}

export function useView(): EditorView {
  const { store } = useEditor()
  return useSyncExternalStore(store.subscribe, store.get)
}
