import { setSecondFactor } from '#server/tenants/clients/second-factor-policy.ts'
import { removeFactor } from '#server/identity/auth/second-factor.ts'
import { inTenant, openDatabase } from '#server/platform/tenancy.ts'
import { usageOf } from './usage.ts'

/**
 * Sets whether a client requires second factors, or removes that of a user who has lost the phone and the recovery
 * codes.
 */
export async function secondFactor([clientId, setting, type, email]: string[], appUrl: string): Promise<string> {
  if (clientId === undefined) throw new Error(usageOf('second-factor'))
  const db = openDatabase(appUrl, /* connections */ 1)
  try {
    return await inTenant(db, clientId, 'write', async (tx) => {
      // row-level security shows only this client
      const client = await tx.query('SELECT FROM clients')
      if (client.rowCount === 0) throw new Error(`no client "${clientId}"`)
      if (setting === 'optional' || setting === 'required') {
        await setSecondFactor(tx, clientId, setting)
        return `The second factor is ${setting} at ${clientId}.`
      }
      if (setting !== 'off' || type === undefined || email === undefined) throw new Error(usageOf('second-factor'))
      const { rows } = await tx.query<{ id: string }>(
        'SELECT id FROM users WHERE type = $1 AND lower(email) = lower($2)',
        [type, email],
      )
      const [user] = rows
      if (!user || !(await removeFactor(tx, clientId, user.id, /* by an operator */ null, new Date())))
        throw new Error(`${email} has no second factor`)
      return `${email} logs in with the password only, until another second factor is set up.`
    })
  } finally {
    await db.pool.end()
  }
}
