import { execute, tenantStatement } from './sql/statement.ts'
import type { Tx } from './tenancy.ts'

export interface AuditEntry {
  /** Who made the change; null for the system itself and for operators. */
  userId: string | null
  action: string
  entity: string
  entityId: string
  /** The values before and after the change; left out where there are none, as before a creation. */
  before?: object | null | undefined
  after?: object | null | undefined
}

const INSERT_ENTRY = tenantStatement(
  'platform/insert-audit-entry',
  `INSERT INTO audit_log (client_id, user_id, action, entity, entity_id, before, after)
   VALUES ($1, $2, $3, $4, $5, $6, $7)`,
)

/** Adds an entry to the append-only audit log, in the same transaction as the change that it describes. */
export async function audit(tx: Tx, entry: AuditEntry): Promise<void> {
  const { userId, action, entity, entityId, before = null, after = null } = entry
  await execute(tx, INSERT_ENTRY, [userId, action, entity, entityId, before, after])
}
