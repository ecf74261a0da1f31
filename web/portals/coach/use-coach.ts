import { createContext, useContext, useSyncExternalStore } from 'react'
import type { Club } from '#contract/tenants/clubs.ts'
import type { CoachSnapshot, CoachStore } from '#web/offline/coach-store.ts'

export interface Coach {
  store: CoachStore
  club: Club
}

export const CoachContext = createContext<Coach | null>(null)

/** The store of the coach who is logged in, and the club they work at. */
export function useCoach(): Coach {
  const coach = useContext(CoachContext)
  if (!coach) throw new Error('useCoach outside the coach portal')
  return coach
}

/** What the device holds now, waiting marks included; renders again at each change. */
export function useSnapshot(): CoachSnapshot {
  const { store } = useCoach()
  return useSyncExternalStore(store.subscribe, store.snapshot)
}
