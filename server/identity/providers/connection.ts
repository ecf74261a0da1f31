import * as oauth from 'openid-client'
import { Refusal } from '#server/platform/http/errors.ts'
import type { Outbound } from './outbound.ts'
import type { LeavingLogin, ProviderSettings } from './provider.ts'

/** A provider's description of itself is asked for again after this long. */
const KNOWN_MS = 10 * 60_000
const TIMEOUT_SECONDS = 10

export type Connect = (settings: ProviderSettings, algorithm: 'oidc' | 'oauth2') => Promise<oauth.Configuration>

/** Connections to providers, each with the provider's description of itself and keys, kept for a while. */
export function createConnect(outbound: Outbound, demo: boolean, now: () => number): Connect {
  const known = new Map<string, { connection: Promise<oauth.Configuration>; until: number }>()
  const ask: oauth.CustomFetch = (url, { method, headers, body, signal }) =>
    outbound(url, {
      method,
      headers,
      // the library sends forms only
      body: body instanceof URLSearchParams ? body.toString() : typeof body === 'string' ? body : undefined,
      signal,
    })
  return (settings, algorithm) => {
    const key = JSON.stringify([algorithm, settings])
    const before = known.get(key)
    if (before && before.until > now()) return before.connection
    const connection = oauth.discovery(
      new URL(settings.issuer),
      settings.oauthClientId,
      {},
      oauth.ClientSecretBasic(settings.oauthClientSecret),
      {
        algorithm,
        timeout: TIMEOUT_SECONDS,
        [oauth.customFetch]: ask,
        // signatures count even where TLS says who speaks; which addresses plain http may go to is the way out's to say
        execute: [oauth.enableNonRepudiationChecks, ...(demo ? [oauth.allowInsecureRequests] : [])],
      },
    )
    known.set(key, { connection, until: now() + KNOWN_MS })
    connection.catch(() => known.delete(key))
    return connection
  }
}

/** Code flow with PKCE. A session that the provider still has lets nobody in: others use the same tablet. */
export async function leaveFor(connection: oauth.Configuration, scope: string, login: LeavingLogin): Promise<URL> {
  const url = oauth.buildAuthorizationUrl(connection, {
    redirect_uri: login.redirectUri,
    scope,
    prompt: 'login',
    state: login.state,
    code_challenge: await oauth.calculatePKCECodeChallenge(login.verifier),
    code_challenge_method: 'S256',
    ...(scope.split(' ').includes('openid') ? { nonce: login.nonce } : {}),
  })
  // the browser goes there: never to a script, and in the open only where the provider itself is
  if (url.protocol !== 'https:' && url.protocol !== new URL(connection.serverMetadata().issuer).protocol)
    throw new Refusal('EXTERNAL_CONFIG_ERROR')
  return url
}
