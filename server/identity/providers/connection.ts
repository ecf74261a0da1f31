import * as oauth from 'openid-client'
import { Refusal } from '#server/platform/http/errors.ts'
import type { Outbound } from './outbound.ts'
import type { PendingLogin, ProviderSettings } from './provider.ts'

/** For this long a provider's metadata (its discovery document and keys) is cached. */
const CACHE_MS = 10 * 60_000
const TIMEOUT_SECONDS = 10

/** Opens a connection to a provider, or returns the cached one. */
export type Connect = (settings: ProviderSettings, algorithm: 'oidc' | 'oauth2') => Promise<oauth.Configuration>

/**
 * Creates the function that connects to providers. A connection holds the provider's metadata and is cached for a
 * while.
 */
export function createConnect(outbound: Outbound, isDemo: boolean, now: () => number): Connect {
  const cache = new Map<string, { connection: Promise<oauth.Configuration>; until: number }>()
  const fetch: oauth.CustomFetch = (url, { method, headers, body, signal }) =>
    outbound(url, {
      method,
      headers,
      // The library sends only forms.
      body: body instanceof URLSearchParams ? body.toString() : typeof body === 'string' ? body : undefined,
      signal,
    })
  return (settings, algorithm) => {
    const key = JSON.stringify([algorithm, settings])
    const cached = cache.get(key)
    if (cached && cached.until > now()) return cached.connection
    const connection = oauth.discovery(
      new URL(settings.issuer),
      settings.oauthClientId,
      /* further client metadata */ {},
      oauth.ClientSecretBasic(settings.oauthClientSecret),
      {
        algorithm,
        timeout: TIMEOUT_SECONDS,
        [oauth.customFetch]: fetch,
        // Signatures are checked although TLS already authenticates the provider. Plain http is allowed here for the
        // demo; `outbound` limits it to hosts of this machine.
        execute: [oauth.enableNonRepudiationChecks, ...(isDemo ? [oauth.allowInsecureRequests] : [])],
      },
    )
    cache.set(key, { connection, until: now() + CACHE_MS })
    connection.catch(() => cache.delete(key))
    return connection
  }
}

/**
 * The URL at which a login begins, for the code flow with PKCE. `prompt=login` makes the provider ask for the password
 * even within an open session, because others use the same tablet.
 */
export async function authorizationUrl(
  connection: oauth.Configuration,
  scope: string,
  login: PendingLogin,
): Promise<URL> {
  const url = oauth.buildAuthorizationUrl(connection, {
    redirect_uri: login.redirectUri,
    scope,
    prompt: 'login',
    state: login.state,
    code_challenge: await oauth.calculatePKCECodeChallenge(login.verifier),
    code_challenge_method: 'S256',
    // Only OpenID Connect returns the nonce, in its ID token.
    ...(scope.split(' ').includes('openid') ? { nonce: login.nonce } : {}),
  })
  // The browser opens this URL, so it must not be `javascript:`, and http only when the provider itself is reached by
  // http.
  if (url.protocol !== 'https:' && url.protocol !== new URL(connection.serverMetadata().issuer).protocol)
    throw new Refusal('EXTERNAL_CONFIG_ERROR')
  return url
}
