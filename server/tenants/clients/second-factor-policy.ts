import { audit } from '#server/platform/audit.ts'
import { revokeAll } from '#server/platform/http/end-sessions.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import type { Tx } from '#server/platform/tenancy.ts'

interface FactorState {
  /** Whether the client requires a second factor of administrators and authors. */
  policy: 'optional' | 'required'
  /** Whether the user has set one up and confirmed it. */
  on: boolean
  /** The number of unused recovery codes. */
  codesLeft: number
}

/** Reads the client's policy and the state of this user's second factor. */
export async function readFactorState(tx: Tx, userId: string): Promise<FactorState> {
  const { rows } = await tx.query<FactorState>(
    `SELECT second_factor AS policy,
       EXISTS (SELECT FROM second_factors WHERE user_id = $1 AND confirmed_at IS NOT NULL) AS on,
       (SELECT count(*)::int FROM recovery_codes WHERE user_id = $1) AS "codesLeft"
     FROM clients`,
    [userId],
  )
  const row = rows[0]
  if (!row) throw new Refusal('AUTH_USER_NOT_FOUND')
  return row
}

/**
 * Sets whether administrators and authors must have a second factor, and logs out those who must and have none. Returns
 * the families of the ended sessions. `userId` is the author who sets it, or null for an operator.
 */
export async function setSecondFactor(
  tx: Tx,
  clientId: string,
  policy: 'optional' | 'required',
  userId: string | null = null,
): Promise<string[]> {
  const endedFamilies: string[] = []
  await tx.query('UPDATE clients SET second_factor = $1', [policy])
  if (policy === 'required') {
    const { rows } = await tx.query<{ user_id: string }>(
      `SELECT DISTINCT user_id FROM refresh_sessions session WHERE portal IN ('club', 'scheme') AND revoked_at IS NULL
         AND NOT EXISTS (SELECT FROM second_factors factor
           WHERE factor.user_id = session.user_id AND factor.confirmed_at IS NOT NULL)`,
    )
    const userIds = rows.map(({ user_id }) => user_id)
    endedFamilies.push(...(await revokeAll(tx, userIds, new Date())))
  }
  await audit(tx, clientId, {
    userId,
    action: 'update',
    entity: 'client',
    entityId: clientId,
    after: { second_factor: policy },
  })
  return endedFamilies
}
