import { createContext, useContext, useSyncExternalStore } from 'react'
import type { RawCurriculum } from '#contract/curriculum/authoring.ts'
import type { AuthorNode, Edit } from '#domain/curriculum/tree.ts'
import type { RefusalReason } from './session/optimistic-tree.ts'
import type { EditorStore, EditorSnapshot } from './session/editor-store.ts'

/** What the panes and dialogs of one open scheme share. */
export interface Editor {
  /** The scheme as it was loaded: its name, languages and settings. Its current tree is in the store. */
  raw: RawCurriculum
  /** The working copy that is edited; null for the live tree. */
  copy: string | null
  store: EditorStore
  /** Two-letter languages in which titles and texts are looked up, in order of preference. */
  languages: readonly string[]
  /**
   * Applies edits as one batch and returns whether the tree allowed them; a dialog explains a refusal. `onSend` is called
   * once the batch may be sent: if it changes members' levels, only after the author has confirmed that.
   */
  edit: (edits: Edit | readonly Edit[], onSend?: (batchKey: number) => void) => boolean
  /**
   * Applies an edit of one text like `edit`. `seen` is the text that the author saw when the typing began: another author
   * may have changed it since.
   */
  editText: (edit: Edit, seen: string) => boolean
  /** Shows a dialog with the reason for a refusal. */
  explain: (refusal: RefusalReason) => void
  /** Opens a node in all panes; null shows the scheme itself. `focus` moves the focus to the node's row. */
  open: (id: string | null, focus?: boolean) => void
  /** The title of a node, also of a deleted one, by its id; '' stands for the scheme itself. */
  titleOf: (id: string) => string
  nodeTitle: (node: AuthorNode) => string
}

export const EditorContext = createContext<Editor | null>(null)

export function useEditor(): Editor {
  const editor = useContext(EditorContext)
  if (!editor) throw new Error('useEditor outside the editor')
  return editor
}

/** The current state of the editor's store, such as its tree and whether everything is saved. */
export function useEditorSnapshot(): EditorSnapshot {
  const { store } = useEditor()
  return useSyncExternalStore(store.subscribe, store.get)
}
