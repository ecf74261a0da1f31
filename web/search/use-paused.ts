import { useEffect, useState } from 'react'
import { SEARCH_DEBOUNCE_MS } from '#domain/platform/search.ts'

/** What the server is asked for once typing has paused [9.1]; nothing to ask for holds at once. */
export function usePaused(search: string | undefined): string | undefined {
  const [paused, setPaused] = useState(search)
  useEffect(() => {
    if (search === paused) return undefined
    const timer = setTimeout(() => setPaused(search), search === undefined ? 0 : SEARCH_DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [search, paused])
  return search === undefined ? undefined : paused
}
