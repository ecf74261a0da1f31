import type { Maintenance } from '#web/api/api-error.ts'
import { createObservable } from './observable.ts'

export interface ConnectionState {
  online: boolean
  maintenance: Maintenance | null
}

/** The shortest time between two checks [9.6]. */
const THROTTLE_MS = 500
/** So long after the device has lost its network an answer may still arrive that was on its way. */
const LATE_ANSWER_MS = 1_000
const OFFLINE_POLL_MS = 15_000
const MAINTENANCE_POLL_MS = 60_000

export type ConnectionWatch = ReturnType<typeof createConnection>

/**
 * Whether the API can be reached, as the calls report it [4.10]–[4.13]. While it cannot, or is in maintenance, `check`
 * runs at intervals.
 */
export function createConnection(check: () => Promise<unknown>, now: () => number = Date.now) {
  const state = createObservable<ConnectionState>({ online: true, maintenance: null })
  let checkedAt = 0
  let lostAt = -Infinity
  let timer: ReturnType<typeof setTimeout> | undefined

  async function checkNow(): Promise<void> {
    if (now() - checkedAt < THROTTLE_MS) return
    checkedAt = now()
    // the API client reports what came of it: `onOnline`, `onOffline` or `onMaintenance`
    await check().catch(() => undefined)
  }

  function set(change: Partial<ConnectionState>): void {
    const next = { ...state.get(), ...change }
    const before = state.get()
    const unchanged = next.online === before.online && next.maintenance === before.maintenance
    if (!unchanged) state.set(next)
    // calls that keep failing must not postpone the next check
    if (unchanged && timer !== undefined) return
    clearTimeout(timer)
    timer = undefined
    if (next.online && next.maintenance === null) return
    const delay = next.maintenance === null ? OFFLINE_POLL_MS : MAINTENANCE_POLL_MS
    timer = setTimeout(() => {
      timer = undefined
      // changes nothing, but plans the next check if the API still cannot be used
      void checkNow().finally(() => set({}))
    }, delay)
  }

  window.addEventListener('online', () => {
    lostAt = -Infinity
    void checkNow()
  })
  window.addEventListener('offline', () => {
    lostAt = now()
    set({ online: false })
  })

  return {
    get: state.get,
    subscribe: state.subscribe,
    /** Calls `listener` each time that the API is reached again; returns a function that unsubscribes. */
    onReturn(listener: () => void): () => void {
      let { online } = state.get()
      return state.subscribe(() => {
        const before = online
        online = state.get().online
        if (online && !before) listener()
      })
    },
    checkNow,
    onOnline() {
      if (now() - lostAt >= LATE_ANSWER_MS) set({ online: true })
    },
    onOffline: () => set({ online: false }),
    onMaintenance(maintenance: Maintenance | null) {
      const before = state.get().maintenance
      // an equal notice keeps its identity, or each refused call would postpone the next check
      const same = maintenance?.title === before?.title && maintenance?.description === before?.description
      set({ maintenance: same && before ? before : maintenance })
    },
  }
}
