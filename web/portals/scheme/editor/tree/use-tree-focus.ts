import { useCallback, useEffect, useRef, type FocusEvent, type RefObject } from 'react'
import type { TreeState } from 'react-aria-components'
import type { Tree } from '#domain/curriculum/tree.ts'
import { focusAfterRemoval } from './tree-position.ts'

/** Knows the focused row, and moves the focus to a row, which may not be drawn yet. */
export function useTreeFocus(pane: RefObject<HTMLElement | null>, tree: Tree) {
  const treeState = useRef<TreeState<unknown> | null>(null)
  const onState = useCallback((state: TreeState<unknown> | null) => {
    treeState.current = state
  }, [])
  /** The row to which the focus is on its way: the next key is already meant for it. */
  const awaitedId = useRef<string | null>(null)
  const focusRow = useCallback(
    (id: string) => {
      awaitedId.current = id
      const arrive = () => {
        if (awaitedId.current === id) awaitedId.current = null
      }
      const focusedBefore = document.activeElement
      const isNaming = () => {
        const active = document.activeElement
        return active instanceof HTMLInputElement && pane.current?.contains(active) === true
      }
      /** Whether the author has gone into the open node's pane or names a node meanwhile: the tree must not take that. */
      const hasMovedOn = () => {
        const active = document.activeElement
        return active !== focusedBefore && (isNaming() || active?.closest('.node-pane') !== null)
      }
      // waits for the render that draws the row
      setTimeout(() => {
        const state = treeState.current
        if (hasMovedOn() || !state?.collection.getItem(id)) {
          arrive()
          return
        }
        state.selectionManager.setFocused(true)
        state.selectionManager.setFocusedKey(id)
        // a moved row is a new element without focus, although React Aria still has its key as the focused one; a key
        // pressed before this frame may have moved the focus on, and it stays there
        requestAnimationFrame(() => {
          arrive()
          const focusedNow = treeState.current?.selectionManager.focusedKey ?? id
          if (focusedNow !== id) return
          const row = pane.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(id)}"]`)
          const active = document.activeElement
          if (row && !row.contains(active) && !isNaming() && !hasMovedOn()) row.focus()
        })
      })
    },
    [pane],
  )
  // when the focused row is removed, also by an undo or another author, the focus goes to a row nearby and not to the
  // page; the button of an empty tree stands for its rows
  const lastFocus = useRef({ id: '', tree })
  const noteFocus = ({ target }: FocusEvent) => {
    lastFocus.current.id = target.closest<HTMLElement>('[data-key]')?.dataset['key'] ?? ''
  }
  useEffect(() => {
    const previous = lastFocus.current
    lastFocus.current = { id: previous.id, tree }
    if (tree.nodes.has(previous.id)) return
    const active = document.activeElement
    if (active !== document.body && !active?.closest('[role=treegrid]')) return
    const nearbyId =
      previous.tree.nodes.size === 0
        ? tree.children.get(null)?.[0]
        : focusAfterRemoval(previous.tree, previous.id, (id) => tree.nodes.has(id))
    if (nearbyId) focusRow(nearbyId)
    else if (tree.nodes.size === 0) pane.current?.querySelector('button')?.focus()
  }, [tree, focusRow, pane])
  const focusedId = () => {
    const key = awaitedId.current ?? treeState.current?.selectionManager.focusedKey
    return typeof key === 'string' ? key : null
  }
  return { onState, noteFocus, focusRow, focusedId }
}
