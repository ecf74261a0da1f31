import type { DeletionRequest } from '#contract/identity/account.ts'
import { audit } from '#server/platform/audit.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { includesToday } from '#server/tenants/clubs/today.ts'

export async function readDeletionRequest(tx: Tx, userId: string): Promise<DeletionRequest> {
  const { rows } = await tx.query<DeletionRequest>(
    'SELECT floor(extract(epoch FROM deletion_asked_at))::int AS asked_ts FROM users WHERE id = $1',
    [userId],
  )
  return { asked_ts: rows[0]?.asked_ts ?? null }
}

/**
 * Records that a parent wants the account deleted and mails those who can do it: the administrators of the children's
 * clubs, or the client's authors when there are none. A repeated request sends no further mail.
 */
export async function requestDeletion(tx: Tx, clientId: string, userId: string, now: Date): Promise<DeletionRequest> {
  const { rowCount } = await tx.query(
    'UPDATE users SET deletion_asked_at = $2 WHERE id = $1 AND deletion_asked_at IS NULL',
    [userId, now],
  )
  if (rowCount === 0) return readDeletionRequest(tx, userId)
  await tx.query(
    // Queues one mail for each of today's administrators of the clubs of the parent's children, or else for each
    // author.
    `WITH administrators AS (
       SELECT DISTINCT employment.user_id FROM member_links link
       JOIN club_members membership ON membership.client_id = link.client_id AND membership.member_id = link.member_id
       JOIN user_clubs employment ON employment.client_id = membership.client_id
         AND employment.club_id = membership.club_id AND ${includesToday('employment')}
       JOIN users admin ON admin.client_id = employment.client_id AND admin.id = employment.user_id
         AND admin.type = 'admin' AND admin.status = 'current'
       WHERE link.user_id = $2),
     recipients AS (SELECT user_id FROM administrators
       UNION ALL
       SELECT id FROM users WHERE type = 'ngo' AND status = 'current' AND NOT EXISTS (SELECT FROM administrators))
     INSERT INTO mails (client_id, user_id, kind, data, created_at, due_at)
     SELECT $1, user_id, 'deletion-asked', jsonb_build_object('user', $2::text), $3, $3 FROM recipients`,
    [clientId, userId, now],
  )
  await audit(tx, clientId, { userId, action: 'ask-deletion', entity: 'user', entityId: userId })
  return readDeletionRequest(tx, userId)
}

export async function withdrawDeletionRequest(tx: Tx, clientId: string, userId: string): Promise<DeletionRequest> {
  const { rowCount } = await tx.query(
    'UPDATE users SET deletion_asked_at = NULL WHERE id = $1 AND deletion_asked_at IS NOT NULL',
    [userId],
  )
  if (rowCount !== 0)
    await audit(tx, clientId, { userId, action: 'take-deletion-back', entity: 'user', entityId: userId })
  return { asked_ts: null }
}
