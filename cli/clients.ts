import { execute, queryRowsWithoutTenant, statement, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Database, Tx } from '#server/platform/tenancy.ts'

/** The portals of every client. */
export const PORTALS = ['parent', 'coach', 'club', 'scheme'] as const

const CLIENT = tenantStatement('cli/find-client', 'SELECT FROM clients WHERE client_id = $1')

/** Whether there is a client with the id of the transaction. */
export async function hasClient(tx: Tx): Promise<boolean> {
  return (await execute(tx, CLIENT)) > 0
}

/** Throws when there is no client with the id of the transaction. */
export async function requireClient(tx: Tx): Promise<void> {
  if (!(await hasClient(tx))) throw new Error(`no client "${tx.clientId}"`)
}

// from `hostnames`, because row-level security shows no row of `clients` outside a tenant's transaction
const CLIENTS = statement('cli/list-clients', 'SELECT DISTINCT client_id FROM hostnames ORDER BY client_id')

/** The ids of all clients that have host names. */
export async function clientIds(db: Database): Promise<string[]> {
  const rows = await queryRowsWithoutTenant(db, CLIENTS)
  return rows.map((row) => row.client_id)
}
