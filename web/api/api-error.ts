import type { Client } from '#contract/tenants/client.ts'

/** A call that was not answered with success. `status` 0: nobody who is the API answered [8.1]. */
export class ApiError extends Error {
  readonly status: number
  readonly error: string
  readonly detail: string
  readonly field: string | undefined
  /** What it is about where that is more than one thing: node ids of a refused edit. */
  readonly ids: readonly string[]
  /** Seconds to wait, where the server said so. */
  readonly retryAfter: number | undefined

  constructor(said: {
    status: number
    error: string
    detail: string
    field?: string | undefined
    ids?: readonly string[]
    retryAfter?: number | undefined
  }) {
    super(`${said.status} ${said.error}: ${said.detail}`)
    this.name = 'ApiError'
    this.status = said.status
    this.error = said.error
    this.detail = said.detail
    this.field = said.field
    this.ids = said.ids ?? []
    this.retryAfter = said.retryAfter
  }
}

/** The API says that it is not there; a foreign thing is answered the same. */
export function isMissing(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status === 404
}

export function connectionError(): ApiError {
  return new ApiError({ status: 0, error: 'Connection Error', detail: 'ERROR_FETCH' })
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Reads problem details; what is not one becomes [8.1]'s unknown error. An object in `detail` is kept as its keys, for [5.3]. */
export function errorFrom(status: number, body: unknown, retryAfter: string | null): ApiError {
  const said = isRecord(body) ? body : {}
  const text = (value: unknown, otherwise: string) => (typeof value === 'string' && value !== '' ? value : otherwise)
  const seconds = Number(retryAfter)
  return new ApiError({
    status,
    error: text(said['error'], 'Unknown Error'),
    detail: isRecord(said['detail']) ? Object.keys(said['detail']).join(',') : text(said['detail'], 'UNKNOWN_ERROR'),
    field: typeof said['field'] === 'string' ? said['field'] : undefined,
    ids: Array.isArray(said['ids']) ? said['ids'].filter((id) => typeof id === 'string') : [],
    retryAfter: retryAfter !== null && Number.isFinite(seconds) ? seconds : undefined,
  })
}

/** What a 540 says [8.4]; null when it is not about maintenance. */
export function maintenanceFrom(status: number, body: unknown): Maintenance | null {
  if (status !== 540 || !isRecord(body) || !body['maintenance_mode']) return null
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)
  const client = isRecord(body['client']) ? { client: body['client'] as Client } : {}
  return { title: text(body['title']), description: text(body['description']), ...client }
}

/** The server's words for its maintenance page, where it has any. */
export interface Maintenance {
  title: string | null
  description: string | null
  /** Whose portal it is. */
  client?: Client
}
