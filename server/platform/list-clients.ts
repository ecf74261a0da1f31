import { queryRowsWithoutTenant, statement } from './sql/statement.ts'
import type { Database } from './tenancy.ts'

const CLIENTS = statement('platform/list-clients', 'SELECT DISTINCT client_id FROM hostnames')

/** The ids of all clients with a host name: those whose tasks and mails this server runs. */
export async function listClients(db: Database): Promise<string[]> {
  return (await queryRowsWithoutTenant(db, CLIENTS)).map(({ client_id }) => client_id)
}
