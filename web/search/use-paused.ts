import { useEffect, useState } from 'react'
import { SEARCH_DEBOUNCE_MS } from '#domain/platform/search.ts'

/** The search to send to the server, once typing has paused [9.1]. Undefined, for no search, takes effect at once. */
export function usePaused(search: string | undefined): string | undefined {
  const [paused, setPaused] = useState(search)
  useEffect(() => {
    if (search === paused) return undefined
    const timer = setTimeout(() => setPaused(search), search === undefined ? 0 : SEARCH_DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [search, paused])
  return search === undefined ? undefined : paused
}
