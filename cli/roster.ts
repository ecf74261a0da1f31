import { importRostersNow } from '#server/flows/rosters/nights.ts'
import { findRow, tenantStatement } from '#server/platform/sql/statement.ts'
import { inTenant, openDatabase } from '#server/platform/tenancy.ts'
import { wrongUsage } from './usage.ts'

const ROSTER = tenantStatement(
  'cli/find-roster-of-client',
  `SELECT client.auth_provider, (SELECT provider.roster_url FROM identity_providers provider
     WHERE provider.client_id = client.client_id) AS url
   FROM clients client WHERE client.client_id = $1`,
)

/** Asks the running server to import the rosters of a client's course provider now, besides the nightly import. */
export async function roster([clientId, ...rest]: string[], appUrl: string): Promise<string> {
  if (clientId === undefined || rest.length > 0) throw wrongUsage('roster')
  const db = openDatabase(appUrl, /* connections */ 1)
  try {
    await inTenant(db, clientId, 'write', async (tx) => {
      const found = await findRow(tx, ROSTER)
      if (!found) throw new Error(`no client "${clientId}"`)
      if (found.auth_provider !== 'coursepro') throw new Error(`${clientId} has no course provider`)
      if (found.url === null)
        throw new Error(`the course provider of ${clientId} is not set; rungs provider ${clientId} FILE.json`)
      await importRostersNow(tx, Date.now())
    })
    return `The rosters of ${clientId} are read as soon as a server runs.`
  } finally {
    await db.pool.end()
  }
}
