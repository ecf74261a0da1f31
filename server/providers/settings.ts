import { audit } from '#server/audit.ts'
import type { Tx } from '#server/tenancy.ts'
import type { ProviderSettings } from './provider.ts'

export type ProviderKind = 'bg' | 'coursepro'

/** Kind and settings of the client's provider; settings are null until an operator has entered them, all is for a client that logs in here. */
export async function readProvider(tx: Tx): Promise<{ kind: ProviderKind | null; settings: ProviderSettings | null }> {
  const { rows } = await tx.query<{ kind: ProviderKind | null; settings: ProviderSettings | null }>(
    `SELECT CASE WHEN c.login IN ('federated', 'course_provider') THEN nullif(c.auth_provider, 'local') END AS kind,
       (SELECT json_build_object('issuer', p.issuer, 'oauthClientId', p.oauth_client_id,
          'oauthClientSecret', p.oauth_client_secret, 'scope', p.scope, 'clubClaim', p.club_claim,
          'typeClaim', p.type_claim, 'rosterUrl', p.roster_url, 'editUrl', p.edit_url) FROM identity_providers p) AS settings
     FROM clients c`,
  )
  return rows[0] ?? { kind: null, settings: null }
}

/** Where users of the client change who they are; null without a provider, or where it has no such page. */
export async function readEditUrl(tx: Tx): Promise<string | null> {
  const { rows } = await tx.query<{ edit_url: string | null }>('SELECT edit_url FROM identity_providers')
  return rows[0]?.edit_url ?? null
}

/** Operators only. */
export async function setProvider(tx: Tx, clientId: string, settings: ProviderSettings): Promise<void> {
  const { oauthClientSecret, ...shown } = settings
  await tx.query(
    `INSERT INTO identity_providers (client_id, issuer, oauth_client_id, oauth_client_secret, scope, club_claim, type_claim, roster_url, edit_url)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     ON CONFLICT (client_id) DO UPDATE SET issuer = $2, oauth_client_id = $3, oauth_client_secret = $4, scope = $5,
       club_claim = $6, type_claim = $7, roster_url = $8, edit_url = $9`,
    [
      clientId,
      settings.issuer,
      settings.oauthClientId,
      oauthClientSecret,
      settings.scope,
      settings.clubClaim,
      settings.typeClaim,
      settings.rosterUrl,
      settings.editUrl,
    ],
  )
  await audit(tx, clientId, {
    userId: null,
    action: 'update',
    entity: 'identity_provider',
    entityId: clientId,
    after: shown,
  })
}
