import { randomBytes } from 'node:crypto'
import { queryRowsInTenant, tenantStatement } from '#server/platform/sql/statement.ts'
import { inTenant, type Database } from '#server/platform/tenancy.ts'
import { configureProvider } from './configure-provider.ts'
import type { ProviderSettings } from '#server/identity/providers/provider.ts'
import type { SecretBox } from '#server/platform/secret-box.ts'
import { DEMO_PASSWORD, demoClient, type DemoClient } from '../content/clients.ts'
import { planDemo, loadedOn } from '../plan.ts'
import type { Handler, PeerClient } from './authorization-server.ts'
import { ACCOUNT_PATH, COURSE_SCOPE, createCoursePeer, ROSTER_PATH } from './course-provider.ts'
import { subjectOf } from './subject.ts'
import { createOpenIdPeer, openIdClaims } from './openid.ts'
import { demoRosters } from './demo-rosters.ts'
import type { PeerPerson } from './person.ts'
import type { PeerRosters } from './rosters.ts'

/** The demo users of a client, as people of its simulated provider. */
export function providerPeople(clientId: DemoClient['id']): PeerPerson[] {
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

/** The host names of the simulated providers by kind. */
export const providerHosts = { bg: 'id.vault.localhost', coursepro: 'provider.tideway.localhost' } as const

/**
 * Creates the simulated providers of the demo clients and stores their present addresses in the clients' settings.
 * Returns a handler for each host name. `scheme` and `port` are those at which the server can be reached.
 */
export async function createSimulatedProviders(
  db: Database,
  secrets: SecretBox,
  scheme: string,
  port: number,
): Promise<ReadonlyMap<string, Handler>> {
  const urlOf = (host: string) => `${scheme}://${host}:${port}`
  /** The registration of a demo client's portals as an OAuth client at its provider. */
  const registrationOf = (clientId: DemoClient['id']): PeerClient => ({
    id: 'rungs',
    secret: randomBytes(32).toString('base64url'),
    redirectUris: ['parent', 'coach', 'club', 'scheme'].map(
      (portal) => `${urlOf(`${portal}.${clientId}.localhost`)}/redirect`,
    ),
  })
  const vaultRegistration = registrationOf('vault')
  const tidewayRegistration = registrationOf('tideway')
  const configure = (
    clientId: DemoClient['id'],
    { id, secret }: PeerClient,
    settings: Omit<ProviderSettings, 'oauthClientId' | 'oauthClientSecret'>,
  ) =>
    inTenant(db, clientId, 'write', (tx) =>
      configureProvider(tx, secrets, clientId, { oauthClientId: id, oauthClientSecret: secret, ...settings }),
    )
  await configure('vault', vaultRegistration, {
    issuer: urlOf(providerHosts.bg),
    scope: openIdClaims.scope,
    clubClaim: openIdClaims.club,
    typeClaim: openIdClaims.type,
    rosterUrl: null,
    editUrl: null,
  })
  await configure('tideway', tidewayRegistration, {
    issuer: urlOf(providerHosts.coursepro),
    scope: COURSE_SCOPE,
    clubClaim: null,
    typeClaim: null,
    rosterUrl: urlOf(providerHosts.coursepro) + ROSTER_PATH,
    editUrl: urlOf(providerHosts.coursepro) + ACCOUNT_PATH,
  })
  const day = await loadedDay(db)
  // the rosters are planned at the first request, because that takes a moment
  let rosters: PeerRosters | undefined
  return new Map([
    [providerHosts.bg, await createOpenIdPeer(urlOf(providerHosts.bg), vaultRegistration, providerPeople('vault'))],
    [
      providerHosts.coursepro,
      await createCoursePeer(
        urlOf(providerHosts.coursepro),
        tidewayRegistration,
        providerPeople('tideway'),
        () => (rosters ??= demoRosters(planDemo('tideway', new Date(`${day}T12:00Z`)))),
      ),
    ],
  ])
}

const FIRST_DAY = tenantStatement(
  'demo/read-first-day-of-terms',
  'SELECT min(first_date) AS first FROM terms WHERE client_id = $1',
)

/**
 * The day on which Tideway's demo was loaded (YYYY-MM-DD); the provider's rosters must be those of that day. Today, if
 * the demo has no terms.
 */
async function loadedDay(db: Database): Promise<string> {
  const [terms] = await queryRowsInTenant(db, 'tideway', FIRST_DAY)
  return terms?.first ? loadedOn(terms.first) : new Date().toISOString().slice(0, 10)
}
