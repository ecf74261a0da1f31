import type { DeletionRequest } from '#contract/identity/account.ts'
import { audit } from '#server/platform/audit.ts'
import { noteQueued, tellOfWork } from '#server/platform/jobs/due-work.ts'
import { execute, findRow, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { includesToday } from '#server/tenants/clubs/today.ts'

const READ_REQUEST = tenantStatement(
  'identity/read-deletion-request',
  `SELECT floor(extract(epoch FROM deletion_asked_at))::int AS asked_ts FROM users
   WHERE client_id = $1 AND id = $2`,
)

export async function readDeletionRequest(tx: Tx, userId: string): Promise<DeletionRequest> {
  const row = await findRow(tx, READ_REQUEST, [userId])
  return { asked_ts: row?.asked_ts ?? null }
}

const REQUEST_DELETION = tenantStatement(
  'identity/request-deletion',
  'UPDATE users SET deletion_asked_at = $3 WHERE client_id = $1 AND id = $2 AND deletion_asked_at IS NULL',
)

/**
 * Queues one mail for each of today's administrators of the clubs of the parent's children, or else for each author.
 */
const MAIL_ADMINISTRATORS = tenantStatement(
  'identity/mail-deletion-request',
  `WITH administrators AS (
     SELECT DISTINCT employment.user_id FROM member_links link
     JOIN club_members membership ON membership.client_id = link.client_id AND membership.member_id = link.member_id
     JOIN user_clubs employment ON employment.client_id = membership.client_id
       AND employment.club_id = membership.club_id AND ${includesToday('employment')}
     JOIN users admin ON admin.client_id = employment.client_id AND admin.id = employment.user_id
       AND admin.type = 'admin' AND admin.status = 'current'
     WHERE link.client_id = $1 AND link.user_id = $2),
   recipients AS (SELECT user_id FROM administrators
     UNION ALL
     SELECT id FROM users
     WHERE client_id = $1 AND type = 'ngo' AND status = 'current' AND NOT EXISTS (SELECT FROM administrators)),
   queued AS (INSERT INTO mails (client_id, user_id, kind, data, created_at, due_at)
     SELECT $1, user_id, 'deletion-asked', jsonb_build_object('user', $2::text), $3, $3 FROM recipients
     RETURNING client_id, due_at)
   ${noteQueued('mails')}`,
)

/**
 * Records that a parent wants the account deleted and mails those who answer: the administrators of the children's
 * clubs, or the client's authors when there are none. An operator closes the account (`rungs user close`). A repeated request sends no further mail.
 */
export async function requestDeletion(tx: Tx, userId: string, now: Date): Promise<DeletionRequest> {
  const requested = await execute(tx, REQUEST_DELETION, [userId, now])
  if (requested === 0) return readDeletionRequest(tx, userId)
  tellOfWork(tx, 'mails', now.getTime(), now.getTime())
  await execute(tx, MAIL_ADMINISTRATORS, [userId, now])
  await audit(tx, { userId, action: 'ask-deletion', entity: 'user', entityId: userId })
  return readDeletionRequest(tx, userId)
}

const WITHDRAW_REQUEST = tenantStatement(
  'identity/withdraw-deletion-request',
  `UPDATE users SET deletion_asked_at = NULL
   WHERE client_id = $1 AND id = $2 AND deletion_asked_at IS NOT NULL`,
)

export async function withdrawDeletionRequest(tx: Tx, userId: string): Promise<DeletionRequest> {
  const withdrawn = await execute(tx, WITHDRAW_REQUEST, [userId])
  if (withdrawn !== 0) await audit(tx, { userId, action: 'take-deletion-back', entity: 'user', entityId: userId })
  return { asked_ts: null }
}
