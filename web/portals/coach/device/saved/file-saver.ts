import { saveFiles, type FetchPart, type WantedFile } from '#web/offline/saved-files.ts'
import { onDevice } from '#web/portals/coach/device/switch-user.ts'
import { createObservable } from '#web/shell/start/observable.ts'
import { isUnanswered } from '#web/shell/start/remembered.ts'

/** `cut` goes on by itself with the network; `full` waits for room. */
export type SaverState = 'idle' | 'saving' | 'cut' | 'full' | 'failed'

const state = createObservable<{ state: SaverState; part: number }>({ state: 'idle', part: 0 })
let stopping: AbortController | null = null

const set = (to: SaverState) => state.set({ state: to, part: state.get().part + 1 })

/** Saving goes on while the coach goes about the portal. */
export const fileSaver = {
  get: state.get,
  subscribe: state.subscribe,
  /** True when all of it is here. */
  async start(wanted: readonly WantedFile[], ask: FetchPart): Promise<boolean> {
    if (stopping) return false
    const stop = new AbortController()
    stopping = stop
    set('saving')
    try {
      const options = { signal: stop.signal, onPart: () => set('saving') }
      const end = await onDevice((db) => saveFiles(db, wanted, ask, options))
      set(end === 'full' ? 'full' : 'idle')
      return end === 'done'
    } catch (error) {
      set(stop.signal.aborted ? 'idle' : isUnanswered(error) ? 'cut' : 'failed')
      return false
    } finally {
      stopping = null
    }
  },
  stop(): void {
    stopping?.abort()
  },
}
