import { useLocation, useSearchParams } from 'react-router'

type Change = (now: URLSearchParams) => URLSearchParams

/**
 * What stands behind the `?` of the page's address, and changing it in place. The browser's address is ahead of what is
 * drawn: a search that is applied while the row just tapped is still being opened must neither close it nor lead back.
 */
export function useAddress(): [URLSearchParams, (change: Change) => void] {
  const [address, setAddress] = useSearchParams()
  const { pathname } = useLocation()
  const change = (by: Change) => {
    if (location.pathname === pathname) setAddress(by(new URLSearchParams(location.search)), { replace: true })
  }
  return [address, change]
}
