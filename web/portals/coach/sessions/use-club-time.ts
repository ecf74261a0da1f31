import { useSyncExternalStore } from 'react'
import { localDate, localMinutes } from '#domain/platform/club-time.ts'
import { useCoach } from '#web/portals/coach/use-coach.ts'

const QUARTER_MINUTE_MS = 15_000

/** Calls the listener four times a minute, so that a page notices a new minute or day soon. */
function subscribeToClock(listener: () => void): () => void {
  const timer = setInterval(listener, QUARTER_MINUTE_MS)
  return () => clearInterval(timer)
}

/** Today's date in the club's time zone; the component renders again after midnight. */
export function useToday(): string {
  const { store, club } = useCoach()
  return useSyncExternalStore(subscribeToClock, () => localDate(store.now(), club.time_zone))
}

/** Minutes since midnight in the club's time zone; the component renders again at each minute. */
export function useMinute(): number {
  const { store, club } = useCoach()
  return useSyncExternalStore(subscribeToClock, () => localMinutes(store.now(), club.time_zone))
}
