import { parseArgs } from 'node:util'
import { defaultFeatures } from '#domain/tenants/features.ts'
import { addHostname, createClient } from '#server/tenants/clients/commands.ts'
import { queryRows, statement } from '#server/platform/sql/statement.ts'
import { inTenant, openDatabase } from '#server/platform/tenancy.ts'
import { hasClient } from './clients.ts'
import { wrongUsage } from './usage.ts'

const PORTALS = ['parent', 'coach', 'club', 'scheme'] as const
/** The languages of every client [3.4]; those that the command names are active. */
const LOCALES = ['en-GB', 'cy-GB', 'fr-FR', 'de-DE']

const TAKEN_HOSTNAMES = statement('cli/list-taken-hostnames', 'SELECT hostname FROM hostnames WHERE hostname = ANY($1)')

/**
 * Creates a client with its four portals at `parent.DOMAIN`, `coach.DOMAIN` and so on. The next step is to invite its
 * first author. It runs as the owner of the database, because the application's role may not write host names.
 */
export async function client(args: string[], ownerUrl: string): Promise<string> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { domain: { type: 'string' }, language: { type: 'string', multiple: true, default: ['en-GB'] } },
  })
  const [verb, id, name, ...rest] = positionals
  const domain = values.domain?.toLowerCase()
  if (verb !== 'create' || !id || !name?.trim() || rest.length > 0 || !domain) throw wrongUsage('client')
  if (!/^[a-z0-9-]{1,40}$/.test(id))
    throw new Error(`"${id}": an id has letters a to z, digits and hyphens, 40 at most`)
  if (!/^[a-z0-9-]+(\.[a-z0-9-]+)*$/.test(domain)) throw new Error(`"${domain}" is not a domain`)
  const unknown = values.language.find((locale) => !LOCALES.includes(locale))
  if (unknown !== undefined) throw new Error(`"${unknown}": there are ${LOCALES.join(', ')}`)
  const hosts = PORTALS.map((portal) => ({ portal, hostname: `${portal}.${domain}` }))
  const db = openDatabase(ownerUrl, /* connections */ 1)
  try {
    await inTenant(db, id, 'write', async (tx) => {
      if (await hasClient(tx)) throw new Error(`there is a client "${id}" already`)
      const [taken] = await queryRows(tx, TAKEN_HOSTNAMES, [hosts.map(({ hostname }) => hostname)])
      if (taken) throw new Error(`${taken.hostname} is another client’s`)
      await createClient(tx, {
        id,
        name: name.trim(),
        authProvider: 'local',
        login: 'email',
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
    `${name.trim()} is made, with portals at ${hosts.map(({ hostname }) => hostname).join(', ')}.`,
    `Next: rungs invite ${id} ngo E-MAIL FIRSTNAME LASTNAME`,
  ].join('\n')
}
