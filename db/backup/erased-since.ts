import type pg from 'pg'
import { ensureBackupPolicies, readAllClients } from './policy.ts'

/** A member who was erased or an account that was closed for good, according to the log. */
export interface Erasure {
  client_id: string
  entity: 'member' | 'user'
  entity_id: string
}

/**
 * What was erased since a backup was made, according to the database that the restore will replace. It looks a day
 * further back, because clocks differ.
 */
export async function erasedSince(owner: pg.Client, madeAt: string): Promise<Erasure[]> {
  await ensureBackupPolicies(owner)
  await readAllClients(owner)
  const { rows } = await owner.query<Erasure>(
    `SELECT client_id, entity, entity_id FROM audit_log
     WHERE at > $1::timestamptz - interval '1 day'
       AND ((entity = 'member' AND action = 'erase') OR (entity = 'user' AND action = 'close-account'))
     ORDER BY id`,
    [madeAt],
  )
  return rows
}
