import * as oauth from 'openid-client'
import type { UserType } from '#contract/platform/fields.ts'
import { isEmail } from '#domain/platform/email.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { authorizationUrl, type Connect } from './connection.ts'
import { providerRefusal } from './failure.ts'
import { OneRoster, type RosterUser } from './one-roster.ts'
import type { LoginProvider, ProviderSettings, RemotePerson } from './provider.ts'
import { remoteName } from './remote-name.ts'

/** User types by OneRoster role. */
const typeByRole: Readonly<Record<string, UserType>> = {
  teacher: 'coach',
  aide: 'coach',
  siteAdministrator: 'admin',
  districtAdministrator: 'ngo',
  systemAdministrator: 'ngo',
  parent: 'parent',
  guardian: 'parent',
}

/** User types that belong to centres (clubs). */
const staffTypes: readonly (UserType | undefined)[] = ['coach', 'admin']

/**
 * Login at a course provider by the OAuth 2 code flow with PKCE. Token introspection (RFC 7662) identifies the person,
 * and the roster gives name, roles and centres.
 */
export function courseProvider(settings: ProviderSettings & { rosterUrl: string }, connect: Connect): LoginProvider {
  return {
    async beginLogin(login) {
      try {
        return await authorizationUrl(await connect(settings, 'oauth2'), settings.scope, login)
      } catch (error) {
        throw providerRefusal(error)
      }
    },
    async completeLogin(answer, login) {
      try {
        const connection = await connect(settings, 'oauth2')
        const tokens = await oauth.authorizationCodeGrant(connection, answer, {
          expectedState: login.state,
          pkceCodeVerifier: login.verifier,
        })
        const { active, sub } = await oauth.tokenIntrospection(connection, tokens.access_token)
        if (!active || sub === undefined || sub === '') throw new Refusal('EXTERNAL_API_ERROR')
        const user = await new OneRoster(settings, connect).user(sub)
        if (user === null || user.sourcedId !== sub || !mayLogInThere(user)) throw new Refusal('EXTERNAL_API_ERROR')
        return personOf(user)
      } catch (error) {
        throw providerRefusal(error)
      }
    },
  }
}

/** Whether the provider lets this person log in. It sends `enabledUser` as a boolean or as text. */
export function mayLogInThere({ status, enabledUser }: RosterUser): boolean {
  return status === 'active' && String(enabledUser) === 'true'
}

export function personOf({ sourcedId, givenName, familyName, email, roles }: RosterUser): RemotePerson {
  return {
    subject: sourcedId,
    ...remoteName(givenName, familyName, null),
    email: email !== undefined && isEmail(email) ? email : null,
    types: [...new Set(roles.flatMap(({ role }) => typeByRole[role] ?? []))],
    // Only staff belongs to centres: authors have roles at the provider's root, and parents at the centres of their
    // children.
    clubs: [
      ...new Set(roles.flatMap(({ role, org }) => (staffTypes.includes(typeByRole[role]) ? [org.sourcedId] : []))),
    ],
  }
}
