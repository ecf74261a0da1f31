import { createHash, randomBytes } from 'node:crypto'
import { audit } from '#server/platform/audit.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { enqueueMail } from '#server/platform/mail/queue.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import type { UserAdminContext } from './user-admin-context.ts'

/** How long the link that confirms a new address works [R3.14]. */
export const CONFIRM_MS = 7 * 86_400_000

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')

/**
 * Sends a mail with a confirmation link to the new address, and informs the present one. An earlier request and its
 * link become invalid. Without the confirmation an administrator could enter their own address, request a new password
 * and log in as the user.
 */
export async function requestEmailChange(
  tx: Tx,
  context: UserAdminContext,
  user: { uuid: string; type: string; email: string | null },
  email: string,
): Promise<void> {
  const { rowCount } = await tx.query('SELECT FROM users WHERE type = $1 AND lower(email) = lower($2) AND id <> $3', [
    user.type,
    email,
    user.uuid,
  ])
  if (rowCount !== 0) throw new Refusal('CONFLICT_EMAIL', { field: 'email' })
  const requestedAt = new Date(context.nowMs)
  await tx.query(
    `INSERT INTO email_changes (client_id, user_id, email, asked_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (client_id, user_id) DO UPDATE
       SET email = excluded.email, asked_at = excluded.asked_at, token_hashes = '{}'`,
    [context.clientId, user.uuid, email, requestedAt],
  )
  await enqueueMail(tx, context.clientId, requestedAt, { userId: user.uuid, kind: 'email-confirm' })
  // The present address is stored with the mail, because the new one may be confirmed before the mail is composed.
  if (user.email !== null)
    await enqueueMail(tx, context.clientId, requestedAt, {
      userId: user.uuid,
      kind: 'email-asked',
      data: { address: user.email },
    })
}

/** Withdraws a new address that is not confirmed yet; does nothing when there is none. */
export async function withdrawEmailChange(
  tx: Tx,
  context: UserAdminContext,
  user: { uuid: string; own: boolean },
): Promise<void> {
  if (!user.own) throw new Refusal('AUTH_USER_INSUFFICIENT_PERMISSIONS', { field: 'uuid' })
  const { rows } = await tx.query<{ email: string }>('DELETE FROM email_changes WHERE user_id = $1 RETURNING email', [
    user.uuid,
  ])
  const [withdrawn] = rows
  if (!withdrawn) return
  await audit(tx, context.clientId, {
    userId: context.userId,
    action: 'withdraw-email',
    entity: 'user',
    entityId: user.uuid,
    before: { pending_email: withdrawn.email },
  })
}

/**
 * Creates a token that confirms the pending address; null when there is none or it is too old. Tokens of earlier mails
 * about the same request stay valid.
 */
export async function makeConfirmation(
  tx: Tx,
  userId: string,
  nowMs: number,
): Promise<{ email: string; token: string } | null> {
  const token = randomBytes(32).toString('base64url')
  const { rows } = await tx.query<{ email: string }>(
    `UPDATE email_changes SET token_hashes = token_hashes || $2::text WHERE user_id = $1 AND asked_at > $3
     RETURNING email`,
    [userId, hashOf(token), new Date(nowMs - CONFIRM_MS)],
  )
  const [row] = rows
  return row ? { email: row.email, token } : null
}

/** A pending change of a user's address. */
export interface EmailChange {
  user_id: string
  firstname: string
  email: string
  old_email: string | null
  type: string
  status: string
  asked_at: Date
}

export async function findEmailChange(tx: Tx, token: string): Promise<EmailChange | null> {
  const { rows } = await tx.query<EmailChange>(
    `SELECT change.user_id, change.email, change.asked_at, users.email AS old_email, users.firstname, users.type,
       users.status
     FROM email_changes change JOIN users ON users.client_id = change.client_id AND users.id = change.user_id
     WHERE $1 = ANY(change.token_hashes)`,
    [hashOf(token)],
  )
  return rows[0] ?? null
}

/**
 * Makes the confirmed address the user's, and invalidates links that were sent to the old one. False when the change is
 * no longer pending.
 */
export async function applyEmailChange(
  tx: Tx,
  change: EmailChange,
  token: string,
  confirmedAt: Date,
): Promise<boolean> {
  const { rowCount } = await tx.query('DELETE FROM email_changes WHERE user_id = $1 AND $2 = ANY(token_hashes)', [
    change.user_id,
    hashOf(token),
  ])
  if (rowCount === 0) return false
  try {
    await tx.query('UPDATE users SET email = $2 WHERE id = $1', [change.user_id, change.email])
  } catch (error) {
    if ((error as { constraint?: string }).constraint === 'users_email')
      // The request's only field is the token, so the conflict is reported there.
      throw new Refusal('CONFLICT_EMAIL', { field: 'token' })
    throw error
  }
  await tx.query('UPDATE password_links SET used_at = $2 WHERE user_id = $1 AND used_at IS NULL', [
    change.user_id,
    confirmedAt,
  ])
  return true
}
