import { useEffect, useState } from 'react'
import { SEARCH_DEBOUNCE_MS } from '#domain/platform/search.ts'

/** The search to send to the server, once typing has paused [9.1]. Undefined, for no search, takes effect at once. */
export function useDebouncedSearch(search: string | undefined): string | undefined {
  const [debounced, setDebounced] = useState(search)
  useEffect(() => {
    if (search === debounced) return undefined
    const timer = setTimeout(() => setDebounced(search), search === undefined ? 0 : SEARCH_DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [search, debounced])
  return search === undefined ? undefined : debounced
}
