import * as oauth from 'openid-client'
import type { UserType } from '#contract/platform/fields.ts'
import { isEmail } from '#domain/platform/email.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { authorizationUrl, type Connect } from './connection.ts'
import { providerRefusal } from './failure.ts'
import type { LoginProvider, ProviderSettings, RemotePerson } from './provider.ts'
import { isStorableText, remoteName } from './remote-name.ts'

const types: readonly UserType[] = ['parent', 'coach', 'admin', 'ngo']

/** Federated login by OpenID Connect: code flow with PKCE and nonce. */
export function openIdProvider(settings: ProviderSettings, connect: Connect): LoginProvider {
  return {
    async beginLogin(login) {
      try {
        return await authorizationUrl(await connect(settings, 'oidc'), settings.scope, login)
      } catch (error) {
        throw providerRefusal(error)
      }
    },
    async completeLogin(answer, login) {
      try {
        const connection = await connect(settings, 'oidc')
        const tokens = await oauth.authorizationCodeGrant(connection, answer, {
          expectedState: login.state,
          expectedNonce: login.nonce,
          pkceCodeVerifier: login.verifier,
          idTokenExpected: true,
        })
        const claims = tokens.claims()
        if (claims === undefined) throw new Refusal('EXTERNAL_HTTP_ERROR')
        const userInfo = connection.serverMetadata().userinfo_endpoint
          ? await oauth.fetchUserInfo(connection, tokens.access_token, claims.sub)
          : {}
        return personOf({ ...claims, ...userInfo }, claims.sub, settings)
      } catch (error) {
        throw providerRefusal(error)
      }
    },
  }
}

/**
 * Reads a person from the claims. The settings are wrong when they name no claim for the clubs or for the user type,
 * and when the claims lack the one for the user type.
 */
function personOf(claims: Record<string, unknown>, subject: string, settings: ProviderSettings): RemotePerson {
  const { clubClaim, typeClaim } = settings
  if (clubClaim === null || typeClaim === null || !(typeClaim in claims)) throw new Refusal('EXTERNAL_CONFIG_ERROR')
  const claimedTypes = texts(claims[typeClaim])
  const { given_name, family_name, name, email } = claims
  return {
    subject,
    ...remoteName(given_name, family_name, name),
    email: typeof email === 'string' && isEmail(email) ? email : null,
    types: types.filter((type) => claimedTypes.includes(type)),
    clubs: texts(claims[clubClaim]),
  }
}

/** The texts of a claim, which may be one text or a list. */
function texts(claim: unknown): string[] {
  return [claim]
    .flat()
    .filter((text): text is string => typeof text === 'string' && text !== '' && isStorableText(text))
}
