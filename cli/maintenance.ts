import { parseArgs } from 'node:util'
import { beginMaintenance, endMaintenance, type MaintenanceTexts } from '#server/tenants/clients/maintenance.ts'
import { inTenant, openDatabase, type Database } from '#server/platform/tenancy.ts'
import { clientIds } from './clients.ts'
import { wrongUsage } from './usage.ts'

/** Closes the API of one client, or of all, for maintenance, or opens it again. */
export async function maintenance(args: string[], appUrl: string): Promise<string> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      title: { type: 'string', multiple: true, default: [] },
      description: { type: 'string', multiple: true, default: [] },
    },
  })
  const [state, clientOrAll, ...rest] = positionals
  if ((state !== 'on' && state !== 'off') || clientOrAll === undefined || rest.length > 0)
    throw wrongUsage('maintenance')
  const texts = readTexts(values.title, values.description)
  if (state === 'off' && Object.keys(texts).length > 0) throw wrongUsage('maintenance')
  const db = openDatabase(appUrl, /* connections */ 1)
  try {
    const clients = await clientsOf(db, clientOrAll)
    for (const clientId of clients)
      await inTenant(db, clientId, 'write', async (tx) => {
        if (state === 'on') await beginMaintenance(tx, clientId, texts)
        else await endMaintenance(tx, clientId)
      })
    return `${clients.join(', ')}: maintenance is ${state}; running servers follow within five seconds.`
  } finally {
    await db.pool.end()
  }
}

/** The texts of the options `--title en-GB=…` and `--description en-GB=…`, by locale. */
function readTexts(titles: string[], descriptions: string[]): MaintenanceTexts {
  const texts: MaintenanceTexts = {}
  for (const [option, maxLength, entries] of [
    ['title', 200, titles],
    ['description', 2_000, descriptions],
  ] as const)
    for (const entry of entries) {
      // a locale, and a text that is not only spaces
      const [, locale, text] = /^([a-z]{2}-[A-Z]{2})=(.*\S.*)$/s.exec(entry) ?? []
      if (locale === undefined || text === undefined || text.length > maxLength)
        throw new Error(`--${option} ${entry}: write it as en-GB=words, at most ${maxLength} characters`)
      texts[locale] = { ...texts[locale], [option]: text }
    }
  return texts
}

/** The id of this client, or the ids of all clients for `all`. */
async function clientsOf(db: Database, clientOrAll: string): Promise<string[]> {
  const ids = await clientIds(db)
  const named = clientOrAll === 'all' ? ids : ids.filter((id) => id === clientOrAll)
  if (named.length === 0) throw new Error(`no client "${clientOrAll}"`)
  return named
}
