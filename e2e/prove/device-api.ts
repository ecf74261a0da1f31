import { request } from 'node:http'
import type { LoginReply } from '#contract/identity/auth.ts'
import type { ChangesReply, PushBody, PushReply } from '#contract/assessment/sync.ts'
import { callApi } from '#web/api/request.ts'
import type { SyncApi } from '#web/offline/sync-loop.ts'
import { isUnanswered } from '#web/api/api-error.ts'
import { CLIENT, COACH, PASSWORD } from './proof-club.ts'

const HOST = `coach.${CLIENT}.localhost`
const REQUEST_TIMEOUT_MS = 20_000
/** A token is renewed after this time, well before it expires. */
const TOKEN_RENEWAL_MS = 10 * 60_000

/**
 * `fetch` for the portal's host at a local port, because Node does not resolve `*.localhost`. Each call has a
 * connection of its own.
 */
function fetchAt(port: number): typeof fetch {
  return (input, init) =>
    new Promise<Response>((done, fail) => {
      const body = typeof init?.body === 'string' ? init.body : undefined
      const headers = Object.fromEntries(new Headers(init?.headers))
      const sent = request(
        {
          host: '127.0.0.1',
          port,
          path: input instanceof Request ? input.url : input.toString(),
          method: init?.method ?? 'GET',
          agent: false,
          timeout: REQUEST_TIMEOUT_MS,
          headers: {
            ...headers,
            host: HOST,
            ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }),
          },
        },
        (reply) => {
          const chunks: Buffer[] = []
          reply.on('data', (chunk: Buffer) => chunks.push(chunk))
          reply.on('error', fail)
          reply.on('end', () => {
            const replyHeaders = new Headers()
            for (const [name, value] of Object.entries(reply.headers)) replyHeaders.set(name, String(value))
            const status = reply.statusCode ?? 0
            done(new Response(Buffer.concat(chunks).toString(), { status, headers: replyHeaders }))
          })
        },
      )
      sent.on('timeout', () => sent.destroy(new Error('no answer')))
      sent.on('error', fail)
      sent.end(body)
    })
}

/**
 * Calls the API over a real socket with the device's own code, which recognises captive portals and reads error codes.
 * It does not retry; the caller does.
 */
async function callAt<T>(
  port: number,
  method: 'GET' | 'POST',
  url: string,
  token: string | null,
  body?: unknown,
): Promise<T> {
  const dependencies = {
    fetch: fetchAt(port),
    random: Math.random,
    wait: () => Promise.resolve(),
    onOnline: () => {},
    onOffline: () => {},
    language: () => null,
    onMaintenance: () => {},
  }
  const reply = await callApi(dependencies, {
    method,
    url,
    token,
    retry: false,
    ...(body === undefined ? {} : { body }),
  })
  return reply.body as T
}

/** The access token of the coach, renewed before it expires; all tablets of a proof share it. */
export class CoachLogin {
  readonly #port: number
  #token: Promise<string> | null = null
  /** When the token was requested. */
  #requestedAt = 0

  constructor(port: number) {
    this.#port = port
  }

  token(): Promise<string> {
    if (this.#token && Date.now() - this.#requestedAt < TOKEN_RENEWAL_MS) return this.#token
    this.#requestedAt = Date.now()
    const login = callAt<LoginReply>(this.#port, 'POST', '/v1/auth/login', null, {
      client_id: CLIENT,
      type: 'coach',
      email: COACH,
      password: PASSWORD,
    }).then((reply) => reply.token)
    // after a failed login the next call tries again
    login.catch(() => (this.#token = null))
    this.#token = login
    return login
  }
}

/** A call that no answer came to is made so many times; each may wait for 20 s. */
const MAX_CALLS = 10

/** The same API, which calls again where no answer came or the server was too busy, as tablets do. */
export function callingAgain(api: SyncApi): SyncApi {
  const again = async <T>(call: () => Promise<T>): Promise<T> => {
    for (let calls = 1; ; calls++) {
      try {
        return await call()
      } catch (error) {
        if (!isUnanswered(error) || calls === MAX_CALLS) throw error
        await new Promise((done) => setTimeout(done, 500))
      }
    }
  }
  return { push: (body) => again(() => api.push(body)), changes: (query) => again(() => api.changes(query)) }
}

/** The sync API of a server at a local port. */
export function syncApiAt(port: number, login: CoachLogin): SyncApi {
  return {
    push: async (body: PushBody) => callAt<PushReply>(port, 'POST', '/v1/sync/push', await login.token(), body),
    changes: async ({ cursor, club_id }) =>
      callAt<ChangesReply>(
        port,
        'GET',
        `/v1/sync/changes?club_id=${club_id}&cursor=${encodeURIComponent(cursor)}`,
        await login.token(),
      ),
  }
}
