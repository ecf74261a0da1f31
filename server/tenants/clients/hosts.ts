import type { Portal } from '#contract/platform/fields.ts'
import { audit } from '#server/platform/audit.ts'
import { execute, queryRows, statement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'

// All of this is for operators, whose transactions are those of the database's owner: the application's role may only
// read host names. Running servers follow when their caches end (`Hosts`).

/** A host name of a client, and the portal that it shows. */
export interface Host {
  hostname: string
  portal: Portal
}

const ADD_HOST = statement(
  'tenants/add-host',
  'INSERT INTO hostnames (hostname, client_id, portal) VALUES ($1, $2, $3) ON CONFLICT (hostname) DO NOTHING',
)

/** Gives a portal of the transaction's client one more host name. False when some portal has that name already. */
export async function addHost(tx: Tx, { hostname, portal }: Host): Promise<boolean> {
  if ((await execute(tx, ADD_HOST, [hostname, tx.clientId, portal])) === 0) return false
  const after = { hostname, portal }
  await audit(tx, { userId: null, action: 'add-host', entity: 'client', entityId: tx.clientId, after })
  return true
}

const REMOVE_HOST = statement('tenants/remove-host', 'DELETE FROM hostnames WHERE hostname = $1 AND client_id = $2')

/** Takes a host name from a portal of the transaction's client. */
export async function removeHost(tx: Tx, { hostname, portal }: Host): Promise<void> {
  await execute(tx, REMOVE_HOST, [hostname, tx.clientId])
  const before = { hostname, portal }
  await audit(tx, { userId: null, action: 'remove-host', entity: 'client', entityId: tx.clientId, before })
}

const LOCK_HOSTS = statement(
  'tenants/lock-hosts',
  'SELECT hostname, portal FROM hostnames WHERE client_id = $1 ORDER BY hostname FOR UPDATE',
)

/** The host names of the transaction's client, which nobody else changes until the transaction ends. */
export async function lockHosts(tx: Tx): Promise<Host[]> {
  return queryRows(tx, LOCK_HOSTS, [tx.clientId])
}

const REMOVE_ALL_HOSTS = statement('tenants/remove-all-hosts', 'DELETE FROM hostnames WHERE client_id = $1')

/**
 * Closes the transaction's client: without host names it has no portals, no tasks and no mails. Its data stays, and one
 * host name opens it again. Returns the host names that it had.
 */
export async function closeClient(tx: Tx): Promise<Host[]> {
  const hosts = await lockHosts(tx)
  await execute(tx, REMOVE_ALL_HOSTS, [tx.clientId])
  const before = { hosts }
  await audit(tx, { userId: null, action: 'close-client', entity: 'client', entityId: tx.clientId, before })
  return hosts
}
