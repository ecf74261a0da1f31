import { importRostersNow } from '#server/flows/rosters/nights.ts'
import { execute, tenantStatement } from '#server/platform/sql/statement.ts'
import { inTenant, openDatabase } from '#server/platform/tenancy.ts'
import { wrongUsage } from './usage.ts'

const PROVIDERS_CLIENT = tenantStatement(
  'cli/find-client-of-provider',
  `SELECT FROM clients WHERE client_id = $1 AND auth_provider = 'coursepro'`,
)

/** Asks the running server to import the rosters of a client's course provider now, besides the nightly import. */
export async function roster([clientId]: string[], appUrl: string): Promise<string> {
  if (clientId === undefined) throw wrongUsage('roster')
  const db = openDatabase(appUrl, /* connections */ 1)
  try {
    await inTenant(db, clientId, 'write', async (tx) => {
      if ((await execute(tx, PROVIDERS_CLIENT)) === 0) throw new Error(`no client "${clientId}" with a course provider`)
      await importRostersNow(tx, Date.now())
    })
    return `The rosters of ${clientId} are read as soon as a server runs.`
  } finally {
    await db.pool.end()
  }
}
