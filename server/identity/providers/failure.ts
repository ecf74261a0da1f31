import {
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'openid-client'
import { Refusal, type Code } from '#server/platform/http/errors.ts'

/** Error codes of RFC 6749 and OpenID Connect by which the provider, or the person at it, refuses the login. */
const refusalErrors = [
  'access_denied',
  'invalid_grant',
  'login_required',
  'interaction_required',
  'consent_required',
  'account_selection_required',
]
/** Error codes by which the provider reports a failure of its own. */
const failureErrors = ['server_error', 'temporarily_unavailable']
/** The client library's codes for faulty metadata: it belongs to another issuer, or the provider lacks what we need. */
const metadataErrors = [
  'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
  'OAUTH_INVALID_SERVER_METADATA',
  'OAUTH_MISSING_SERVER_METADATA',
  'OAUTH_HTTP_REQUEST_FORBIDDEN',
  'OAUTH_REQUEST_PROTOCOL_FORBIDDEN',
]

/**
 * Translates an error of a login or roster request into one of the refusals that statement 8.6 of the specification
 * lists; other errors are returned unchanged.
 */
export function providerRefusal(error: unknown): unknown {
  if (error instanceof Refusal) return error
  if (error instanceof AuthorizationResponseError) return new Refusal(codeOfOauthError(error.error), { cause: error })
  if (error instanceof ResponseBodyError)
    return new Refusal(error.status >= 500 ? 'EXTERNAL_HTTP_ERROR' : codeOfOauthError(error.error), { cause: error })
  if (error instanceof WWWAuthenticateChallengeError) return new Refusal('EXTERNAL_CONFIG_ERROR', { cause: error })
  if (!(error instanceof ClientError)) return error
  // The library has wrapped a refusal of `outbound`.
  if (error.cause instanceof Refusal) return error.cause
  return new Refusal(codeOfClientError(error.code ?? ''), { cause: error })
}

function codeOfOauthError(oauthError: string): Code {
  if (refusalErrors.includes(oauthError)) return 'EXTERNAL_API_ERROR'
  return failureErrors.includes(oauthError) ? 'EXTERNAL_HTTP_ERROR' : 'EXTERNAL_CONFIG_ERROR'
}

function codeOfClientError(code: string): Code {
  if (code === 'OAUTH_TIMEOUT' || code === 'OAUTH_ABORT') return 'EXTERNAL_CONNECTION_ERROR'
  return metadataErrors.includes(code) ? 'EXTERNAL_CONFIG_ERROR' : 'EXTERNAL_HTTP_ERROR'
}
