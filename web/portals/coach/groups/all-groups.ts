import type { SyncApi } from '#web/offline/sync-loop.ts'

/**
 * The key of a coach's wish to have all groups of a club on this device [6.22]. The wish is kept in localStorage, so
 * that every tab knows it, and the next start without network. Its stored name still says "classes".
 */
const KEY_PREFIX = 'rungs.all-classes'
const storageKey = (user: string, club: string) => `${KEY_PREFIX}/${user}/${club}`

export function wantsAllGroups(user: string, club: string): boolean {
  try {
    return localStorage.getItem(storageKey(user, club)) === '1'
  } catch {
    return false
  }
}

export function setWantsAllGroups(user: string, club: string, wanted: boolean): void {
  try {
    if (wanted) localStorage.setItem(storageKey(user, club), '1')
    else localStorage.removeItem(storageKey(user, club))
  } catch {
    // without localStorage the device holds the coach's own groups only
  }
}

/**
 * Called when the session ends or another coach takes the tablet over, so that the next coach starts with their own
 * groups only.
 */
export function forgetAllGroupsWish(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(KEY_PREFIX)) localStorage.removeItem(key)
  } catch {
    // without localStorage there is nothing to forget
  }
}

type FetchChanges = (query: { cursor: string; club_id: string; all?: '1' }) => ReturnType<SyncApi['changes']>

/**
 * The API, which also pulls the club's other groups if this user wants them; the server decides whether they may.
 */
export function withAllGroups<A extends { changes: FetchChanges }>(api: A, user: string): A {
  return {
    ...api,
    changes: (query) => api.changes({ ...query, ...(wantsAllGroups(user, query.club_id) ? { all: '1' } : {}) }),
  }
}
