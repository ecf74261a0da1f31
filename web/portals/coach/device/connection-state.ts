import type { SyncStatus } from '#web/offline/coach-store.ts'
import type { OnlineState } from '#web/ui/status-circle.tsx'

/** What the status circle shows: a tablet with queued changes is never up to date, also before their sync begins. */
export function connectionState({ state, queued }: SyncStatus, online: boolean): OnlineState {
  if (!online) return 'offline'
  return state === 'online' && queued > 0 ? 'syncing' : state
}
