import { saveFiles, type FetchPart, type WantedFile } from '#web/offline/saved-files.ts'
import { onDevice } from '#web/portals/coach/device/switch-user.ts'
import { createObservable } from '#web/shell/start/observable.ts'
import { isUnanswered } from '#web/api/api-error.ts'

/**
 * `interrupted`: the network failed, and saving continues by itself when it returns. `full`: there is no storage space
 * left.
 */
export type SaverState = 'idle' | 'saving' | 'interrupted' | 'full' | 'failed'

const state = createObservable<{ state: SaverState; changes: number }>({ state: 'idle', changes: 0 })
let running: AbortController | null = null

/** The counter `changes` grows with each call, so that listeners notice each saved part, although `saving` stays. */
const setState = (next: SaverState) => state.set({ state: next, changes: state.get().changes + 1 })

/** Saves files in the background. It lives outside React, so that saving continues when the coach changes the page. */
export const fileSaver = {
  get: state.get,
  subscribe: state.subscribe,
  /** Resolves to true when all files are saved. */
  async start(wanted: readonly WantedFile[], fetchPart: FetchPart): Promise<boolean> {
    if (running) return false
    const abort = new AbortController()
    running = abort
    setState('saving')
    try {
      const options = { signal: abort.signal, onPart: () => setState('saving') }
      const outcome = await onDevice((db) => saveFiles(db, wanted, fetchPart, options))
      setState(outcome === 'full' ? 'full' : 'idle')
      return outcome === 'done'
    } catch (error) {
      const failure = isUnanswered(error) ? 'interrupted' : 'failed'
      setState(abort.signal.aborted ? 'idle' : failure)
      return false
    } finally {
      running = null
    }
  },
  stop(): void {
    running?.abort()
  },
}
