import { useSyncExternalStore } from 'react'

const query = '(min-width: 64rem)'

/** True where a card lies beside its ladder. */
export function useWide(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = matchMedia(query)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    () => matchMedia(query).matches,
  )
}
