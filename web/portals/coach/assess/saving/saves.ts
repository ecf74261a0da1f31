import { NOT_SAVED, type SaveResult } from '#web/offline/coach-store.ts'
import { clockTime } from '#web/shell/i18n/dates.ts'
import type { SaveState } from './save-status.tsx'

/**
 * Returns a function that follows a write to the device and returns whether it was saved. `show` gets the state of all
 * writes together: it is `saved` only when none is on its way any more, because a tap may follow another one before
 * that one is on disk.
 */
export function trackSaves(
  show: (state: SaveState) => void,
): <R extends SaveResult>(write: Promise<R>) => Promise<R | typeof NOT_SAVED> {
  let pending = 0
  return async (write) => {
    pending++
    show({ state: 'saving' })
    const result = await write.catch(() => NOT_SAVED)
    pending--
    // a new object each time, because pages render again to see what can be undone now
    if (pending > 0) show({ state: 'saving' })
    else show(result.saved ? { state: 'saved', at: clockTime(Date.now()) } : null)
    return result
  }
}
