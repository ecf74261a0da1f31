import type { SyncApi } from '#web/offline/sync-loop.ts'
import { connectionError } from '#web/api/api-error.ts'

/** With the key of the text that waits, which is its author's alone. */
type KeyedApi = SyncApi & { syncKey: () => Promise<{ key: string }> }

/**
 * Sends and loads only while its own user is the one who is logged in: in the moment in which somebody else takes
 * over the tablet, nothing of one coach travels with another's token. It then waits as it does without network.
 */
export function asAuthor(api: KeyedApi, userNow: () => string | undefined, author: string): KeyedApi {
  const refused = () => {
    const user = userNow()
    return user !== undefined && user !== author
  }
  return {
    syncKey: () => (refused() ? Promise.reject(connectionError()) : api.syncKey()),
    push: (body) => (refused() ? Promise.reject(connectionError()) : api.push(body)),
    changes: (query) => (refused() ? Promise.reject(connectionError()) : api.changes(query)),
  }
}
