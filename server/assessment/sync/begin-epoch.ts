import { audit } from '#server/platform/audit.ts'
import { execute, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'

const BEGIN_EPOCH = tenantStatement(
  'assessment/begin-epoch',
  'UPDATE clients SET epoch = gen_random_uuid() WHERE client_id = $1',
)

/**
 * Begins a new epoch of the client's data, after which tablets load everything anew and send again what they still hold.
 */
export async function beginEpoch(tx: Tx): Promise<void> {
  await execute(tx, BEGIN_EPOCH)
  await audit(tx, { userId: null, action: 'new-epoch', entity: 'client', entityId: tx.clientId })
}
