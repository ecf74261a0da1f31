import { useEffect, useRef, type RefObject } from 'react'

/** A panel beside a list: takes the focus when it opens for something else, and Escape inside it closes it. */
export function usePanel(of: string, onClose: () => void): RefObject<HTMLElement | null> {
  const panel = useRef<HTMLElement>(null)
  const leave = useRef(onClose)
  useEffect(() => {
    leave.current = onClose
  })
  useEffect(() => panel.current?.focus(), [of])
  useEffect(() => {
    const toList = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && panel.current?.contains(document.activeElement))
        leave.current()
    }
    document.addEventListener('keydown', toList)
    return () => document.removeEventListener('keydown', toList)
  }, [])
  return panel
}
