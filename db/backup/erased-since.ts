import pg from 'pg'
import { ensureBackupPolicies, readAllClients } from './policy.ts'

/** A member who was erased or an account that was closed for good, according to the log. */
export interface Erasure {
  client_id: string
  entity: 'member' | 'user'
  entity_id: string
}

/** SQL condition: the entry of the log says that a person is gone. */
const isErasure = `((entity = 'member' AND action = 'erase') OR (entity = 'user' AND action = 'close-account'))`

/**
 * What was erased since a backup was made, according to the database that the restore will replace. It looks a day
 * further back, because clocks differ.
 */
export async function erasedSince(owner: pg.Client, madeAt: string): Promise<Erasure[]> {
  await ensureBackupPolicies(owner)
  await readAllClients(owner)
  const { rows } = await owner.query<Erasure>(
    `SELECT client_id, entity, entity_id FROM audit_log
     WHERE at > $1::timestamptz - interval '1 day' AND ${isErasure} ORDER BY id`,
    [madeAt],
  )
  return rows
}

/**
 * SQL that notes these in the log of a restored database, where it does not say so. It runs with the restore, so that they
 * are known even if nothing runs after it, and when a newer backup is restored.
 */
export const noteErasures = (erasures: readonly Erasure[]) => `INSERT INTO public.audit_log
    (client_id, action, entity, entity_id)
  SELECT client_id, CASE entity WHEN 'member' THEN 'erase' ELSE 'close-account' END, entity, entity_id
  FROM (SELECT DISTINCT * FROM jsonb_to_recordset(${pg.escapeLiteral(JSON.stringify(erasures))})
      erased (client_id text, entity text, entity_id text)) erased
    JOIN public.clients USING (client_id)
  WHERE NOT EXISTS (SELECT FROM public.audit_log log WHERE log.client_id = erased.client_id
    AND log.entity = erased.entity AND log.entity_id = erased.entity_id AND log.action IN ('erase', 'close-account'));`

/**
 * Who is there although the log says that they are gone: a restore has brought them back. It looks at the whole log,
 * because nights may have passed since a restore that could not erase.
 */
export async function broughtBack(ownerUrl: string): Promise<Erasure[]> {
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  try {
    await readAllClients(owner)
    const { rows } = await owner.query<Erasure>(
      `WITH gone AS MATERIALIZED (SELECT client_id, id, entity, entity_id FROM audit_log WHERE ${isErasure})
       SELECT client_id, entity, entity_id FROM gone
       WHERE CASE entity
         WHEN 'member' THEN EXISTS (SELECT FROM members WHERE members.client_id = gone.client_id
           AND members.id = gone.entity_id::uuid)
         ELSE EXISTS (SELECT FROM users WHERE users.client_id = gone.client_id AND users.id = gone.entity_id::uuid
           AND users.status <> 'anonymised') END
       ORDER BY gone.id`,
    )
    return rows
  } finally {
    await owner.end()
  }
}
