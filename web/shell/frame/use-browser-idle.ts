import { useEffect, useState } from 'react'
import { whenIdle } from '#web/shell/start/lazy-with-retry.ts'

/** False until the browser is idle; content that is not in view yet waits for that. */
export function useIsBrowserIdle(): boolean {
  const [idle, setIdle] = useState(false)
  useEffect(() => {
    let unmounted = false
    whenIdle(() => (unmounted ? undefined : setIdle(true)))
    return () => {
      unmounted = true
    }
  }, [])
  return idle
}
