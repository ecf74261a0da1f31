import type { LoginReply } from '#contract/identity/auth.ts'
import type { TokenSubject } from '#contract/platform/token-subject.ts'
import { createObservable } from '#web/shell/start/observable.ts'
import { readSubject, readToken } from './token-payload.ts'

export interface StoredSession {
  token: string
  refresh_token: string
  /** The coaches of the club, as the login returned them; a user can switch to a coach who has a PIN. */
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

/** What the tokens of a session say. */
interface Claims {
  subject: TokenSubject | null
  /** When the refresh token ends, in Unix ms; 0 when it cannot be read. */
  refreshEnd: number
}

/** Tokens are decoded once, because every tap and many components ask what they say. */
const decoded = new WeakMap<StoredSession, Claims>()

function claimsOf(session: StoredSession): Claims {
  const known = decoded.get(session)
  if (known) return known
  const claims = {
    subject: readSubject(session.token),
    refreshEnd: (readToken(session.refresh_token)?.exp ?? 0) * 1000,
  }
  decoded.set(session, claims)
  return claims
}

export type Session = ReturnType<typeof createSession>

/**
 * The session of the user who is logged in at this host. Each origin is one portal of one tenant, so one storage key is
 * enough. Tabs follow each other by the browser's `storage` events.
 */
export function createSession(now: () => number = Date.now) {
  const current = createObservable(read())
  window.addEventListener('storage', (event) => {
    // null: the browser's whole storage was cleared
    if (event.key === KEY || event.key === null) current.set(read())
  })

  function write(session: StoredSession | null): void {
    try {
      if (session) localStorage.setItem(KEY, JSON.stringify(session))
      else localStorage.removeItem(KEY)
    } catch {
      // storage is full or blocked: the session then lasts as long as this tab
    }
    current.set(session)
  }

  const isLive = (session: StoredSession | null): session is StoredSession =>
    session !== null && claimsOf(session).refreshEnd > now()

  // reads what another tab stored; an equal session keeps its identity, so that subscribers are called for changes only
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
    subject(): TokenSubject | null {
      const session = current.get()
      return session && claimsOf(session).subject
    },
    store(tokens: { token: string; refresh_token?: string }) {
      // another tab may have logged out, or refreshed, since this tab last read
      const latest = read()
      if (!latest) return
      write({ ...latest, token: tokens.token, refresh_token: tokens.refresh_token ?? latest.refresh_token })
    },
    open(reply: LoginReply) {
      write({ token: reply.token, refresh_token: reply.refresh_token, club_users: reply.club_users, loggedInAt: now() })
    },
    /** Opens the session of a user who comes back after a switched user had the device. */
    resume: (stored: StoredSession) => write(stored),
    /** Logs out on this device [4.2]. */
    clear: () => write(null),
  }
}
