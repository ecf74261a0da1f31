import {
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'openid-client'
import { Refusal, type Code } from '#server/platform/http/errors.ts'

/** RFC 6749 and OpenID Connect: the provider, or the person there, said no. */
const refused = [
  'access_denied',
  'invalid_grant',
  'login_required',
  'interaction_required',
  'consent_required',
  'account_selection_required',
]
const broken = ['server_error', 'temporarily_unavailable']
/** Found in the provider's description of itself: the address is another's, or it cannot what is asked of it. */
const misdescribed = [
  'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
  'OAUTH_INVALID_SERVER_METADATA',
  'OAUTH_MISSING_SERVER_METADATA',
  'OAUTH_HTTP_REQUEST_FORBIDDEN',
  'OAUTH_REQUEST_PROTOCOL_FORBIDDEN',
]

/** Which of [8.6] a failure of the provider is. What is no such failure goes on as it is. */
export function providerRefusal(error: unknown): unknown {
  if (error instanceof Refusal) return error
  if (error instanceof AuthorizationResponseError) return new Refusal(codeOf(error.error), { cause: error })
  if (error instanceof ResponseBodyError)
    return new Refusal(error.status >= 500 ? 'EXTERNAL_HTTP_ERROR' : codeOf(error.error), { cause: error })
  if (error instanceof WWWAuthenticateChallengeError) return new Refusal('EXTERNAL_CONFIG_ERROR', { cause: error })
  if (!(error instanceof ClientError)) return error
  // a refusal of the way out, wrapped by the library
  if (error.cause instanceof Refusal) return error.cause
  return new Refusal(codeOfClient(error.code ?? ''), { cause: error })
}

function codeOf(oauthError: string): Code {
  if (refused.includes(oauthError)) return 'EXTERNAL_API_ERROR'
  return broken.includes(oauthError) ? 'EXTERNAL_HTTP_ERROR' : 'EXTERNAL_CONFIG_ERROR'
}

function codeOfClient(code: string): Code {
  if (code === 'OAUTH_TIMEOUT' || code === 'OAUTH_ABORT') return 'EXTERNAL_CONNECTION_ERROR'
  return misdescribed.includes(code) ? 'EXTERNAL_CONFIG_ERROR' : 'EXTERNAL_HTTP_ERROR'
}
