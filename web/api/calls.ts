import type { RefreshReply } from '#contract/identity/auth.ts'
import { ApiError } from './api-error.ts'
import { wait } from './back-off.ts'
import { callApi, type Connection, type Reply, type Request, type RequestDeps } from './request.ts'
import { createRefresh, tabLock, type Lock, type TokenStore } from './token-refresh.ts'

export interface ApiOptions extends Connection {
  /** The path of the API, such as `/v1`. */
  base: string
  tokens: TokenStore
  /** The locale of the page's texts. */
  language?: () => string | null
  /** Called when the session is over; no retry can succeed then [8.2]. */
  onInvalidToken(): void
  fetch?: typeof fetch
  lock?: Lock
  random?: () => number
  wait?: typeof wait
}

export type Calls = ReturnType<typeof createCalls>

/**
 * The kinds of calls of which the API client is made: with or without the user's token, which is refreshed when it has
 * expired.
 */
export function createCalls(options: ApiOptions) {
  const { base, tokens } = options
  const deps: RequestDeps = {
    fetch: options.fetch ?? ((input, init) => fetch(input, init)),
    random: options.random ?? Math.random,
    wait: options.wait ?? wait,
    language: options.language ?? (() => null),
    onOnline: options.onOnline,
    onOffline: options.onOffline,
    onMaintenance: options.onMaintenance,
  }
  let apiVersion: string | null = null

  async function call(request: Request): Promise<Reply> {
    const reply = await callApi(deps, request)
    apiVersion = reply.headers.get('X-API-Version') ?? apiVersion
    return reply
  }

  const refresh = createRefresh(
    tokens,
    async (refresh_token) => {
      const { body } = await call({
        method: 'POST',
        url: `${base}/auth/refresh`,
        body: { refresh_token, rotate: true },
        retry: true,
      })
      return body as RefreshReply
    },
    options.lock ?? tabLock(),
  )

  /** A fresh access token in place of the `expired` one; ends the session when the server gives none. */
  async function refreshAccess(expired: string | null): Promise<string> {
    const token = await refresh(expired)
    if (token !== null) return token
    options.onInvalidToken()
    throw new ApiError({ status: 401, error: 'AUTH_INVALID_TOKEN', detail: 'AUTH_INVALID_TOKEN' })
  }

  /** A call with the user's token. When that has expired, it is refreshed once and the call repeated once [4.1]. */
  async function asUserWith<T>(work: (token: string) => Promise<T>): Promise<T> {
    const token = tokens.access() ?? (await refreshAccess(/* expired */ null))
    try {
      return await work(token)
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) throw error
      if (error.error !== 'TOKEN_EXPIRED') {
        options.onInvalidToken()
        throw error
      }
      const fresh = await refreshAccess(token)
      return await work(fresh)
    }
  }

  const replyAsUser = (request: Omit<Request, 'token'>): Promise<Reply> =>
    asUserWith((token) => call({ ...request, token }))

  async function asUser<T>(request: Omit<Request, 'token'>): Promise<T> {
    return (await replyAsUser(request)).body as T
  }

  // With the user's token. Only `get` is tried again; `change` cannot be aborted.
  const get = <T>(path: string, signal?: AbortSignal) =>
    asUser<T>({ method: 'GET', url: base + path, retry: true, signal })
  const post = <T>(path: string, body: unknown, signal?: AbortSignal) =>
    asUser<T>({ method: 'POST', url: base + path, body, retry: false, signal })
  const change = <T>(method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown) =>
    asUser<T>({ method, url: base + path, body, retry: false })
  // Without a token: before login, and for logging in.
  const getPublic = async <T>(path: string, { retry }: { retry: boolean }) =>
    (await call({ method: 'GET', url: base + path, retry })).body as T
  const postPublic = async <T>(path: string, body: unknown) =>
    (await call({ method: 'POST', url: base + path, body, retry: false })).body as T
  return {
    apiVersion: () => apiVersion,
    base,
    deps,
    tokens,
    refreshAccess,
    call,
    asUserWith,
    replyAsUser,
    asUser,
    get,
    post,
    change,
    getPublic,
    postPublic,
  }
}

/** Appends the query to the path, without undefined values. */
export function withQuery(path: string, query: Record<string, string | undefined>): string {
  const pairs = Object.entries(query).flatMap(([key, value]): [string, string][] =>
    value === undefined ? [] : [[key, value]],
  )
  return pairs.length === 0 ? path : `${path}?${new URLSearchParams(pairs)}`
}
