import { audit } from '#server/platform/audit.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { queryRows, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import type { UserAdminContext } from '#server/identity/users/user-admin-context.ts'
import { readUser } from '#server/identity/users/user-detail.ts'
import { recordOfUser } from './export-user.ts'

const ACCOUNTS = tenantStatement(
  'flows/list-accounts-of-person',
  // the account of the user $2 first, because false is sorted before true
  `SELECT account.id FROM users account JOIN users named ON named.client_id = account.client_id AND named.id = $2
   WHERE account.client_id = $1 AND (account.id = named.id OR lower(account.email) = lower(named.email))
   ORDER BY account.id <> named.id, account.type`,
)

/**
 * Everything held about a person, as JSON text: the account and all accounts with the same address, because a coach who
 * is also a parent has two. Children are not included; their clubs give their data.
 */
export async function exportPerson(tx: Tx, context: UserAdminContext, userId: string): Promise<string> {
  if (!(await readUser(tx, context, userId))) throw new Refusal('NOT_FOUND', { field: 'userUuid' })
  const accounts: object[] = []
  for (const { id } of await queryRows(tx, ACCOUNTS, [userId])) {
    accounts.push(await recordOfUser(tx, id))
    await audit(tx, { userId: context.userId, action: 'export', entity: 'user', entityId: id })
  }
  return JSON.stringify({ exported_at: new Date(context.nowMs).toISOString(), accounts }, null, 2)
}
