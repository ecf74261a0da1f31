import type { TFunction } from 'i18next'
import { ApiError, isUnanswered } from '#web/api/api-error.ts'

/** The codes that have a text of their own below `login.error` [8.6]; the server sends them, but for `ERROR_FETCH`. */
export const codesWithWords = [
  'EXTERNAL_API_ERROR',
  'ERROR_FETCH',
  'ERROR_INVALID_EMAIL',
  'AUTH_USER_NOT_FOUND',
  'AUTH_USER_INSUFFICIENT_PERMISSIONS',
  'AUTH_USER_DELETED',
  'AUTH_CLUB_NOT_FOUND',
  'AUTH_USER_NOT_VERIFIED',
  'AUTH_INVALID_CREDENTIALS',
  'AUTH_INVALID_TOKEN',
  'AUTH_USE_USERNAME',
  'EXTERNAL_CONNECTION_ERROR',
  'EXTERNAL_CONFIG_ERROR',
  'EXTERNAL_HTTP_ERROR',
  'PASSWORD_RESET_REQUIRED',
  'LOGIN_STATE_INVALID',
  'PIN_INCORRECT',
  'PIN_LOCKED',
  'SECOND_FACTOR_WRONG',
  'PASSWORD_WEAK',
  'PASSWORD_COMMON',
  'LINK_INVALID',
  'LINK_EXPIRED',
  'ALREADY_ACTIVATED',
  'ORG_PORTAL_NO_ACCESS',
  'TOO_MANY_REQUESTS',
  'OVERLOADED',
] as const

/** The seconds that a text names when the server does not say after how many it accepts another try. */
const DEFAULT_WAIT_SECONDS = 60

/** What to show when a call of a login page was refused. */
export interface LoginProblem {
  /** A key below `login.error`. */
  code: (typeof codesWithWords)[number] | 'unknown'
  /** The field at which the message is shown; null shows it above the form. */
  field: 'name' | 'password' | null
  detail: string
  /** After how many seconds the server accepts another try (`Retry-After`); undefined if it does not say so. */
  seconds: number | undefined
}

/** The message for a refused call, and the field at which it is shown [5.3]. */
export function loginProblem(error: unknown): LoginProblem {
  if (!(error instanceof ApiError)) return { code: 'unknown', field: null, detail: String(error), seconds: undefined }
  // `detail` may list the refused fields, such as `email,password`
  const detailCode = /(^|,)e-?mail(,|$)/i.test(error.detail) ? 'ERROR_INVALID_EMAIL' : error.detail
  const code =
    codesWithWords.find((each) => each === detailCode) ??
    codesWithWords.find((each) => each === error.error) ??
    (isUnanswered(error) ? 'ERROR_FETCH' : 'unknown')
  const isAboutName =
    error.field === 'email' ||
    error.field === 'username' ||
    code === 'ERROR_INVALID_EMAIL' ||
    code === 'AUTH_USE_USERNAME'
  const field = isAboutName
    ? 'name'
    : code === 'AUTH_INVALID_CREDENTIALS' || error.field === 'password'
      ? 'password'
      : null
  return { code, field, detail: error.detail, seconds: error.retryAfter }
}

/**
 * The text of a problem. On a page that is not about a login, `unknownText` is the key of the text for what has none
 * of its own.
 */
export function loginProblemText(
  t: TFunction,
  { code, detail, seconds }: Pick<LoginProblem, 'code'> & Partial<LoginProblem>,
  unknownText = 'login.error.unknown',
): string {
  const key = code === 'unknown' ? unknownText : `login.error.${code}`
  return t(key, { detail, count: seconds ?? DEFAULT_WAIT_SECONDS })
}
