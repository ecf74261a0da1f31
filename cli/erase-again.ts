import { broughtBack } from '#db/backup/erased-since.ts'
import { eraseMember } from '#server/flows/erasure/erase.ts'
import { closeAccount } from '#server/identity/users/close-account.ts'
import { execute, tenantStatement } from '#server/platform/sql/statement.ts'
import { inTenant, openDatabase } from '#server/platform/tenancy.ts'
import { recordChanges } from '#server/tenants/changes/change-counters.ts'

/** The entry by which a restore noted an erasure; the erasure writes its own. */
const DROP_NOTE = tenantStatement(
  'cli/drop-note-of-erasure',
  `DELETE FROM audit_log WHERE client_id = $1 AND entity = $2 AND entity_id = $3
     AND action IN ('erase', 'close-account')`,
)

/**
 * Erases again whom a restore has brought back, and returns how many. It ends what a restore has begun, too, whose process
 * was killed after the database was there.
 */
export async function eraseAgain(ownerUrl: string): Promise<number> {
  const erasures = await broughtBack(ownerUrl)
  if (erasures.length === 0) return 0
  const db = openDatabase(ownerUrl, /* connections */ 1)
  let erased = 0
  try {
    for (const { client_id: clientId, entity, entity_id: id } of erasures)
      await inTenant(db, clientId, 'write', async (tx) => {
        // another process, which starts at the same time, has done it
        if ((await execute(tx, DROP_NOTE, [entity, id])) === 0) return
        if (entity === 'member') await recordChanges(tx, (await eraseMember(tx, /* by user */ null, id)).changed)
        else await closeAccount(tx, /* by user */ null, id, new Date())
        erased++
      })
  } finally {
    await db.pool.end()
  }
  return erased
}
