import { randomBytes } from 'node:crypto'
import { inTenant, type Database } from '#server/tenancy.ts'
import type { ProviderSettings } from '#server/providers/provider.ts'
import { setProvider } from '#server/providers/settings.ts'
import { DEMO_PASSWORD, demoClient, type DemoClient } from '../content/clients.ts'
import { idOf } from '../random.ts'
import type { Handler, PeerClient } from './authorization-server.ts'
import { COURSE_SCOPE, createCoursePeer, ROSTER_PATH } from './course-provider.ts'
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

/** Host names of the providers, by kind. */
export const peerHost = { bg: 'id.vault.localhost', coursepro: 'provider.tideway.localhost' } as const

/** Starts the providers that the demo clients log in at, by host name, and tells the clients where they are today. */
export async function startDemoPeers(
  db: Database,
  scheme: string,
  port: number,
): Promise<ReadonlyMap<string, Handler>> {
  const at = (host: string) => `${scheme}://${host}:${port}`
  const client = (clientId: DemoClient['id']): PeerClient => ({
    id: 'rungs',
    secret: randomBytes(32).toString('base64url'),
    redirectUris: ['parent', 'coach', 'club', 'scheme'].map(
      (portal) => `${at(`${portal}.${clientId}.localhost`)}/redirect`,
    ),
  })
  const [vault, tideway] = [client('vault'), client('tideway')]
  const tell = (clientId: DemoClient['id'], { id, secret }: PeerClient, more: Omit<ProviderSettings, keyof Oauth>) =>
    inTenant(db, clientId, 'write', (tx) =>
      setProvider(tx, clientId, { oauthClientId: id, oauthClientSecret: secret, ...more }),
    )
  await tell('vault', vault, {
    issuer: at(peerHost.bg),
    scope: openIdClaims.scope,
    clubClaim: openIdClaims.club,
    typeClaim: openIdClaims.type,
    rosterUrl: null,
  })
  await tell('tideway', tideway, {
    issuer: at(peerHost.coursepro),
    scope: COURSE_SCOPE,
    clubClaim: null,
    typeClaim: null,
    rosterUrl: at(peerHost.coursepro) + ROSTER_PATH,
  })
  return new Map([
    [peerHost.bg, await createOpenIdPeer(at(peerHost.bg), vault, peerPeople('vault'))],
    [peerHost.coursepro, await createCoursePeer(at(peerHost.coursepro), tideway, peerPeople('tideway'))],
  ])
}

type Oauth = Pick<ProviderSettings, 'oauthClientId' | 'oauthClientSecret'>
