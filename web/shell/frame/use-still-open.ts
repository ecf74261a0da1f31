import { useEffect, useRef } from 'react'

/**
 * Returns a function that says whether the form or dialog is still there. An answer that arrives after it was closed
 * must not close, open or leave anything: the user is elsewhere then, perhaps typing in the next form.
 */
export function useStillOpen(): () => boolean {
  const isOpen = useRef(false)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])
  return () => isOpen.current
}
