import { parseArgs } from 'node:util'
import { NAME_MAX } from '#contract/tenants/clubs.ts'
import { defaultFeatures } from '#domain/tenants/features.ts'
import { createClient, addHostname } from '#server/tenants/clients/commands.ts'
import { isLoginKind, LOGIN_KINDS, type LoginKind } from '#server/tenants/clients/login-kind.ts'
import { queryRows, statement } from '#server/platform/sql/statement.ts'
import { inTenant, openDatabase } from '#server/platform/tenancy.ts'
import { hasClient, PORTALS } from '../clients.ts'
import { isHostname } from '../hostname.ts'
import { oneLine } from '../one-line.ts'
import { wrongUsage } from '../usage.ts'

/** The languages of every client [3.4]; those that the command names are active. */
const LOCALES = ['en-GB', 'cy-GB', 'fr-FR', 'de-DE']

const TAKEN_HOSTNAMES = statement(
  'cli/list-taken-hostnames',
  'SELECT hostname FROM hostnames WHERE hostname = ANY($1) ORDER BY hostname',
)

/** Creates a client with its four portals at `parent.DOMAIN`, `coach.DOMAIN` and so on. */
export async function create(args: string[], ownerUrl: string): Promise<string> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      domain: { type: 'string' },
      login: { type: 'string', default: 'local' },
      language: { type: 'string', multiple: true, default: ['en-GB'] },
    },
  })
  const [id, given, ...rest] = positionals
  const domain = values.domain?.toLowerCase()
  if (!id || !given?.trim() || rest.length > 0 || !domain) throw wrongUsage('client')
  const name = oneLine('the name of a client', NAME_MAX, given)
  if (!/^[a-z0-9-]{1,40}$/.test(id))
    throw new Error(`"${id}": an id has letters a to z, digits and hyphens, 40 at most`)
  // `rungs maintenance on all` could not name this client alone
  if (id === 'all') throw new Error('"all" means every client in other commands; choose another id')
  if (!isHostname(domain)) throw new Error(`"${domain}" is not a domain`)
  const unknown = values.language.find((locale) => !LOCALES.includes(locale))
  if (unknown !== undefined) throw new Error(`"${unknown}": there are ${LOCALES.join(', ')}`)
  const kind = loginKindOf(values.login)
  const hosts = PORTALS.map((portal) => ({ portal, hostname: `${portal}.${domain}` }))
  for (const { hostname } of hosts) if (!isHostname(hostname)) throw new Error(`"${hostname}" is not a host name`)
  const db = openDatabase(ownerUrl, /* connections */ 1)
  try {
    await inTenant(db, id, 'write', async (tx) => {
      if (await hasClient(tx)) throw new Error(`there is a client "${id}" already`)
      const [taken] = await queryRows(tx, TAKEN_HOSTNAMES, [hosts.map(({ hostname }) => hostname)])
      if (taken) throw new Error(`${taken.hostname} is another client’s`)
      await createClient(tx, {
        id,
        name,
        ...LOGIN_KINDS[kind],
        themeName: 'rungs',
        features: defaultFeatures,
        languages: LOCALES.map((language, index) => ({
          languageId: index + 1,
          language,
          active: values.language.includes(language),
        })),
        translations: {},
      })
      for (const { hostname, portal } of hosts) await addHostname(tx, hostname, id, portal)
    })
  } finally {
    await db.pool.end()
  }
  return [
    `${name} is made, with portals at ${hosts.map(({ hostname }) => hostname).join(', ')}.`,
    `Next: ${nextStep(id, kind)}`,
  ].join('\n')
}

/** The kind of login that an option names. */
export function loginKindOf(text: string): LoginKind {
  if (!isLoginKind(text)) throw new Error(`--login ${text}: there are ${Object.keys(LOGIN_KINDS).join(', ')}`)
  return text
}

/** The command by which somebody can log in at a client without users: an invitation, or the provider's settings. */
export function nextStep(id: string, kind: LoginKind): string {
  if (kind === 'openid' || kind === 'course-provider') return `rungs provider ${id} FILE.json`
  return `rungs invite ${id} ngo E-MAIL FIRSTNAME LASTNAME${kind === 'username' ? ' --username NAME' : ''}`
}
