import type { CoachStore } from '#web/offline/coach-store.ts'

/**
 * Holds the open store for parts of the frame outside the routes: the status circle, the version dialog and the logout.
 */
function createCurrentStore() {
  let current: CoachStore | null = null
  const listeners = new Set<() => void>()
  return {
    get: () => current,
    set(store: CoachStore | null): void {
      current = store
      for (const listener of listeners) listener()
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export const currentStore = createCurrentStore()
