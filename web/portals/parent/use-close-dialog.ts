import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'

/** The number of the current entry of the browser's history, as the router counts them. */
const entryNumber = () => (window.history.state as { idx?: number } | null)?.idx ?? 0

/**
 * Returns the function that closes a dialog which the URL's query opens. It goes back to the entry of the history from
 * which the dialog was opened, so that the browser's back button does not open it again. Where the page has seen no such
 * entry, as after a reload, the query `closedSearch` takes the entry's place.
 */
export function useCloseDialog(isOpen: boolean, closedSearch: string): () => void {
  const navigate = useNavigate()
  const { key, pathname } = useLocation()
  const closed = useRef<{ pathname: string; entry: number } | null>(null)
  const isClosing = useRef(false)
  useEffect(() => {
    isClosing.current = false
    if (!isOpen) closed.current = { pathname, entry: entryNumber() }
  }, [isOpen, key, pathname])
  return () => {
    // the browser goes back a moment later, and must not do so twice
    if (isClosing.current) return
    isClosing.current = true
    const steps = closed.current?.pathname === pathname ? closed.current.entry - entryNumber() : 0
    void (steps < 0 ? navigate(steps) : navigate({ search: closedSearch }, { replace: true }))
  }
}
