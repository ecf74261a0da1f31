import { useCallback, useRef, type RefObject } from 'react'
import type { TreeState } from 'react-aria-components'

/** The keyboard's place in the tree: where it is, and bringing it to a row that may not be drawn yet. */
export function useTreeFocus(pane: RefObject<HTMLElement | null>) {
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
  const focused = () => {
    const key = handle.current?.selectionManager.focusedKey
    return typeof key === 'string' ? key : null
  }
  return { onState, focusRow, focused }
}
