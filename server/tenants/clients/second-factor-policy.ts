import { audit } from '#server/platform/audit.ts'
import { revokeAll } from '#server/platform/http/end-sessions.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { execute, findRow, queryRows, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'

interface FactorState {
  /** Whether the client requires a second factor of administrators and authors. */
  policy: 'optional' | 'required'
  /** Whether the user has set one up and confirmed it. */
  on: boolean
  /** The number of unused recovery codes. */
  codesLeft: number
}

const FACTOR_STATE = tenantStatement(
  'tenants/read-factor-state',
  `SELECT second_factor AS policy,
     EXISTS (SELECT FROM second_factors WHERE client_id = $1 AND user_id = $2 AND confirmed_at IS NOT NULL) AS on,
     (SELECT count(*) FROM recovery_codes WHERE client_id = $1 AND user_id = $2) AS "codesLeft"
   FROM clients WHERE client_id = $1`,
)

/** Reads the client's policy and the state of this user's second factor. */
export async function readFactorState(tx: Tx, userId: string): Promise<FactorState> {
  const row = await findRow(tx, FACTOR_STATE, [userId])
  if (!row) throw new Refusal('AUTH_USER_NOT_FOUND')
  return row
}

const UPDATE_POLICY = tenantStatement(
  'tenants/update-second-factor-policy',
  'UPDATE clients SET second_factor = $2 WHERE client_id = $1',
)

const USERS_WITHOUT_FACTOR = tenantStatement(
  'tenants/list-users-without-second-factor',
  `SELECT DISTINCT user_id FROM refresh_sessions session
   WHERE client_id = $1 AND portal IN ('club', 'scheme') AND revoked_at IS NULL
     AND NOT EXISTS (SELECT FROM second_factors factor
       WHERE factor.client_id = session.client_id AND factor.user_id = session.user_id
         AND factor.confirmed_at IS NOT NULL)`,
)

/**
 * Sets whether administrators and authors must have a second factor, and logs out those who must and have none. Returns
 * the families of the ended sessions. `userId` is the author who sets it, or null for an operator.
 */
export async function setSecondFactor(
  tx: Tx,
  clientId: string,
  policy: 'optional' | 'required',
  { userId, nowMs }: { userId: string | null; nowMs: number },
): Promise<string[]> {
  const endedFamilies: string[] = []
  await execute(tx, UPDATE_POLICY, [policy])
  if (policy === 'required') {
    const rows = await queryRows(tx, USERS_WITHOUT_FACTOR)
    const userIds = rows.map(({ user_id }) => user_id)
    endedFamilies.push(...(await revokeAll(tx, userIds, new Date(nowMs))))
  }
  await audit(tx, {
    userId,
    action: 'update',
    entity: 'client',
    entityId: clientId,
    after: { second_factor: policy },
  })
  return endedFamilies
}
