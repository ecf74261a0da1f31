import type { DeletionRequest } from '#contract/identity/account.ts'
import { audit } from '#server/platform/audit.ts'
import type { Tx } from '#server/platform/tenancy.ts'

export async function readDeletion(tx: Tx, userId: string): Promise<DeletionRequest> {
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
export async function askDeletion(tx: Tx, clientId: string, userId: string, at: Date): Promise<DeletionRequest> {
  const { rowCount } = await tx.query(
    'UPDATE users SET deletion_asked_at = $2 WHERE id = $1 AND deletion_asked_at IS NULL',
    [userId, at],
  )
  if (rowCount === 0) return readDeletion(tx, userId)
  await tx.query(
    `WITH admins AS (
       SELECT DISTINCT uc.user_id FROM member_links l
       JOIN club_members cm ON cm.client_id = l.client_id AND cm.member_id = l.member_id
       JOIN user_clubs uc ON uc.client_id = cm.client_id AND uc.club_id = cm.club_id
         AND uc.from_date <= current_date AND (uc.to_date IS NULL OR uc.to_date >= current_date)
       JOIN users a ON a.client_id = uc.client_id AND a.id = uc.user_id AND a.type = 'admin' AND a.status = 'current'
       WHERE l.user_id = $2),
     told AS (SELECT user_id FROM admins
       UNION ALL SELECT id FROM users WHERE type = 'ngo' AND status = 'current' AND NOT EXISTS (SELECT FROM admins))
     INSERT INTO mails (client_id, user_id, kind, data, created_at, due_at)
     SELECT $1, user_id, 'deletion-asked', jsonb_build_object('user', $2::text), $3, $3 FROM told`,
    [clientId, userId, at],
  )
  await audit(tx, clientId, { userId, action: 'ask-deletion', entity: 'user', entityId: userId })
  return readDeletion(tx, userId)
}

export async function takeDeletionBack(tx: Tx, clientId: string, userId: string): Promise<DeletionRequest> {
  const { rowCount } = await tx.query(
    'UPDATE users SET deletion_asked_at = NULL WHERE id = $1 AND deletion_asked_at IS NOT NULL',
    [userId],
  )
  if (rowCount !== 0)
    await audit(tx, clientId, { userId, action: 'take-deletion-back', entity: 'user', entityId: userId })
  return { asked_ts: null }
}
