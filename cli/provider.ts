import { readFile } from 'node:fs/promises'
import { Type } from 'typebox'
import { Check } from 'typebox/value'
import { strict } from '#contract/platform/fields.ts'
import { planRosterImport } from '#server/flows/rosters/nights.ts'
import type { ProviderSettings } from '#server/identity/providers/provider.ts'
import { setProvider } from '#server/identity/providers/settings.ts'
import type { SecretBox } from '#server/platform/secret-box.ts'
import { inTenant, openDatabase } from '#server/platform/tenancy.ts'
import { readLoginKind, type LoginKind } from '#server/tenants/clients/login-kind.ts'
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
 * machine can read a command line. Settings with which nobody could log in are refused.
 */
export async function provider(
  args: string[],
  appUrl: string,
  openSecretBox: () => Promise<SecretBox>,
): Promise<string> {
  const [clientId, file, ...rest] = args
  if (clientId === undefined || file === undefined || rest.length > 0) throw wrongUsage('provider')
  const settings = await readSettings(file)
  const secrets = await openSecretBox()
  const db = openDatabase(appUrl, /* connections */ 1)
  try {
    return await inTenant(db, clientId, 'write', async (tx) => {
      const kind = await readLoginKind(tx)
      if (kind === null) throw new Error(`no client "${clientId}"`)
      refuseUseless(clientId, kind, settings)
      await setProvider(tx, secrets, clientId, settings)
      await planRosterImport(tx, clientId, Date.now())
      return `${clientId} logs in at ${settings.issuer}, by ${kind}.`
    })
  } finally {
    await db.pool.end()
  }
}

async function readSettings(file: string): Promise<ProviderSettings> {
  const text = await readFile(file, 'utf8')
  let settings: unknown
  try {
    settings = JSON.parse(text)
  } catch (error) {
    throw new Error(`${file} is not JSON`, { cause: error })
  }
  if (!Check(Settings, settings))
    throw new Error(`${file} must hold ${Object.keys(Settings.properties).join(', ')}; addresses begin with https://`)
  for (const address of [settings.issuer, settings.rosterUrl, settings.editUrl])
    if (address !== null && !URL.canParse(address)) throw new Error(`${file}: "${address}" is not an address`)
  return settings
}

/** Refuses settings with which a login at a client of this kind would fail. */
function refuseUseless(clientId: string, kind: LoginKind, settings: ProviderSettings): void {
  if (kind === 'local' || kind === 'username')
    throw new Error(
      `${clientId} logs in by ${kind}, not at a provider; rungs client set ${clientId} --login openid, or course-provider`,
    )
  if (kind === 'course-provider' && settings.rosterUrl === null) throw new Error('a course provider needs a rosterUrl')
  if (kind !== 'openid') return
  if (settings.clubClaim === null || settings.typeClaim === null)
    throw new Error('an OpenID provider needs a clubClaim and a typeClaim')
  if (!settings.scope.split(' ').includes('openid')) throw new Error('the scope of an OpenID provider contains openid')
}
