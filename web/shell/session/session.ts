import type { LoginReply } from '#contract/identity/auth.ts'
import type { TokenSubject } from '#contract/platform/token-subject.ts'
import { createObservable } from '#web/shell/start/observable.ts'
import { readSubject, readToken } from './token-payload.ts'

export interface StoredSession {
  token: string
  refresh_token: string
  club_users: LoginReply['club_users']
  /** Unix ms. */
  loggedInAt: number
}

const KEY = 'rungs.session'

function read(): StoredSession | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null')
    if (typeof value !== 'object' || value === null || !('refresh_token' in value) || !('token' in value)) return null
    return value as StoredSession
  } catch {
    return null
  }
}

export type Session = ReturnType<typeof createSession>

/**
 * Who is logged in at this host; one origin is one portal of one tenant, so the storage needs no further key.
 * Other tabs follow, because they hear of each change of the storage.
 */
export function createSession(now: () => number = Date.now) {
  const current = createObservable(read())
  window.addEventListener('storage', (event) => {
    if (event.key === KEY || event.key === null) current.set(read())
  })

  function write(session: StoredSession | null): void {
    try {
      if (session) localStorage.setItem(KEY, JSON.stringify(session))
      else localStorage.removeItem(KEY)
    } catch {
      // a full or closed storage: this tab still works, it only forgets at its end
    }
    current.set(session)
  }

  const isLive = (session: StoredSession | null): session is StoredSession =>
    session !== null && (readToken(session.refresh_token)?.exp ?? 0) * 1000 > now()

  // what is stored as it is known keeps its identity, so that nobody is told of a change that is none
  function catchUp(): void {
    const latest = read()
    if (JSON.stringify(latest) !== JSON.stringify(current.get())) current.set(latest)
  }

  return {
    get: current.get,
    subscribe: current.subscribe,
    catchUp,
    access: () => current.get()?.token ?? null,
    refresh: () => {
      const session = current.get()
      return isLive(session) ? session.refresh_token : null
    },
    /** Logged in means that the refresh token's expiry is in the future [4.1]. */
    isLoggedIn: () => isLive(current.get()),
    subject: (): TokenSubject | null => readSubject(current.get()?.token ?? null),
    store(tokens: { token: string; refresh_token?: string }) {
      // another tab may have logged out, or refreshed, since this tab last read
      const latest = read() ?? null
      if (!latest) return
      write({ ...latest, token: tokens.token, refresh_token: tokens.refresh_token ?? latest.refresh_token })
    },
    open(reply: LoginReply) {
      write({ token: reply.token, refresh_token: reply.refresh_token, club_users: reply.club_users, loggedInAt: now() })
    },
    /** As it was when its user left it to another one on this device. */
    resume: (stored: StoredSession) => write(stored),
    /** [4.2] */
    clear: () => write(null),
  }
}
