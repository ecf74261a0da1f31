import { execute, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'

const DELETE_EXPIRED = tenantStatement(
  'identity/delete-expired-sessions',
  `DELETE FROM refresh_sessions USING (
     SELECT user_id, max(expires_at) AS expires_at FROM refresh_sessions WHERE client_id = $1 GROUP BY user_id) newest
     JOIN users ON users.client_id = $1 AND users.id = newest.user_id
   WHERE refresh_sessions.client_id = $1 AND refresh_sessions.expires_at <= $2
     AND refresh_sessions.user_id = newest.user_id
     AND (refresh_sessions.expires_at < newest.expires_at OR users.status = 'anonymised')`,
)

/**
 * Deletes refresh tokens that have expired: each use of a portal leaves one every quarter of an hour. The newest of a
 * user stays, because it says until when the account was used (`flows/retention`), unless the account was closed for
 * good.
 */
export async function deleteExpiredSessions(tx: Tx, nowMs: number): Promise<void> {
  await execute(tx, DELETE_EXPIRED, [new Date(nowMs)])
}
