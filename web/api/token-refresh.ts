import type { RefreshReply } from '#contract/identity/auth.ts'
import { ApiError } from './api-error.ts'

/** Where the tokens of the session are stored, for all tabs. */
export interface TokenStore {
  /** Reads what another tab has stored; the browser's event about it comes only a moment later. */
  catchUp(): void
  access(): string | null
  /** The refresh token; null when there is none or it has expired. */
  refresh(): string | null
  store(tokens: { token: string; refresh_token?: string }): void
}

/** Runs `work` while no other tab holds the lock of this name; `waited` says whether another tab held it before. */
export type Lock = <T>(name: string, work: (waited: boolean) => Promise<T>) => Promise<T>

/**
 * After another tab has freed the lock, its token may become visible here a moment later. So it is read again this many
 * times, with this pause in ms.
 */
const REPEATED_READS = 20
const READ_PAUSE_MS = 25

/** A lock across the tabs of this host. */
export function tabLock(): Lock {
  // without locks (old browsers, plain http) two tabs may both refresh; the server accepts the old
  // token for one more minute
  if (!('locks' in navigator)) return (_name, work) => work(/* waited */ false)
  return async (name, work) => {
    // null when another tab holds the lock
    const done = await navigator.locks.request(name, { ifAvailable: true }, async (lock) =>
      lock ? { answer: await work(/* waited */ false) } : null,
    )
    return done ? done.answer : navigator.locks.request(name, () => work(/* waited */ true))
  }
}

/**
 * Returns a function that gets a fresh access token in place of the `expired` one, or null when the session is over.
 * Only one refresh runs at a time, in this tab and across tabs; a caller that waited for another tab uses that tab's
 * token.
 */
export function createRefresh(
  tokens: TokenStore,
  call: (refreshToken: string) => Promise<RefreshReply>,
  lock: Lock,
): (expired: string | null) => Promise<string | null> {
  let running: Promise<string | null> | null = null

  async function refresh(expired: string | null, waited: boolean): Promise<string | null> {
    for (let read = 0; read <= (waited ? REPEATED_READS : 0); read++) {
      if (read > 0) await new Promise((resolve) => setTimeout(resolve, READ_PAUSE_MS))
      tokens.catchUp()
      const current = tokens.access()
      if (current !== null && current !== expired) return current
    }
    const refreshToken = tokens.refresh()
    if (refreshToken === null) return null
    try {
      const reply = await call(refreshToken)
      tokens.store(reply)
      return reply.token
    } catch (error) {
      // a refusal ends the session; a failed call does not, nor do too many calls (429), after which a later one
      // succeeds
      if (error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429) return null
      throw error
    }
  }

  return (expired) => {
    running ??= lock('rungs-refresh', (waited) => refresh(expired, waited)).finally(() => {
      running = null
    })
    return running
  }
}
