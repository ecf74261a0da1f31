import { audit } from '#server/platform/audit.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import type { UserAdminContext } from '#server/identity/users/user-admin-context.ts'
import { readUser } from '#server/identity/users/user-detail.ts'
import { recordOfUser } from './export-user.ts'

/**
 * Everything held about a person, as JSON text: the account and all accounts with the same address, because a coach who
 * is also a parent has two. Children are not included; their clubs give their data.
 */
export async function exportPerson(tx: Tx, context: UserAdminContext, userId: string): Promise<string> {
  if (!(await readUser(tx, context, userId))) throw new Refusal('NOT_FOUND', { field: 'userUuid' })
  const { rows } = await tx.query<{ id: string }>(
    // the account of `userId` ($1) first, because false is sorted before true
    `SELECT account.id FROM users account JOIN users named ON named.client_id = account.client_id AND named.id = $1
     WHERE account.id = named.id OR lower(account.email) = lower(named.email)
     ORDER BY account.id <> named.id, account.type`,
    [userId],
  )
  const accounts: object[] = []
  for (const { id } of rows) {
    accounts.push(await recordOfUser(tx, id))
    await audit(tx, context.clientId, { userId: context.userId, action: 'export', entity: 'user', entityId: id })
  }
  return JSON.stringify({ exported_at: new Date(context.nowMs).toISOString(), accounts }, null, 2)
}
