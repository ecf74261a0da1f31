import { audit } from '#server/platform/audit.ts'
import type { SecretBox } from '#server/platform/secret-box.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import type { ProviderSettings } from './provider.ts'

/** The column that an encrypted secret is bound to, so that the ciphertext cannot be moved. */
const SECRET_COLUMN = 'identity_providers.oauth_client_secret'

export type ProviderKind = 'bg' | 'coursepro'

/** The authority behind a person's id (subject), which is unique only within its issuer. */
export interface Authority {
  kind: ProviderKind
  issuer: string
}

/** SQL of the issuer of the client's current provider. */
export const ISSUER = '(SELECT p.issuer FROM identity_providers p)'

/**
 * The kind and settings of the client's provider. The kind is null for a client whose users log in here; settings are
 * null until an operator has entered them.
 */
export async function readProvider(
  tx: Tx,
  secrets: SecretBox,
  clientId: string,
): Promise<{ kind: ProviderKind | null; settings: ProviderSettings | null }> {
  const { rows } = await tx.query<{ kind: ProviderKind | null; settings: ProviderSettings | null }>(
    // Row-level security leaves one row of each table: the client's own.
    `SELECT CASE WHEN login IN ('federated', 'course_provider') THEN nullif(auth_provider, 'local') END AS kind,
       (SELECT json_build_object('issuer', issuer, 'oauthClientId', oauth_client_id,
          'oauthClientSecret', oauth_client_secret, 'scope', scope, 'clubClaim', club_claim,
          'typeClaim', type_claim, 'rosterUrl', roster_url, 'editUrl', edit_url) FROM identity_providers) AS settings
     FROM clients`,
  )
  const { kind, settings } = rows[0] ?? { kind: null, settings: null }
  if (settings === null) return { kind, settings }
  const oauthClientSecret = secrets.open([SECRET_COLUMN, clientId], settings.oauthClientSecret)
  return { kind, settings: { ...settings, oauthClientSecret } }
}

/** The provider's page on which users change their own data; null without a provider or such a page. */
export async function readEditUrl(tx: Tx): Promise<string | null> {
  const { rows } = await tx.query<{ edit_url: string | null }>('SELECT edit_url FROM identity_providers')
  return rows[0]?.edit_url ?? null
}

/** Stores the settings of the client's provider. Only operators may do this, by the `rungs` command. */
export async function setProvider(
  tx: Tx,
  secrets: SecretBox,
  clientId: string,
  settings: ProviderSettings,
): Promise<void> {
  const { oauthClientSecret, ...publicSettings } = settings
  // The guardians' ids come from the former issuer and mean nothing to the new one, whose rosters name the guardians
  // again.
  await tx.query('DELETE FROM roster_guardians WHERE EXISTS (SELECT FROM identity_providers p WHERE p.issuer <> $1)', [
    settings.issuer,
  ])
  await tx.query(
    `INSERT INTO identity_providers (client_id, issuer, oauth_client_id, oauth_client_secret, scope,
       club_claim, type_claim, roster_url, edit_url)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     ON CONFLICT (client_id) DO UPDATE SET issuer = $2, oauth_client_id = $3, oauth_client_secret = $4, scope = $5,
       club_claim = $6, type_claim = $7, roster_url = $8, edit_url = $9`,
    [
      clientId,
      settings.issuer,
      settings.oauthClientId,
      secrets.seal([SECRET_COLUMN, clientId], oauthClientSecret),
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
    after: publicSettings,
  })
}
