import { useEffectEvent, useLayoutEffect } from 'react'

/**
 * Calls `onKey` for every key that is pressed anywhere on the page, from the moment at which the page is seen: an effect
 * that runs after painting would miss a key pressed at once on a slow machine.
 */
export function usePageKeys(onKey: (event: KeyboardEvent) => void): void {
  const handle = useEffectEvent(onKey)
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => handle(event)
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}
