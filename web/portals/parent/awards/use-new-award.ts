import { useEffect, useRef, useState } from 'react'
import type { AwardOfChild } from './awards.ts'

/** The newest award that was added while the page was open; null until there is one. */
export function useNewAward(awards: readonly AwardOfChild[] | null): AwardOfChild | null {
  const knownKeys = useRef<Set<string> | null>(null)
  const [arrived, setArrived] = useState<AwardOfChild | null>(null)
  useEffect(() => {
    if (awards === null) return
    const earlierKeys = knownKeys.current
    knownKeys.current = new Set(awards.map((award) => award.key))
    // at the first load nothing is new
    const newAward = earlierKeys === null ? undefined : awards.find((award) => !earlierKeys.has(award.key))
    if (newAward) setArrived(newAward)
  }, [awards])
  return arrived
}
