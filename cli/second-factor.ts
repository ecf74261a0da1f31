import { parseArgs } from 'node:util'
import { setSecondFactor } from '#server/tenants/clients/second-factor-policy.ts'
import { removeFactor } from '#server/identity/auth/second-factor.ts'
import { queryRows, tenantStatement } from '#server/platform/sql/statement.ts'
import { inTenant, openDatabase } from '#server/platform/tenancy.ts'
import { requireClient } from './clients.ts'
import { wrongUsage } from './usage.ts'

const USERS = tenantStatement(
  'cli/list-users-with-email',
  'SELECT id FROM users WHERE client_id = $1 AND type = $2 AND lower(email) = lower($3)',
)

/**
 * Sets whether a client requires second factors, or removes that of a user who has lost the phone and the recovery
 * codes.
 */
export async function secondFactor(args: string[], appUrl: string): Promise<string> {
  const [clientId, setting, type, email, ...rest] = parseArgs({ args, allowPositionals: true }).positionals
  const isPolicy = setting === 'optional' || setting === 'required'
  if (clientId === undefined || rest.length > 0 || (isPolicy && type !== undefined)) throw wrongUsage('second-factor')
  const db = openDatabase(appUrl, /* connections */ 1)
  try {
    return await inTenant(db, clientId, 'write', async (tx) => {
      await requireClient(tx)
      if (isPolicy) {
        await setSecondFactor(tx, clientId, setting, { userId: null, nowMs: Date.now() })
        return `The second factor is ${setting} at ${clientId}.`
      }
      if (setting !== 'off' || type === undefined || email === undefined) throw wrongUsage('second-factor')
      const [user] = await queryRows(tx, USERS, [type, email])
      if (!user || !(await removeFactor(tx, user.id, /* by an operator */ null, new Date())))
        throw new Error(`${email} has no second factor`)
      return `${email} logs in with the password only, until another second factor is set up.`
    })
  } finally {
    await db.pool.end()
  }
}
