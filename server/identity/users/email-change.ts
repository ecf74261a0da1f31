import { createHash, randomBytes } from 'node:crypto'
import { audit } from '#server/platform/audit.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { enqueueMail } from '#server/platform/mail/queue.ts'
import { execute, findRow, tenantStatement, type RowOf } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import type { UserAdminContext } from './user-admin-context.ts'

/** How long the link that confirms a new address works [R3.14]. */
export const CONFIRM_MS = 7 * 86_400_000

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')

export const OTHER_WITH_EMAIL = tenantStatement(
  'identity/find-other-user-with-email',
  'SELECT FROM users WHERE client_id = $1 AND type = $2 AND lower(email) = lower($3) AND id <> $4',
)

const REQUEST_CHANGE = tenantStatement(
  'identity/request-email-change',
  `INSERT INTO email_changes (client_id, user_id, email, asked_at) VALUES ($1, $2, $3, $4)
   ON CONFLICT (client_id, user_id) DO UPDATE
     SET email = excluded.email, asked_at = excluded.asked_at, token_hashes = '{}'`,
)

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
  const others = await execute(tx, OTHER_WITH_EMAIL, [user.type, email, user.uuid])
  if (others !== 0) throw new Refusal('CONFLICT_EMAIL', { field: 'email' })
  const requestedAt = new Date(context.nowMs)
  await execute(tx, REQUEST_CHANGE, [user.uuid, email, requestedAt])
  await enqueueMail(tx, requestedAt, { userId: user.uuid, kind: 'email-confirm' })
  // The present address is stored with the mail, because the new one may be confirmed before the mail is composed.
  if (user.email !== null)
    await enqueueMail(tx, requestedAt, {
      userId: user.uuid,
      kind: 'email-asked',
      data: { address: user.email },
    })
}

const WITHDRAW_CHANGE = tenantStatement(
  'identity/withdraw-email-change',
  'DELETE FROM email_changes WHERE client_id = $1 AND user_id = $2 RETURNING email',
)

/** Withdraws a new address that is not confirmed yet; does nothing when there is none. */
export async function withdrawEmailChange(
  tx: Tx,
  context: UserAdminContext,
  user: { uuid: string; own: boolean },
): Promise<void> {
  if (!user.own) throw new Refusal('AUTH_USER_INSUFFICIENT_PERMISSIONS', { field: 'uuid' })
  const withdrawn = await findRow(tx, WITHDRAW_CHANGE, [user.uuid])
  if (!withdrawn) return
  await audit(tx, {
    userId: context.userId,
    action: 'withdraw-email',
    entity: 'user',
    entityId: user.uuid,
    before: { pending_email: withdrawn.email },
  })
}

const ADD_TOKEN = tenantStatement(
  'identity/add-token-of-email-change',
  `UPDATE email_changes SET token_hashes = token_hashes || $3::text
   WHERE client_id = $1 AND user_id = $2 AND asked_at > $4 RETURNING email`,
)

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
  const row = await findRow(tx, ADD_TOKEN, [userId, hashOf(token), new Date(nowMs - CONFIRM_MS)])
  return row ? { email: row.email, token } : null
}

const FIND_CHANGE = tenantStatement(
  'identity/find-email-change',
  `SELECT change.user_id, change.email, change.asked_at, users.email AS old_email, users.firstname, users.type,
     users.status
   FROM email_changes change JOIN users ON users.client_id = change.client_id AND users.id = change.user_id
   WHERE change.client_id = $1 AND $2 = ANY(change.token_hashes)`,
)

/** A pending change of a user's address. */
export type EmailChange = RowOf<typeof FIND_CHANGE>

export async function findEmailChange(tx: Tx, token: string): Promise<EmailChange | null> {
  return (await findRow(tx, FIND_CHANGE, [hashOf(token)])) ?? null
}

const DELETE_CHANGE = tenantStatement(
  'identity/delete-email-change',
  'DELETE FROM email_changes WHERE client_id = $1 AND user_id = $2 AND $3 = ANY(token_hashes)',
)

const SET_EMAIL = tenantStatement('identity/set-email', 'UPDATE users SET email = $3 WHERE client_id = $1 AND id = $2')

/** Invalidates the links for a new password that were sent to a user. */
export const USE_UP_LINKS = tenantStatement(
  'identity/use-up-password-links',
  'UPDATE password_links SET used_at = $3 WHERE client_id = $1 AND user_id = $2 AND used_at IS NULL',
)

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
  const deleted = await execute(tx, DELETE_CHANGE, [change.user_id, hashOf(token)])
  if (deleted === 0) return false
  try {
    await execute(tx, SET_EMAIL, [change.user_id, change.email])
  } catch (error) {
    if ((error as { constraint?: string }).constraint === 'users_email')
      // The request's only field is the token, so the conflict is reported there.
      throw new Refusal('CONFLICT_EMAIL', { field: 'token' })
    throw error
  }
  await execute(tx, USE_UP_LINKS, [change.user_id, confirmedAt])
  return true
}
