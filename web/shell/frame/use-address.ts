import { startTransition, useOptimistic } from 'react'
import { useLocation, useSearchParams } from 'react-router'

type Change = (current: URLSearchParams) => URLSearchParams

/**
 * The query of the page's URL, and a function that changes it without a new history entry. It changes the browser's
 * URL, which is ahead of the rendered one. So a debounced search that ends while a tapped row is opening does not
 * close the row, and a search that ends after the user has left the page changes nothing.
 */
export function useAddress(): [URLSearchParams, (change: Change) => void] {
  const [query, setQuery] = useSearchParams()
  // the router renders a new URL in a transition; a field would have its old value until that has ended
  const [shownQuery, show] = useOptimistic(query)
  const { pathname } = useLocation()
  const change = (update: Change) => {
    if (location.pathname !== pathname) return
    const next = update(new URLSearchParams(location.search))
    startTransition(() => {
      show(next)
      setQuery(next, { replace: true })
    })
  }
  return [shownQuery, change]
}
