import {
  connectionError,
  errorFrom,
  GATEWAY_STATUS,
  maintenanceFrom,
  OFFLINE_STATUS,
  type Maintenance,
} from './api-error.ts'
import { backOffMs, wait } from './back-off.ts'

/** Callbacks that report whether the API can be reached. */
export interface Connection {
  /** The API has answered. */
  onOnline(): void
  onOffline(): void
  /** Called with null at every successful answer, so that the end of maintenance is noticed [4.11]. */
  onMaintenance(notice: Maintenance | null): void
}

export interface Request {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  url: string
  /** A Blob is sent as it is, anything else as JSON. */
  body?: unknown
  token?: string | null
  /** Sent without cookies, so that the user cannot be recognised. */
  anonymous?: true
  /** The ETag of the data that the form was filled from. */
  ifMatch?: string | undefined
  /** How to read an answer that is not JSON. */
  as?: 'text' | 'blob'
  /** Hears how many bytes of a large file have arrived. Its time is not limited, because they keep arriving. */
  onBytes?: (bytes: number) => void
  /** Asks only for these bytes, the first and the last. */
  range?: readonly [first: number, last: number]
  /** Whether to retry after 502, 503 and 504 [7.1]. */
  retry: boolean
  /** An id of the caller's own, by which the server recognises a repeated write. */
  id?: string | undefined
  signal?: AbortSignal | undefined
}

export interface Reply {
  body: unknown
  headers: Headers
}

const MAX_TRIES = 4
/** A network that never answers would otherwise block the outbox for ever. */
const TIMEOUT_MS = 30_000

/** What a request needs besides itself; tests replace it. */
export interface RequestDeps extends Connection {
  /** The locale of the page's texts; null leaves the choice to the browser. */
  language(): string | null
  fetch: typeof fetch
  random: () => number
  wait: typeof wait
}

/** The headers of every call [7.1]. The caller compares the id with the one in the answer. */
export function headersOf(id: string, token: string | null | undefined): Record<string, string> {
  return {
    'Content-Type': 'application/json',
    'X-Request-Id': id,
    ...(token ? { Authorization: `Bearer ${token}` } : {}),
  }
}

/** Asks for the page's language in texts that the server writes, such as those about maintenance. */
function languageHeader(locale: string | null): Record<string, string> {
  return locale === null ? {} : { 'Accept-Language': locale }
}

/** One try. Throws when the API did not answer, or when the caller aborted. */
async function tryOnce(deps: RequestDeps, request: Request): Promise<Response> {
  const id = request.id ?? crypto.randomUUID()
  const signals = [
    ...(request.signal ? [request.signal] : []),
    ...(request.onBytes ? [] : [AbortSignal.timeout(TIMEOUT_MS)]),
  ]
  const { body } = request
  const isBlob = body instanceof Blob
  let response: Response
  try {
    response = await deps.fetch(request.url, {
      method: request.method,
      ...(request.anonymous ? { credentials: 'omit' } : {}),
      headers: {
        ...headersOf(id, request.token),
        ...languageHeader(deps.language()),
        ...(isBlob ? { 'Content-Type': body.type } : {}),
        ...(request.range ? { Range: `bytes=${request.range.join('-')}` } : {}),
        ...(request.ifMatch === undefined ? {} : { 'If-Match': `"${request.ifMatch}"` }),
      },
      ...(body === undefined ? {} : { body: isBlob ? body : JSON.stringify(body) }),
      signal: AbortSignal.any(signals),
    })
  } catch (error) {
    if (request.signal?.aborted === true) throw error
    deps.onOffline()
    throw connectionError()
  }
  if (OFFLINE_STATUS.includes(response.status)) {
    deps.onOffline()
    return response
  }
  // the sign-in page of a hotel's or school's network answers 200 to every request; only the API echoes the id
  if (response.headers.get('X-Request-Id') !== id) {
    deps.onOffline()
    throw connectionError()
  }
  deps.onOnline()
  return response
}

/** Reads a file in the parts in which it arrives. */
async function readParts(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  onBytes: (bytes: number) => void,
): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  const reader = body.getReader()
  let bytes = 0
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value)
    bytes += part.value.length
    onBytes(bytes)
  }
  return new Blob(parts)
}

async function readBody(response: Response, { as, onBytes }: Pick<Request, 'as' | 'onBytes'>): Promise<unknown> {
  if (response.status === 204 || response.status === 205) return undefined
  if (as === 'blob' && onBytes && response.body) return readParts(response.body, onBytes)
  if (as === 'blob') return response.blob()
  const text = await response.text()
  if (as === 'text') return text
  return text === '' ? undefined : JSON.parse(text)
}

/** One call with its retries. Throws ApiError unless it succeeds; an abort throws as it does in `fetch`. */
export async function callApi(deps: RequestDeps, request: Request): Promise<Reply> {
  for (let attempt = 0; ; attempt++) {
    const response = await tryOnce(deps, request)
    if (request.retry && GATEWAY_STATUS.includes(response.status) && attempt + 1 < MAX_TRIES) {
      await deps.wait(backOffMs(attempt, deps.random()), request.signal)
      continue
    }
    let body: unknown
    try {
      body = await readBody(response, response.ok ? request : {})
    } catch (error) {
      if (request.signal?.aborted === true) throw error
      // the connection broke within the body; an error answer without readable body still has its status
      if (response.ok) {
        deps.onOffline()
        throw connectionError()
      }
    }
    if (response.ok) {
      deps.onMaintenance(null)
      return { body, headers: response.headers }
    }
    const maintenance = maintenanceFrom(response.status, body)
    if (maintenance) deps.onMaintenance(maintenance)
    throw errorFrom(response.status, body, response.headers.get('Retry-After'))
  }
}
