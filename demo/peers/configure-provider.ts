import { setProvider } from '#server/identity/providers/settings.ts'
import type { SecretBox } from '#server/platform/secret-box.ts'
import type { ProviderSettings } from '#server/identity/providers/provider.ts'
import type { Tx } from '#server/platform/tenancy.ts'

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
  for (const table of ['identities', 'identity_providers'])
    await tx.query(`UPDATE ${table} SET issuer = $1 WHERE issuer <> $1`, [settings.issuer])
  await setProvider(tx, secrets, clientId, settings)
}
