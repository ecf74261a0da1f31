import { useEffect, useState } from 'react'
import { whenIdle } from '#web/shell/start/lazy-with-retry.ts'

/** False until the page has had nothing to do for a moment: what nobody looks at waits for that. */
export function useIdle(): boolean {
  const [idle, setIdle] = useState(false)
  useEffect(() => {
    let left = false
    whenIdle(() => (left ? undefined : setIdle(true)))
    return () => {
      left = true
    }
  }, [])
  return idle
}
