import type { SyncApi } from '#web/offline/sync-loop.ts'
import { connectionError } from '#web/api/api-error.ts'

/** The sync API, with the call that fetches the author's key for encrypted text. */
type KeyedApi = SyncApi & { syncKey: () => Promise<{ key: string }> }

/**
 * Lets calls pass only while `author` or nobody is logged in. When another coach takes the tablet over, calls of the
 * former coach's store fail as without network, so that nothing is sent with the new coach's token.
 */
export function limitToAuthor(api: KeyedApi, currentUser: () => string | undefined, author: string): KeyedApi {
  const isOtherUser = () => {
    const user = currentUser()
    return user !== undefined && user !== author
  }
  return {
    syncKey: () => (isOtherUser() ? Promise.reject(connectionError()) : api.syncKey()),
    push: (body) => (isOtherUser() ? Promise.reject(connectionError()) : api.push(body)),
    changes: (query) => (isOtherUser() ? Promise.reject(connectionError()) : api.changes(query)),
  }
}
