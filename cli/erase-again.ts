import type { Erasure } from '#db/backup/erased-since.ts'
import { eraseMember } from '#server/flows/erasure/erase.ts'
import { closeAccount } from '#server/identity/users/close-account.ts'
import { execute, tenantStatement } from '#server/platform/sql/statement.ts'
import { inTenant, openDatabase } from '#server/platform/tenancy.ts'
import { recordChanges } from '#server/tenants/changes/change-counters.ts'

const MEMBER_IS_BACK = tenantStatement('cli/find-member', 'SELECT FROM members WHERE client_id = $1 AND id = $2')
const USER_IS_BACK = tenantStatement(
  'cli/find-open-account',
  `SELECT FROM users WHERE client_id = $1 AND id = $2 AND status <> 'anonymised'`,
)

/** Erases these again where the backup has brought them back; returns how many. */
export async function eraseAgain(ownerUrl: string, erasures: readonly Erasure[]): Promise<number> {
  const db = openDatabase(ownerUrl, /* connections */ 1)
  let erased = 0
  try {
    for (const { client_id: clientId, entity, entity_id: id } of erasures)
      await inTenant(db, clientId, 'write', async (tx) => {
        if ((await execute(tx, entity === 'member' ? MEMBER_IS_BACK : USER_IS_BACK, [id])) === 0) return
        if (entity === 'member') await recordChanges(tx, (await eraseMember(tx, /* by user */ null, id)).changed)
        else await closeAccount(tx, /* by user */ null, id, new Date())
        erased++
      })
  } finally {
    await db.pool.end()
  }
  return erased
}
