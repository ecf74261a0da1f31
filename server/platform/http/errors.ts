import type { FastifyError, FastifyInstance } from 'fastify'
import type { Problem } from '#contract/platform/fields.ts'
import type { UndoObstacle } from '#contract/platform/undo.ts'

/**
 * Every error code of the API with its HTTP status and title. `docs/errors.md` explains each code; a test keeps both in
 * step.
 */
export const codes = {
  INVALID_REQUEST: [400, 'The request is not valid'],
  AUTH_INVALID_CREDENTIALS: [401, 'E-mail or password is wrong'],
  AUTH_INVALID_TOKEN: [401, 'Not logged in'],
  TOKEN_EXPIRED: [401, 'The access token has expired'],
  AUTH_USER_NOT_FOUND: [403, 'This user is not there any more'],
  AUTH_USER_DELETED: [403, 'This user is no longer active'],
  AUTH_USER_NOT_VERIFIED: [403, 'This account is not set up yet'],
  AUTH_USER_INSUFFICIENT_PERMISSIONS: [403, 'Not allowed'],
  PROVIDER_OWNS: [403, 'The course provider keeps this'],
  AUTH_CLUB_NOT_FOUND: [403, 'No club for this user'],
  ORG_PORTAL_NO_ACCESS: [403, 'This centre does not qualify'],
  PASSWORD_RESET_REQUIRED: [403, 'The password must be renewed'],
  AUTH_USE_USERNAME: [400, 'This portal logs in by username'],
  FILE_DAMAGED: [400, 'The file is damaged'],
  FILE_EMPTY: [400, 'The file is empty'],
  ERROR_INVALID_EMAIL: [400, 'Not an e-mail address'],
  CSV_UNREADABLE: [400, 'The file cannot be read'],
  CSV_HEADER: [400, 'The file’s head lacks columns'],
  CSV_TOO_LONG: [400, 'The file exceeds a limit'],
  PIN_INCORRECT: [400, 'The PIN is wrong'],
  PIN_LOCKED: [403, 'Too many wrong PINs'],
  LOGIN_STATE_INVALID: [400, 'This login was not begun here'],
  SECOND_FACTOR_WRONG: [400, 'The code is wrong'],
  SECOND_FACTOR_ON: [409, 'Login codes are on'],
  SECOND_FACTOR_REQUIRED: [403, 'Login codes are required'],
  // Not 401, because the session is valid and only the field is wrong.
  PASSWORD_WRONG: [400, 'The password is wrong'],
  PASSWORD_WEAK: [400, 'The password breaks a rule'],
  PASSWORD_COMMON: [400, 'The password is too common'],
  NO_MEMBERSHIP_MATCH: [404, 'No membership match'],
  CONFLICT_EMAIL: [409, 'The e-mail address is in use'],
  CONFLICT_NGO_ID: [409, 'The number is in use'],
  CONFLICT_MEMBER: [409, 'The member is there already'],
  CONFLICT_GUARDIAN: [409, 'The guardian is there already'],
  LINK_INVALID: [404, 'Invalid link'],
  ALREADY_ACTIVATED: [409, 'Account already activated'],
  LINK_EXPIRED: [410, 'Password token expired'],
  EXTERNAL_API_ERROR: [403, 'The provider refused'],
  // Not 502 to 504, because a device takes those as a sign that it is offline.
  EXTERNAL_CONFIG_ERROR: [424, 'The provider is not set up'],
  EXTERNAL_CONNECTION_ERROR: [424, 'The provider cannot be reached'],
  EXTERNAL_HTTP_ERROR: [424, 'The provider answered with an error'],
  NOT_FOUND: [404, 'Not found'],
  UNKNOWN_HOST: [404, 'No portal at this host'],
  METHOD_NOT_ALLOWED: [405, 'Method not allowed'],
  VIDEO_IN_USE: [409, 'Nodes show the video'],
  FILE_IN_USE: [409, 'The file is used'],
  SECTION_IN_USE: [409, 'Nodes use the section'],
  LANGUAGE_LAST: [409, 'One language stays'],
  SCHEME_STATE: [409, 'The scheme’s state does not allow this'],
  NAME_TAKEN: [409, 'The name is in use'],
  EDIT_REFUSED: [409, 'The tree does not allow this'],
  MEMBER_ELSEWHERE: [409, 'The member belongs to other clubs too'],
  MERGE_TOO_MUCH: [409, 'The two records together are more than one holds'],
  IMPORT_STATE: [409, 'The import is not at this step'],
  IMPORT_PROBLEMS: [409, 'Rows are wrong'],
  TASK_STATE: [409, 'The task is not at this step'],
  MEMBER_INACTIVE: [409, 'The member is inactive'],
  CLUB_IN_USE: [409, 'The club has members'],
  GROUP_FULL: [409, 'The group is full'],
  GROUP_ENDED: [409, 'The group is over'],
  GROUP_UNFIT: [409, 'The group is not for this member'],
  TERM_STATE: [409, 'The board cannot do this now'],
  SESSION_TAKEN: [409, 'The group has a session on this day'],
  UNDO_STATE: [409, 'This cannot be undone now'],
  SESSION_STATE: [409, 'The session cannot be taken over now'],
  EDIT_CONFLICT: [412, 'Changed by somebody else meanwhile'],
  FILE_TOO_LARGE: [413, 'The file is too large'],
  PAYLOAD_TOO_LARGE: [413, 'The request is too large'],
  FILE_TYPE: [415, 'No file of this type'],
  UNSUPPORTED_MEDIA_TYPE: [415, 'Send JSON'],
  RANGE_OUTSIDE: [416, 'The file is shorter'],
  TOO_MANY_REQUESTS: [429, 'Too many tries'],
  UNKNOWN_ERROR: [500, 'Unknown error'],
  OVERLOADED: [503, 'Busy, try again'],
  MAINTENANCE: [540, 'Closed for maintenance'],
} as const satisfies Record<string, readonly [number, string]>

export type Code = keyof typeof codes

/** An expected failure of a request. Handlers throw it; `handleErrors` turns it into problem details (RFC 9457). */
export class Refusal extends Error {
  readonly code: Code
  readonly detail: string
  /** The field of the request that is refused, by its path in the body, query or URL. */
  readonly field: string | undefined
  /** The ids that the refusal is about: of nodes, members or groups. */
  readonly ids: string[] | undefined
  /** What stands in the way of an undo. */
  readonly obstacles: UndoObstacle[] | undefined
  /** The header `Retry-After`, in seconds. */
  readonly retryAfter: number | undefined
  constructor(
    code: Code,
    options: {
      detail?: string
      field?: string
      ids?: string[]
      obstacles?: UndoObstacle[]
      retryAfter?: number
      cause?: unknown
    } = {},
  ) {
    super(code, { cause: options.cause })
    this.code = code
    this.detail = options.detail ?? code
    this.field = options.field
    this.ids = options.ids
    this.obstacles = options.obstacles
    this.retryAfter = options.retryAfter
  }
}

/** A refusal with 503. The log tells the operator `why`, a sentence or the error of the database. */
export function overloaded(why: unknown, retryAfter: number): Refusal {
  return new Refusal('OVERLOADED', { retryAfter, cause: typeof why === 'string' ? new Error(why) : why })
}

/** Whether an error only means that the server is overloaded or has no database at the moment. */
export function isOverload(error: unknown): boolean {
  return error instanceof Refusal && error.code === 'OVERLOADED'
}

/** The problem details of a code (RFC 9457). */
export function problem(code: Code, detail: string = code, field?: string): Problem {
  const [status, title] = codes[code]
  return {
    type: `urn:rungs:error:${code}`,
    title,
    status,
    error: code,
    detail,
    ...(field === undefined ? {} : { field }),
  }
}

/** The codes for errors of fastify, by HTTP status. */
const codeByStatus: Record<number, Code> = {
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  429: 'TOO_MANY_REQUESTS',
  503: 'OVERLOADED',
}

/** The path of the field that breaks the schema, such as `email` or `operations/3/stamp`. */
function fieldOf(error: FastifyError): string | undefined {
  const failure = error.validation?.[0]
  if (!failure) return undefined
  // A property that is unknown or missing is named by a parameter of the failure, whose name depends on the validator.
  const { additionalProperties, additionalProperty, requiredProperties, missingProperty } = failure.params
  const property = [additionalProperties ?? additionalProperty, requiredProperties ?? missingProperty]
    .flat()
    .find((name): name is string => typeof name === 'string')
  const path = [...failure.instancePath.split('/').filter(Boolean), ...(property === undefined ? [] : [property])]
  // An empty path means that the whole body, query or header set is wrong.
  return path.join('/') || error.validationContext
}

/** Turns every error of a handler into an answer with problem details (RFC 9457). */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError | Refusal, request, reply) => {
    if (error instanceof Refusal) {
      // The cause is usually an error of another system. Only its message is logged, because the rest may hold personal
      // data.
      if (error.cause instanceof Error) request.log.warn({ code: error.code, why: error.cause.message }, 'refused')
      if (error.retryAfter !== undefined) reply.header('retry-after', error.retryAfter)
      const { code, detail, field, ids, obstacles } = error
      return send({ ...problem(code, detail, field), ...(ids && { ids }), ...(obstacles && { obstacles }) })
    }
    if (error.validation) {
      const field = fieldOf(error)
      const message = error.validation[0]?.message ?? 'is not valid'
      return send(problem('INVALID_REQUEST', `${field ?? error.validationContext ?? 'request'}: ${message}`, field))
    }
    const status = error.statusCode ?? 500
    if (status < 500 || status === 503) return send(problem(codeByStatus[status] ?? 'INVALID_REQUEST', error.message))
    request.log.error({ err: error }, 'unexpected')
    return send(problem('UNKNOWN_ERROR'))

    function send(body: Problem) {
      return reply.code(body.status).type('application/problem+json').send(body)
    }
  })
  app.setNotFoundHandler((_request, reply) =>
    reply.code(404).type('application/problem+json').send(problem('NOT_FOUND')),
  )
}
