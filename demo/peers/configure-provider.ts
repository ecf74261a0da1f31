import { setProvider } from '#server/identity/providers/settings.ts'
import type { SecretBox } from '#server/platform/secret-box.ts'
import type { ProviderSettings } from '#server/identity/providers/provider.ts'
import type { Tx } from '#server/platform/tenancy.ts'

/** A demo's provider answers at another port each time, and is the same one: its people stay who they are. */
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
