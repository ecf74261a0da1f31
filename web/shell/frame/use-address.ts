import { useLocation, useSearchParams } from 'react-router'

type Change = (current: URLSearchParams) => URLSearchParams

/**
 * The query of the page's URL, and a function that changes it without a new history entry. The change applies to the
 * browser's URL, which is ahead of the rendered one: a debounced search that is applied while a tapped row is opening
 * must neither close that row nor lead back to the page left.
 */
export function useAddress(): [URLSearchParams, (change: Change) => void] {
  const [query, setQuery] = useSearchParams()
  const { pathname } = useLocation()
  const change = (update: Change) => {
    if (location.pathname === pathname) setQuery(update(new URLSearchParams(location.search)), { replace: true })
  }
  return [query, change]
}
