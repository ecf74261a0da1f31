import { connectionError, errorFrom, maintenanceFrom, type Maintenance } from './api-error.ts'
import { backOffMs, wait } from './back-off.ts'

export interface Connection {
  /** A call reached the API and came back. */
  onOnline(): void
  onOffline(): void
  /** Null ends it [4.11]. */
  onMaintenance(said: Maintenance | null): void
}

export interface Request {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  url: string
  /** A file goes as it is, anything else as JSON. */
  body?: unknown
  token?: string | null
  /** Nobody is to be known by it: no cookie goes with it. */
  anonymous?: true
  /** The ETag of what a form was filled from. */
  ifMatch?: string | undefined
  /** What the answer is, when it is not JSON. */
  as?: 'text' | 'blob'
  /** A part of it: first and last byte. */
  range?: readonly [first: number, last: number]
  /** Try again on 502, 503 and 504 [7.1]. */
  retry: boolean
  /** The caller's own id, so that a repeat of a write is known as one. */
  id?: string | undefined
  signal?: AbortSignal | undefined
}

export interface Reply {
  body: unknown
  headers: Headers
}

const GATEWAY = [502, 503, 504]
const OFFLINE = [...GATEWAY, 540]
const MOST_TRIES = 4
/** A network that swallows requests would otherwise hold the queue for ever. */
const LONGEST_MS = 30_000

export interface RequestParts extends Connection {
  /** Locale of the words on the page; null leaves it to the browser. */
  language(): string | null
  fetch: typeof fetch
  random: () => number
  wait: typeof wait
}

/** Headers of every call [7.1]; the caller compares the id with the echoed one. */
export function headersOf(id: string, token: string | null | undefined): Record<string, string> {
  return {
    'Content-Type': 'application/json',
    'X-Request-Id': id,
    ...(token ? { Authorization: `Bearer ${token}` } : {}),
  }
}

/** What the server says in words of its own, such as of maintenance, is in the language of the page. */
function languageHeader(locale: string | null): Record<string, string> {
  return locale === null ? {} : { 'Accept-Language': locale }
}

async function once(parts: RequestParts, request: Request): Promise<Response> {
  const id = request.id ?? crypto.randomUUID()
  const limit = AbortSignal.timeout(LONGEST_MS)
  let response: Response
  try {
    response = await parts.fetch(request.url, {
      method: request.method,
      ...(request.anonymous ? { credentials: 'omit' } : {}),
      headers: {
        ...headersOf(id, request.token),
        ...languageHeader(parts.language()),
        ...(request.body instanceof Blob ? { 'Content-Type': request.body.type } : {}),
        ...(request.range ? { Range: `bytes=${request.range.join('-')}` } : {}),
        ...(request.ifMatch === undefined ? {} : { 'If-Match': `"${request.ifMatch}"` }),
      },
      ...(request.body === undefined
        ? {}
        : { body: request.body instanceof Blob ? request.body : JSON.stringify(request.body) }),
      signal: request.signal ? AbortSignal.any([request.signal, limit]) : limit,
    })
  } catch (error) {
    if (request.signal?.aborted === true) throw error
    parts.onOffline()
    throw connectionError()
  }
  if (OFFLINE.includes(response.status)) {
    parts.onOffline()
    return response
  }
  // a hotel's or a school's sign-in page answers 200 to anything; only the API knows the id
  if (response.headers.get('X-Request-Id') !== id) {
    parts.onOffline()
    throw connectionError()
  }
  parts.onOnline()
  return response
}

async function bodyOf(response: Response, as: Request['as']): Promise<unknown> {
  if (response.status === 204 || response.status === 205) return undefined
  if (as === 'blob') return response.blob()
  const text = await response.text()
  if (as === 'text') return text
  return text === '' ? undefined : JSON.parse(text)
}

/** One call with its tries. Throws ApiError for everything but success; an abort throws as fetch does. */
export async function callApi(parts: RequestParts, request: Request): Promise<Reply> {
  for (let attempt = 0; ; attempt++) {
    const response = await once(parts, request)
    if (request.retry && GATEWAY.includes(response.status) && attempt + 1 < MOST_TRIES) {
      await parts.wait(backOffMs(attempt, parts.random()), request.signal)
      continue
    }
    let body: unknown
    try {
      body = await bodyOf(response, response.ok ? request.as : undefined)
    } catch (error) {
      if (request.signal?.aborted === true) throw error
      if (response.ok) {
        parts.onOffline()
        throw connectionError()
      }
    }
    if (response.ok) {
      parts.onMaintenance(null)
      return { body, headers: response.headers }
    }
    const maintenance = maintenanceFrom(response.status, body)
    if (maintenance) parts.onMaintenance(maintenance)
    throw errorFrom(response.status, body, response.headers.get('Retry-After'))
  }
}
