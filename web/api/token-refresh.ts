import type { RefreshReply } from '#contract/auth.ts'
import { ApiError } from './api-error.ts'

export interface TokenStore {
  /** Takes up what another tab has stored: the browser tells of it only a moment later. */
  catchUp(): void
  access(): string | null
  /** Null when there is none or it has expired. */
  refresh(): string | null
  store(tokens: { token: string; refresh_token?: string }): void
}

/** Runs `work` while no other tab holds the lock of this name. */
export type Lock = <T>(name: string, work: () => Promise<T>) => Promise<T>

export function tabLock(): Lock {
  // without locks (an old browser, plain http) two tabs may both refresh; the server's grace minute covers that
  if (!('locks' in navigator)) return (_name, work) => work()
  return (name, work) => navigator.locks.request(name, work)
}

/**
 * Answers a function that gets a fresh access token in place of the `expired` one, or null when the session is over.
 * One call at a time in this tab, and one across tabs: whoever waited takes the token that another brought.
 */
export function createRefresh(
  tokens: TokenStore,
  call: (refreshToken: string) => Promise<RefreshReply>,
  lock: Lock,
): (expired: string | null) => Promise<string | null> {
  let flight: Promise<string | null> | null = null

  async function bring(expired: string | null): Promise<string | null> {
    tokens.catchUp()
    const current = tokens.access()
    if (current !== null && current !== expired) return current
    const refreshToken = tokens.refresh()
    if (refreshToken === null) return null
    try {
      const reply = await call(refreshToken)
      tokens.store(reply)
      return reply.token
    } catch (error) {
      // refused is final; no answer is not, and the session outlives it
      if (error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429) return null
      throw error
    }
  }

  return (expired) => {
    flight ??= lock('rungs-refresh', () => bring(expired)).finally(() => {
      flight = null
    })
    return flight
  }
}
