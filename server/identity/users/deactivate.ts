import { audit } from '#server/platform/audit.ts'
import { revokeAll } from '#server/platform/http/end-sessions.ts'
import { execute, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { recordChanges } from '#server/tenants/changes/change-counters.ts'
import { removeCoachFromGroups } from './user-detail.ts'

const DEACTIVATE = tenantStatement(
  'identity/deactivate-user',
  `UPDATE users SET status = 'lapsed' WHERE client_id = $1 AND id = $2 AND status = 'current'`,
)

/**
 * Makes an account inactive as an office does [7.24], for operators: its sessions end, a coach leaves the groups, and
 * nobody logs in with it. An office can make it active again. False when it is not active.
 */
export async function deactivateUser(tx: Tx, userId: string, now: Date): Promise<boolean> {
  if ((await execute(tx, DEACTIVATE, [userId])) === 0) return false
  await revokeAll(tx, userId, now)
  await recordChanges(tx, await removeCoachFromGroups(tx, { nowMs: now.getTime() }, userId, /* of all clubs */ null))
  await audit(tx, {
    userId: null,
    action: 'change',
    entity: 'user',
    entityId: userId,
    before: { status: 'current' },
    after: { status: 'lapsed' },
  })
  return true
}
