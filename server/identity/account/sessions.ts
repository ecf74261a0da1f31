import type { OpenSession } from '#contract/identity/account.ts'
import { audit } from '#server/platform/audit.ts'
import { revokeAll } from '#server/platform/http/end-sessions.ts'
import type { Session } from '#server/platform/http/session.ts'
import { execute, queryRows, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'

const OPEN_SESSIONS = tenantStatement(
  'identity/list-open-sessions',
  `SELECT family AS id, floor(extract(epoch FROM least(min(began_at), min(opened_at))))::int AS opened_ts,
     floor(extract(epoch FROM max(opened_at)))::int AS used_ts, family IS NOT DISTINCT FROM $4::uuid AS current
   FROM refresh_sessions WHERE client_id = $1 AND user_id = $2 AND revoked_at IS NULL
   GROUP BY family HAVING max(expires_at) > $3
   ORDER BY family IS NOT DISTINCT FROM $4::uuid DESC, max(opened_at) DESC`,
)

/**
 * The open sessions of a user: first the session of this request, then the most recently used. All refresh tokens of a
 * session have the same family, and each refresh adds a row. So the newest row of a family says when it was last used.
 */
export async function openSessions(tx: Tx, { userId, family }: Session, nowMs: number): Promise<OpenSession[]> {
  return queryRows(tx, OPEN_SESSIONS, [userId, new Date(nowMs), family])
}

const OPEN_SESSION = tenantStatement(
  'identity/find-open-session',
  'SELECT FROM refresh_sessions WHERE client_id = $1 AND family = $2 AND user_id = $3 AND revoked_at IS NULL',
)

export async function isOwnOpenSession(tx: Tx, { userId }: Session, family: string): Promise<boolean> {
  return (await execute(tx, OPEN_SESSION, [family, userId])) !== 0
}

/** Ends all sessions of the user except the one of this request; returns their families, for `Tokens.forget`. */
export async function endOtherSessions(tx: Tx, { userId, family }: Session, now: Date): Promise<string[]> {
  await audit(tx, { userId, action: 'log-out-elsewhere', entity: 'user', entityId: userId })
  return revokeAll(tx, userId, now, family)
}
