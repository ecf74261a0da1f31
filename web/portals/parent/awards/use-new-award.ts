import { useEffect, useRef, useState } from 'react'
import type { AwardOfChild } from './awards.ts'

/**
 * The newest award that was added while the page is open; null until there is one. `awards` is null until loaded,
 * and has the newest first.
 */
export function useNewAward(awards: readonly AwardOfChild[] | null): AwardOfChild | null {
  const keys = useRef<Set<string> | null>(null)
  const [newAward, setNewAward] = useState<AwardOfChild | null>(null)
  useEffect(() => {
    if (awards === null) return
    const earlierKeys = keys.current
    keys.current = new Set(awards.map((award) => award.key))
    // at the first load nothing is new
    const added = earlierKeys === null ? undefined : awards.find((award) => !earlierKeys.has(award.key))
    if (added) setNewAward(added)
  }, [awards])
  return newAward
}
