import { createAuthorizationServer, type Handler, type PeerClient } from './authorization-server.ts'
import type { PeerPerson } from './person.ts'

/** The OAuth scope of a login, and the names of the claims that hold a person's clubs and type. */
export const openIdClaims = { scope: 'openid profile email membership', club: 'club_numbers', type: 'role' } as const

/** A simulated OpenID provider, such as a governing body has. Returns its handler. */
export async function createOpenIdPeer(
  issuer: string,
  client: PeerClient,
  people: readonly PeerPerson[],
): Promise<Handler> {
  const { handle } = await createAuthorizationServer({
    issuer,
    title: 'Sign in to your gymnastics account',
    loginLabel: 'E-mail',
    client,
    people,
    configuration: {
      claims: {
        openid: ['sub'],
        profile: ['given_name', 'family_name'],
        email: ['email'],
        membership: [openIdClaims.club, openIdClaims.type],
      },
    },
  })
  return handle
}
