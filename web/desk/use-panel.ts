import { useEffect, useRef, type RefObject } from 'react'
import { usePageKeys } from '#web/ui/use-page-keys.ts'

/** For a panel beside a list: it takes the focus whenever `id` changes, and Escape inside it closes it. */
export function usePanel(id: string, onClose: () => void): RefObject<HTMLElement | null> {
  const panel = useRef<HTMLElement>(null)
  useEffect(() => panel.current?.focus(), [id])
  usePageKeys((event) => {
    if (event.key === 'Escape' && !event.defaultPrevented && panel.current?.contains(document.activeElement)) onClose()
  })
  return panel
}
