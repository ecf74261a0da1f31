import type { UndoObstacle } from '#contract/platform/undo.ts'
import type { Client } from '#contract/tenants/client.ts'

/** A call that failed or was refused. `status` is 0 when the API did not answer at all [8.1]. */
export class ApiError extends Error {
  readonly status: number
  /** The error code (docs/errors.md), `Connection Error` without an answer, or `Unknown Error` without a code. */
  readonly error: string
  /** A more exact code, or which values are at fault. */
  readonly detail: string
  /** The input that is at fault; undefined where the refusal names none. */
  readonly field: string | undefined
  /** The ids that the refusal names, such as the node ids of a refused edit. */
  readonly ids: readonly string[]
  /** What stands in the way of an undo; empty for any other refusal. */
  readonly obstacles: readonly UndoObstacle[]
  /** Seconds to wait, where the server asks for that. */
  readonly retryAfter: number | undefined

  constructor(problem: {
    status: number
    error: string
    detail: string
    field?: string | undefined
    ids?: readonly string[]
    obstacles?: readonly UndoObstacle[]
    retryAfter?: number | undefined
  }) {
    super(`${problem.status} ${problem.error}: ${problem.detail}`)
    this.name = 'ApiError'
    this.status = problem.status
    this.error = problem.error
    this.detail = problem.detail
    this.field = problem.field
    this.ids = problem.ids ?? []
    this.obstacles = problem.obstacles ?? []
    this.retryAfter = problem.retryAfter
  }
}

/** Nothing exists under the requested id, or it belongs to another tenant, which the API answers in the same way. */
export function isMissing(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status === 404
}

/** What a proxy answers that did not reach the server; the server itself answers 503 where it is too busy. */
export const GATEWAY_STATUS: readonly number[] = [502, 503, 504]
/** The statuses with which a device is offline [8.5]; the server answers 540 in maintenance. */
export const OFFLINE_STATUS: readonly number[] = [...GATEWAY_STATUS, 540]

/**
 * Whether a call failed because the server could not be reached, or is in maintenance, and not because of what was
 * asked.
 */
export function isUnanswered(error: unknown): boolean {
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined
  // 0: no reply came
  return status === 0 || (typeof status === 'number' && OFFLINE_STATUS.includes(status))
}

export function connectionError(): ApiError {
  return new ApiError({ status: 0, error: 'Connection Error', detail: 'ERROR_FETCH' })
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * Reads problem details (RFC 9457); any other body becomes the unknown error of [8.1]. Where `detail` is an object, its
 * keys are kept as a text, because they name the invalid fields [5.3].
 */
export function errorFrom(status: number, body: unknown = null, retryAfter: string | null = null): ApiError {
  const problem = isRecord(body) ? body : {}
  const text = (value: unknown, fallback: string) => (typeof value === 'string' && value !== '' ? value : fallback)
  const seconds = Number(retryAfter)
  return new ApiError({
    status,
    error: text(problem['error'], 'Unknown Error'),
    detail: isRecord(problem['detail'])
      ? Object.keys(problem['detail']).join(',')
      : text(problem['detail'], 'UNKNOWN_ERROR'),
    field: typeof problem['field'] === 'string' ? problem['field'] : undefined,
    ids: Array.isArray(problem['ids']) ? problem['ids'].filter((id) => typeof id === 'string') : [],
    obstacles: Array.isArray(problem['obstacles']) ? (problem['obstacles'] as UndoObstacle[]) : [],
    retryAfter: retryAfter !== null && Number.isFinite(seconds) ? seconds : undefined,
  })
}

/** The maintenance that an answer of status 540 reports [8.4]; null for any other answer. */
export function maintenanceFrom(status: number, body: unknown): Maintenance | null {
  if (status !== 540 || !isRecord(body) || !body['maintenance_mode']) return null
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)
  const client = isRecord(body['client']) ? { client: body['client'] as Client } : {}
  return { title: text(body['title']), description: text(body['description']), ...client }
}

/** What the server wants the maintenance page to say; null where it says nothing. */
export interface Maintenance {
  title: string | null
  description: string | null
  /** The tenant of the portal. */
  client?: Client
}
