import type { SyncApi } from '#web/offline/sync-loop.ts'

/** Whose device holds all classes of which club [6.22]; for every tab, and for the next start without network. */
const KEY = 'rungs.all-classes'
const keyOf = (user: string, club: string) => `${KEY}/${user}/${club}`

export function wantsAllClasses(user: string, club: string): boolean {
  try {
    return localStorage.getItem(keyOf(user, club)) === '1'
  } catch {
    return false
  }
}

export function setWantsAllClasses(user: string, club: string, wanted: boolean): void {
  try {
    if (wanted) localStorage.setItem(keyOf(user, club), '1')
    else localStorage.removeItem(keyOf(user, club))
  } catch {
    // a closed storage: own classes only
  }
}

/** At the end of a session the next coach starts with their own. */
export function forgetAllClasses(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(KEY)) localStorage.removeItem(key)
  } catch {
    // then nothing was kept
  }
}

type AskChanges = (query: { cursor: string; club_id: string; all?: '1' }) => ReturnType<SyncApi['changes']>

/** Asks for the changes of all classes where this user wants them; the server decides whether they may. */
export function withAllClasses<A extends { changes: AskChanges }>(api: A, user: string): A {
  return {
    ...api,
    changes: (query) => api.changes({ ...query, ...(wantsAllClasses(user, query.club_id) ? { all: '1' } : {}) }),
  }
}
