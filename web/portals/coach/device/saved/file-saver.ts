import { saveFiles, type FetchPart, type WantedFile } from '#web/offline/saved-files.ts'
import { onDevice } from '#web/portals/coach/device/switch-user.ts'
import { createObservable } from '#web/shell/start/observable.ts'
import { isUnanswered } from '#web/shell/start/stored-answers.ts'

/** `cut`: the network failed, and saving continues by itself when it returns. `full`: there is no storage space left. */
export type SaverState = 'idle' | 'saving' | 'cut' | 'full' | 'failed'

const state = createObservable<{ state: SaverState; part: number }>({ state: 'idle', part: 0 })
let stopping: AbortController | null = null

const set = (to: SaverState) => state.set({ state: to, part: state.get().part + 1 })

/** Saves files in the background. It lives outside React, so that saving continues when the coach changes the page. */
export const fileSaver = {
  get: state.get,
  subscribe: state.subscribe,
  /** Resolves to true when all files are saved. */
  async start(wanted: readonly WantedFile[], fetchPart: FetchPart): Promise<boolean> {
    if (stopping) return false
    const stop = new AbortController()
    stopping = stop
    set('saving')
    try {
      const options = { signal: stop.signal, onPart: () => set('saving') }
      const end = await onDevice((db) => saveFiles(db, wanted, fetchPart, options))
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
