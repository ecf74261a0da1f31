import { useEffect, useRef, type RefObject } from 'react'
import { restoreLostFocus } from '#web/ui/lost-focus.ts'
import { usePageKeys } from '#web/ui/use-page-keys.ts'

/**
 * For a panel beside a list: it takes the focus whenever `id` changes, Escape inside it closes it, and the row of that id
 * has the focus afterwards. The row takes it only now where the panel has covered the list.
 */
export function usePanel(id: string, onClose: () => void): RefObject<HTMLElement | null> {
  const panel = useRef<HTMLElement>(null)
  useEffect(() => {
    panel.current?.focus()
    return () => restoreLostFocus(document.querySelector(`[data-row="${CSS.escape(id)}"]`))
  }, [id])
  usePageKeys((event) => {
    if (event.key === 'Escape' && !event.defaultPrevented && panel.current?.contains(document.activeElement)) onClose()
  })
  return panel
}
