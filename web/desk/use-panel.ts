import { useEffect, useRef, type RefObject } from 'react'

/** For a panel beside a list: it takes the focus whenever `id` changes, and Escape inside it closes it. */
export function usePanel(id: string, onClose: () => void): RefObject<HTMLElement | null> {
  const panel = useRef<HTMLElement>(null)
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })
  useEffect(() => panel.current?.focus(), [id])
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && panel.current?.contains(document.activeElement))
        close.current()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
  return panel
}
