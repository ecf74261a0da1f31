import { setProvider } from '#server/identity/providers/settings.ts'
import type { SecretBox } from '#server/platform/secret-box.ts'
import type { ProviderSettings } from '#server/identity/providers/provider.ts'
import { execute, tenantStatements } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'

const SET_ISSUER = tenantStatements(
  'demo/set-issuer',
  { identities: 'identities', identity_providers: 'identity_providers' },
  (table) => `UPDATE ${table} SET issuer = $2 WHERE client_id = $1 AND issuer <> $2`,
)

/**
 * Stores the settings of a demo client's simulated provider. The port, which is part of the issuer, may differ at each
 * start, so the issuer of existing identities is replaced. Otherwise users who log in again would be new users.
 */
export async function configureProvider(
  tx: Tx,
  secrets: SecretBox,
  clientId: string,
  settings: ProviderSettings,
): Promise<void> {
  for (const statement of Object.values(SET_ISSUER)) await execute(tx, statement, [settings.issuer])
  await setProvider(tx, secrets, clientId, settings)
}
