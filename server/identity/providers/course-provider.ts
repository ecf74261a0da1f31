import * as oauth from 'openid-client'
import type { UserType } from '#contract/platform/fields.ts'
import { isEmail } from '#domain/platform/email.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { leaveFor, type Connect } from './connection.ts'
import { providerRefusal } from './failure.ts'
import { OneRoster, type RosterUser } from './one-roster.ts'
import type { LoginProvider, ProviderSettings, RemotePerson } from './provider.ts'
import { remoteName } from './remote-name.ts'

/** OneRoster's roles as kinds of user here. */
const byRole: Readonly<Record<string, UserType>> = {
  teacher: 'coach',
  aide: 'coach',
  siteAdministrator: 'admin',
  districtAdministrator: 'ngo',
  systemAdministrator: 'ngo',
  parent: 'parent',
  guardian: 'parent',
}

const atCentre: readonly (UserType | undefined)[] = ['coach', 'admin']

/** Login at a course provider: OAuth 2 code flow with PKCE; introspection (RFC 7662) says who it was, the rosters what they are. */
export function courseProvider(settings: ProviderSettings & { rosterUrl: string }, connect: Connect): LoginProvider {
  return {
    async leave(login) {
      try {
        return await leaveFor(await connect(settings, 'oauth2'), settings.scope, login)
      } catch (error) {
        throw providerRefusal(error)
      }
    },
    async comeBack(answer, login) {
      try {
        const connection = await connect(settings, 'oauth2')
        const tokens = await oauth.authorizationCodeGrant(connection, answer, {
          expectedState: login.state,
          pkceCodeVerifier: login.verifier,
        })
        const { active, sub } = await oauth.tokenIntrospection(connection, tokens.access_token)
        if (!active || sub === undefined || sub === '') throw new Refusal('EXTERNAL_API_ERROR')
        const user = await new OneRoster(settings, connect).user(sub)
        if (user === null || user.sourcedId !== sub || !isLive(user)) throw new Refusal('EXTERNAL_API_ERROR')
        return personOf(user)
      } catch (error) {
        throw providerRefusal(error)
      }
    },
  }
}

export function isLive({ status, enabledUser }: RosterUser): boolean {
  return status === 'active' && String(enabledUser) === 'true'
}

export function personOf({ sourcedId, givenName, familyName, email, roles }: RosterUser): RemotePerson {
  return {
    subject: sourcedId,
    ...remoteName(givenName, familyName, null),
    email: email !== undefined && isEmail(email) ? email : null,
    types: [...new Set(roles.flatMap(({ role }) => byRole[role] ?? []))],
    // parents and authors stand at the provider's root or at centres of their children, which are none of theirs
    clubs: [...new Set(roles.flatMap(({ role, org }) => (atCentre.includes(byRole[role]) ? [org.sourcedId] : [])))],
  }
}
