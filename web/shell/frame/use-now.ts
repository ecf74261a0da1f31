import { useEffect, useState } from 'react'

const INTERVAL_MS = 30_000

/** Unix ms, renewed every half minute so that "today" and "now" stay true on a page that is left open. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), INTERVAL_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}
