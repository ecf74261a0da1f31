import { ApiError } from './api-error.ts'
import { wait } from './back-off.ts'
import { callApi, type Connection, type Reply, type Request, type RequestDeps } from './request.ts'
import type { BodyOf, Method, PathTo, QueryOf, ReadArgs, ReplyOf, WriteArgs, WriteMethod } from './route-types.ts'
import { createRefresh, tabLock, type Lock, type TokenStore } from './token-refresh.ts'

export interface ApiOptions extends Connection {
  /** The path of the API, such as `/v1`. */
  base: string
  tokens: TokenStore
  /** The locale of the page's texts. */
  language?: () => string | null
  /** Called when the session is over; no retry can succeed then [8.2]. */
  onInvalidToken(): void
  /** Whether this page shows another club than the session is at now, so that no call of it would mean that club. */
  isOfOtherClub?: () => boolean
  fetch?: typeof fetch
  lock?: Lock
  random?: () => number
  wait?: typeof wait
}

/** What a call sends besides its method and path. */
interface Sent<M extends Method, Path extends string> extends Omit<Request, 'method' | 'url'> {
  query?: QueryOf<M, Path>
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

  // Here and in `asUser` a reply gets the type of its route. It is not validated, because the server makes it by the
  // same schema.
  /** A call without the user's token: before login, and for logging in. */
  const asNobody = async <M extends Method, Path extends string>(
    method: M,
    path: PathTo<M, Path>,
    { query, ...request }: Sent<M, Path>,
  ): Promise<ReplyOf<M, Path>> =>
    (await call({ method, url: base + withQuery(path, query), ...request })).body as ReplyOf<M, Path>

  const refresh = createRefresh(
    tokens,
    (refresh_token) => asNobody('POST', '/auth/refresh', { body: { refresh_token, rotate: true }, retry: true }),
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
  async function asUserWith<T>(send: (token: string) => Promise<T>): Promise<T> {
    const work = (usedToken: string) => {
      // here, because the refresh of an expired token may be what finds the session at another club
      if (options.isOfOtherClub?.() === true)
        throw new ApiError({ status: 409, error: 'CLUB_CHANGED', detail: 'CLUB_CHANGED' })
      return send(usedToken)
    }
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

  /** A call with the user's token. */
  const asUser = async <M extends Method, Path extends string>(
    method: M,
    path: PathTo<M, Path>,
    { query, ...request }: Sent<M, Path>,
  ): Promise<ReplyOf<M, Path>> =>
    (await replyAsUser({ method, url: base + withQuery(path, query), ...request })).body as ReplyOf<M, Path>

  /** A read, which is tried again. */
  const get = <Path extends string>(path: PathTo<'GET', Path>, ...[options]: ReadArgs<Path>) =>
    asUser('GET', path, { ...options, retry: true })
  /** A write. `ifMatch` is the ETag of the data that the form was filled from. */
  const write = <M extends WriteMethod, Path extends string>(
    method: M,
    path: PathTo<M, Path>,
    ...[body, ifMatch]: WriteArgs<M, Path>
  ) => asUser(method, path, { body, ifMatch, retry: false })
  const postPublic = <Path extends string>(path: PathTo<'POST', Path>, body: BodyOf<'POST', Path>) =>
    asNobody('POST', path, { body, retry: false })
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
    asNobody,
    get,
    write,
    postPublic,
  }
}

type QueryValue = string | number | readonly string[] | undefined

/** Appends the query to the path, without undefined values; an array becomes one parameter for each of its items. */
export function withQuery(path: string, query: object = {}): string {
  const values: [string, QueryValue][] = Object.entries(query)
  const parameters = new URLSearchParams()
  for (const [name, value] of values)
    for (const item of [value].flat()) if (item !== undefined) parameters.append(name, String(item))
  const text = parameters.toString()
  return text === '' ? path : `${path}?${text}`
}
