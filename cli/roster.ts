import { enqueueRosterImport } from '#server/jobs/import-roster.ts'
import { inTenant, openDatabase } from '#server/tenancy.ts'

/** Asks for an import of a client's centres and staff from its course provider; the running server does it. */
export async function roster([clientId]: string[], appUrl: string): Promise<string> {
  if (clientId === undefined) throw new Error('use: rungs roster CLIENT')
  const db = openDatabase(appUrl, 1)
  try {
    await inTenant(db, clientId, 'write', async (tx) => {
      const { rowCount } = await tx.query(`SELECT FROM clients WHERE auth_provider = 'coursepro'`)
      if (rowCount === 0) throw new Error(`no client "${clientId}" with a course provider`)
      await enqueueRosterImport(tx, clientId, Date.now(), null)
    })
    return `The rosters of ${clientId} are read as soon as a server runs.`
  } finally {
    await db.pool.end()
  }
}
