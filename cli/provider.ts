import { readFile } from 'node:fs/promises'
import { Type } from 'typebox'
import { Check } from 'typebox/value'
import { strict } from '#contract/platform/fields.ts'
import { setProvider } from '#server/identity/providers/settings.ts'
import type { SecretBox } from '#server/platform/secret-box.ts'
import { inTenant, openDatabase } from '#server/platform/tenancy.ts'
import { requireClient } from './clients.ts'
import { wrongUsage } from './usage.ts'

const nonEmptyText = Type.String({ minLength: 1 })
/** The content of FILE.json. The type `ProviderSettings` of the server says what each field is. */
const Settings = Type.Object(
  {
    issuer: Type.String({ pattern: '^https://' }),
    oauthClientId: nonEmptyText,
    oauthClientSecret: nonEmptyText,
    scope: nonEmptyText,
    clubClaim: Type.Union([nonEmptyText, Type.Null()]),
    typeClaim: Type.Union([nonEmptyText, Type.Null()]),
    rosterUrl: Type.Union([Type.String({ pattern: '^https://' }), Type.Null()]),
    editUrl: Type.Union([Type.String({ pattern: '^https://' }), Type.Null()]),
  },
  strict,
)

/**
 * Sets the provider at which a client's users log in. The settings are read from a file, because other users of the
 * machine can read a command line.
 */
export async function provider(
  [clientId, file]: string[],
  appUrl: string,
  openSecretBox: () => Promise<SecretBox>,
): Promise<string> {
  if (clientId === undefined || file === undefined) throw wrongUsage('provider')
  const settings: unknown = JSON.parse(await readFile(file, 'utf8'))
  if (!Check(Settings, settings))
    throw new Error(`${file} must hold ${Object.keys(Settings.properties).join(', ')}; addresses begin with https://`)
  const secrets = await openSecretBox()
  const db = openDatabase(appUrl, /* connections */ 1)
  try {
    await inTenant(db, clientId, 'write', async (tx) => {
      await requireClient(tx)
      await setProvider(tx, secrets, clientId, settings)
    })
    return `${clientId} logs in at ${settings.issuer}.`
  } finally {
    await db.pool.end()
  }
}
