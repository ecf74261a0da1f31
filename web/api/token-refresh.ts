import type { RefreshReply } from '#contract/identity/auth.ts'
import { ApiError } from './api-error.ts'

export interface TokenStore {
  /** Takes up what another tab has stored: the browser tells of it only a moment later. */
  catchUp(): void
  access(): string | null
  /** Null when there is none or it has expired. */
  refresh(): string | null
  store(tokens: { token: string; refresh_token?: string }): void
}

/** Runs `work` while no other tab holds the lock of this name; `waited` tells that another one did. */
export type Lock = <T>(name: string, work: (waited: boolean) => Promise<T>) => Promise<T>

/** What another tab stored is seen here a moment after its lock is free: storage travels between processes by itself. */
const LOOKS = 20
const LOOK_MS = 25

export function tabLock(): Lock {
  // without locks (an old browser, plain http) two tabs may both refresh; the server's grace minute covers that
  if (!('locks' in navigator)) return (_name, work) => work(false)
  return async (name, work) => {
    const done = await navigator.locks.request(name, { ifAvailable: true }, async (lock) =>
      lock ? { answer: await work(false) } : null,
    )
    return done ? done.answer : navigator.locks.request(name, () => work(true))
  }
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

  async function bring(expired: string | null, waited: boolean): Promise<string | null> {
    for (let look = 0; look <= (waited ? LOOKS : 0); look++) {
      if (look > 0) await new Promise((again) => setTimeout(again, LOOK_MS))
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
      // refused is final; no answer is not, and the session outlives it
      if (error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429) return null
      throw error
    }
  }

  return (expired) => {
    flight ??= lock('rungs-refresh', (waited) => bring(expired, waited)).finally(() => {
      flight = null
    })
    return flight
  }
}
