import { useCallback, useSyncExternalStore } from 'react'
import { localDate, localMinutes } from '#domain/platform/club-time.ts'
import { useCoach } from '#web/portals/coach/use-coach.ts'

const QUARTER_MINUTE_MS = 15_000

/**
 * What `read` makes of the club's time. The component renders again soon after a new minute or day, and at once when the
 * server's first answer has set a wrong clock right.
 */
function useClubTime<Read>(read: (now: number, timeZone: string) => Read): Read {
  const { store, club } = useCoach()
  const subscribe = useCallback(
    (listener: () => void) => {
      const unsubscribe = store.subscribe(listener)
      const timer = setInterval(listener, QUARTER_MINUTE_MS)
      return () => {
        unsubscribe()
        clearInterval(timer)
      }
    },
    [store],
  )
  return useSyncExternalStore(subscribe, () => read(store.now(), club.time_zone))
}

/** Today's date in the club's time zone. */
export const useToday = (): string => useClubTime(localDate)

/** Minutes since midnight in the club's time zone. */
export const useMinute = (): number => useClubTime(localMinutes)
