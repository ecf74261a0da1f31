import { createContext, useContext, useSyncExternalStore } from 'react'
import type { Club } from '#contract/tenants/clubs.ts'
import type { CoachSnapshot, CoachStore, SyncStatus } from '#web/offline/coach-store.ts'

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

/** The data on the device, waiting edits included. The component renders again at each change. */
export function useSnapshot(): CoachSnapshot {
  const { store } = useCoach()
  return useSyncExternalStore(store.subscribe, store.snapshot)
}

/** How the device's data stand to the server's. The component renders again at each change. */
export function useStatus(): SyncStatus {
  const { store } = useCoach()
  return useSyncExternalStore(store.subscribe, store.status)
}
