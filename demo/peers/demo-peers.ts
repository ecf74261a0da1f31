import { randomBytes } from 'node:crypto'
import { inTenant, type Database } from '#server/tenancy.ts'
import { setProvider } from '#server/providers/settings.ts'
import { DEMO_PASSWORD, demoClient, type DemoClient } from '../content/clients.ts'
import { idOf } from '../random.ts'
import type { Handler } from './authorization-server.ts'
import { createOpenIdPeer, openIdClaims } from './openid.ts'
import type { PeerPerson } from './person.ts'

/** Who a demo user is at the client's provider. */
export function subjectOf(clientId: DemoClient['id'], key: string): string {
  return idOf(`${clientId} subject ${key}`)
}

/** The demo users of a client, as its provider knows them. */
export function peerPeople(clientId: DemoClient['id']): PeerPerson[] {
  return demoClient(clientId).users.flatMap(({ key, type, email, username, firstname, lastname, clubKeys }) =>
    type === 'api'
      ? []
      : [
          {
            subject: subjectOf(clientId, key),
            login: username ?? email,
            password: DEMO_PASSWORD,
            firstname,
            lastname,
            email,
            type,
            clubs: clubKeys,
          },
        ],
  )
}

/** Starts the providers that the demo clients log in at, by host name, and tells the clients where they are today. */
export async function startDemoPeers(
  db: Database,
  scheme: string,
  port: number,
): Promise<ReadonlyMap<string, Handler>> {
  const secret = randomBytes(32).toString('base64url')
  const redirectUris = ['parent', 'coach', 'club', 'scheme'].map(
    (portal) => `${scheme}://${portal}.vault.localhost:${port}/redirect`,
  )
  const host = 'id.vault.localhost'
  const issuer = `${scheme}://${host}:${port}`
  const handle = await createOpenIdPeer(issuer, { id: 'rungs', secret, redirectUris }, peerPeople('vault'))
  await inTenant(db, 'vault', 'write', (tx) =>
    setProvider(tx, 'vault', {
      issuer,
      oauthClientId: 'rungs',
      oauthClientSecret: secret,
      scope: openIdClaims.scope,
      clubClaim: openIdClaims.club,
      typeClaim: openIdClaims.type,
      rosterUrl: null,
    }),
  )
  return new Map([[host, handle]])
}
