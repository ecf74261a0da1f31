import { useEffect, useRef, useState } from 'react'
import type { AwardOfChild } from './awards.ts'

/** The newest award that was added while the page was open; null until there is one. */
export function useNewAward(awards: readonly AwardOfChild[] | null): AwardOfChild | null {
  const known = useRef<Set<string> | null>(null)
  const [arrived, setArrived] = useState<AwardOfChild | null>(null)
  useEffect(() => {
    if (awards === null) return
    const before = known.current
    known.current = new Set(awards.map((award) => award.key))
    const fresh = before === null ? undefined : awards.find((award) => !before.has(award.key))
    if (fresh) setArrived(fresh)
  }, [awards])
  return arrived
}
