import { useCallback, useEffect, useRef, type FocusEvent, type RefObject } from 'react'
import type { TreeState } from 'react-aria-components'
import type { Tree } from '#domain/curriculum/tree.ts'
import { focusAfterRemoval } from './tree-position.ts'

/** The keyboard's place in the tree: where it is, and bringing it to a row that may not be drawn yet. */
export function useTreeFocus(pane: RefObject<HTMLElement | null>, tree: Tree) {
  const handle = useRef<TreeState<unknown> | null>(null)
  const onState = useCallback((state: TreeState<unknown> | null) => {
    handle.current = state
  }, [])
  const focusRow = useCallback(
    (id: string) => {
      setTimeout(() => {
        const state = handle.current
        if (!state?.collection.getItem(id)) return
        state.selectionManager.setFocused(true)
        state.selectionManager.setFocusedKey(id)
        // a row that was drawn anew at another place has lost the focus without its key having changed
        requestAnimationFrame(() => {
          const row = pane.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(id)}"]`)
          const active = document.activeElement
          const naming = active instanceof HTMLInputElement && pane.current?.contains(active)
          if (row && !row.contains(active) && !naming) row.focus()
        })
      })
    },
    [pane],
  )
  // a row that an undo or another author took away would leave the keyboard at the top of the tree
  const last = useRef({ id: '', tree })
  const noteFocus = ({ target }: FocusEvent) => {
    last.current.id = target.closest<HTMLElement>('[data-key]')?.dataset['key'] ?? ''
  }
  useEffect(() => {
    const before = last.current
    last.current = { id: before.id, tree }
    if (tree.nodes.has(before.id)) return
    const near = focusAfterRemoval(before.tree, before.id, (id) => tree.nodes.has(id))
    const active = document.activeElement
    if (near !== null && (active === document.body || active?.closest('[role=treegrid]'))) focusRow(near)
  }, [tree, focusRow])
  const focused = () => {
    const key = handle.current?.selectionManager.focusedKey
    return typeof key === 'string' ? key : null
  }
  return { onState, noteFocus, focusRow, focused }
}
