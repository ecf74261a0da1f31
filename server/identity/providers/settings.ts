import { Type } from 'typebox'
import { nullable } from '#contract/platform/fields.ts'
import { audit } from '#server/platform/audit.ts'
import type { SecretBox } from '#server/platform/secret-box.ts'
import { execute, findRow, tenantStatement } from '#server/platform/sql/statement.ts'
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

/** SQL of the issuer of the current provider of the client `$1`. */
export const ISSUER = '(SELECT p.issuer FROM identity_providers p WHERE p.client_id = $1)'

const StoredSettings = Type.Object({
  issuer: Type.String(),
  oauthClientId: Type.String(),
  oauthClientSecret: Type.String(),
  scope: Type.String(),
  clubClaim: nullable(Type.String()),
  typeClaim: nullable(Type.String()),
  rosterUrl: nullable(Type.String()),
  editUrl: nullable(Type.String()),
})

const PROVIDER = tenantStatement(
  'identity/read-provider',
  `SELECT CASE WHEN login NOT IN ('federated', 'course_provider') THEN NULL WHEN auth_provider = 'bg' THEN 'bg'
       WHEN auth_provider = 'coursepro' THEN 'coursepro' END AS kind,
     (SELECT json_build_object('issuer', issuer, 'oauthClientId', oauth_client_id,
        'oauthClientSecret', oauth_client_secret, 'scope', scope, 'clubClaim', club_claim,
        'typeClaim', type_claim, 'rosterUrl', roster_url, 'editUrl', edit_url)
      FROM identity_providers WHERE identity_providers.client_id = clients.client_id) AS settings
   FROM clients WHERE client_id = $1`,
  { json: { settings: StoredSettings } },
)

/**
 * The kind and settings of the client's provider. The kind is null for a client whose users log in here; settings are
 * null until an operator has entered them.
 */
export async function readProvider(
  tx: Tx,
  secrets: SecretBox,
  clientId: string,
): Promise<{ kind: ProviderKind | null; settings: ProviderSettings | null }> {
  const { kind, settings } = (await findRow(tx, PROVIDER)) ?? { kind: null, settings: null }
  if (settings === null) return { kind, settings }
  const oauthClientSecret = secrets.open([SECRET_COLUMN, clientId], settings.oauthClientSecret)
  return { kind, settings: { ...settings, oauthClientSecret } }
}

const EDIT_URL = tenantStatement(
  'identity/read-edit-url',
  'SELECT edit_url FROM identity_providers WHERE client_id = $1',
)

/** The provider's page on which users change their own data; null without a provider or such a page. */
export async function readEditUrl(tx: Tx): Promise<string | null> {
  return (await findRow(tx, EDIT_URL))?.edit_url ?? null
}

const DELETE_GUARDIANS_OF_OTHERS = tenantStatement(
  'identity/delete-guardians-of-other-issuers',
  `DELETE FROM roster_guardians WHERE client_id = $1
     AND EXISTS (SELECT FROM identity_providers p WHERE p.client_id = $1 AND p.issuer <> $2)`,
)

const SET_PROVIDER = tenantStatement(
  'identity/set-provider',
  `INSERT INTO identity_providers (client_id, issuer, oauth_client_id, oauth_client_secret, scope,
     club_claim, type_claim, roster_url, edit_url)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
   ON CONFLICT (client_id) DO UPDATE SET issuer = $2, oauth_client_id = $3, oauth_client_secret = $4, scope = $5,
     club_claim = $6, type_claim = $7, roster_url = $8, edit_url = $9`,
)

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
  await execute(tx, DELETE_GUARDIANS_OF_OTHERS, [settings.issuer])
  await execute(tx, SET_PROVIDER, [
    settings.issuer,
    settings.oauthClientId,
    secrets.seal([SECRET_COLUMN, clientId], oauthClientSecret),
    settings.scope,
    settings.clubClaim,
    settings.typeClaim,
    settings.rosterUrl,
    settings.editUrl,
  ])
  await audit(tx, {
    userId: null,
    action: 'update',
    entity: 'identity_provider',
    entityId: clientId,
    after: publicSettings,
  })
}

const FORGET_PROVIDER = tenantStatement(
  'identity/forget-provider',
  'DELETE FROM identity_providers WHERE client_id = $1',
)

/** Deletes the settings of the client's provider. Only operators may do this, when they change how users log in. */
export async function forgetProvider(tx: Tx): Promise<void> {
  // no issuer is empty, so this forgets the guardians of the present one
  await execute(tx, DELETE_GUARDIANS_OF_OTHERS, [''])
  await execute(tx, FORGET_PROVIDER)
}
