import { NOT_SAVED, type SaveResult } from '#web/offline/coach-store.ts'
import { clockTime } from '#web/shell/i18n/dates.ts'

/**
 * The state of the last tap. It is `saved` only when the disk has it; `at` is the time in words, such as `10:04`. Null
 * before the first tap, and after a tap that could not be saved.
 */
type SaveState = { state: 'saving' } | { state: 'saved'; at: string } | null

/** The writes of a page to the device. What shows their state subscribes to it, so that the page does not render for it. */
export interface Saves {
  /** Follows a write, and returns whether it was saved. */
  track: <R extends SaveResult>(write: Promise<R>) => Promise<R | typeof NOT_SAVED>
  /**
   * The state of all writes together: it is `saved` only when none is on its way any more, because a tap may follow
   * another one before that one is on disk.
   */
  state: () => SaveState
  /** Returns the function that ends the subscription. */
  subscribe: (onChange: () => void) => () => void
}

export function createSaves(): Saves {
  const listeners = new Set<() => void>()
  let pending = 0
  let state: SaveState = null
  const show = (next: SaveState) => {
    state = next
    for (const listener of listeners) listener()
  }
  return {
    async track(write) {
      pending++
      show({ state: 'saving' })
      const result = await write.catch(() => NOT_SAVED)
      pending--
      if (pending === 0) show(result.saved ? { state: 'saved', at: clockTime(Date.now()) } : null)
      return result
    },
    state: () => state,
    subscribe(onChange) {
      listeners.add(onChange)
      return () => listeners.delete(onChange)
    },
  }
}
