import type { Maintenance } from '#web/api/api-error.ts'
import { createObservable } from './observable.ts'

export interface ConnectionState {
  online: boolean
  maintenance: Maintenance | null
}

/** [9.6] */
const THROTTLE_MS = 500
const OFFLINE_POLL_MS = 15_000
const MAINTENANCE_POLL_MS = 60_000

export type ConnectionWatch = ReturnType<typeof createConnection>

/** What the calls tell of the way to the API [4.10]–[4.13]; while it is closed, asks now and then whether it is open again. */
export function createConnection(check: () => Promise<unknown>, now: () => number = Date.now) {
  const state = createObservable<ConnectionState>({ online: true, maintenance: null })
  let checkedAt = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  async function checkNow(): Promise<void> {
    if (now() - checkedAt < THROTTLE_MS) return
    checkedAt = now()
    await check().catch(() => undefined)
  }

  function set(change: Partial<ConnectionState>): void {
    const next = { ...state.get(), ...change }
    const before = state.get()
    if (next.online !== before.online || next.maintenance !== before.maintenance) state.set(next)
    const same = next.online === before.online && next.maintenance === before.maintenance
    // a call that fails again and again must not put the question off
    if (same && timer !== undefined) return
    clearTimeout(timer)
    timer = undefined
    if (next.online && next.maintenance === null) return
    const pause = next.maintenance === null ? OFFLINE_POLL_MS : MAINTENANCE_POLL_MS
    timer = setTimeout(() => {
      timer = undefined
      void checkNow().finally(() => set({}))
    }, pause)
  }

  window.addEventListener('online', () => void checkNow())
  window.addEventListener('offline', () => set({ online: false }))

  return {
    get: state.get,
    subscribe: state.subscribe,
    /** Calls `listener` each time that the API is reached after it was not; answers what ends it. */
    onReturn(listener: () => void): () => void {
      let { online } = state.get()
      return state.subscribe(() => {
        const before = online
        online = state.get().online
        if (online && !before) listener()
      })
    },
    checkNow,
    onOnline: () => set({ online: true }),
    onOffline: () => set({ online: false }),
    onMaintenance(maintenance: Maintenance | null) {
      const before = state.get().maintenance
      // said again is no change, or each refused call would put the next question off
      const same = maintenance?.title === before?.title && maintenance?.description === before?.description
      set({ maintenance: same && before ? before : maintenance })
    },
  }
}
