import type { Erasure } from '#db/backup/erased-since.ts'
import { eraseMember } from '#server/flows/erasure/erase.ts'
import { closeAccount } from '#server/identity/users/close-account.ts'
import { execute, findRow, tenantStatement } from '#server/platform/sql/statement.ts'
import { inTenant, openDatabase } from '#server/platform/tenancy.ts'
import { recordChanges } from '#server/tenants/changes/change-counters.ts'

const CLIENT_IS_BACK = tenantStatement(
  'cli/find-client-of-backup',
  'SELECT client_id FROM clients WHERE client_id = $1',
)
const MEMBER_IS_BACK = tenantStatement('cli/find-member', 'SELECT FROM members WHERE client_id = $1 AND id = $2')
const USER_IS_BACK = tenantStatement(
  'cli/find-open-account',
  `SELECT FROM users WHERE client_id = $1 AND id = $2 AND status <> 'anonymised'`,
)

/** Keeps the log of an erasure that the backup is too old for: a newer one, restored after it, needs to know of it. */
const KEEP_ERASURE = tenantStatement(
  'cli/keep-erasure',
  `INSERT INTO audit_log (client_id, action, entity, entity_id)
   SELECT client_id, CASE $2 WHEN 'member' THEN 'erase' ELSE 'close-account' END, $2, $3 FROM clients
   WHERE client_id = $1 AND NOT EXISTS (SELECT FROM audit_log log WHERE log.client_id = $1 AND log.entity = $2
     AND log.entity_id = $3 AND log.action IN ('erase', 'close-account'))
   RETURNING client_id`,
)

/**
 * Erases these again where the backup has brought them back. Returns how many, and the clients of erasures that nobody
 * knows from now on, because the backup lacks the client in whose log they would be kept.
 */
export async function eraseAgain(
  ownerUrl: string,
  erasures: readonly Erasure[],
): Promise<{ erased: number; forgottenBy: string[] }> {
  const db = openDatabase(ownerUrl, /* connections */ 1)
  let erased = 0
  const forgottenBy = new Set<string>()
  try {
    for (const { client_id: clientId, entity, entity_id: id } of erasures)
      await inTenant(db, clientId, 'write', async (tx) => {
        if ((await execute(tx, entity === 'member' ? MEMBER_IS_BACK : USER_IS_BACK, [id])) === 0) {
          if (!(await findRow(tx, CLIENT_IS_BACK))) forgottenBy.add(clientId)
          else await execute(tx, KEEP_ERASURE, [entity, id])
          return
        }
        if (entity === 'member') await recordChanges(tx, (await eraseMember(tx, /* by user */ null, id)).changed)
        else await closeAccount(tx, /* by user */ null, id, new Date())
        erased++
      })
  } finally {
    await db.pool.end()
  }
  return { erased, forgottenBy: [...forgottenBy] }
}
