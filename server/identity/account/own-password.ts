import type { OwnPasswordBody } from '#contract/identity/account.ts'
import { checkPassword, hashPassword } from '#server/identity/auth/passwords.ts'
import { refusePassword, storePassword, type PasswordDeps } from '#server/identity/auth/set-password.ts'
import { clearAfterSuccess, growingLimit, reserve, triesAt } from '#server/identity/auth/tries.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import type { Session } from '#server/platform/http/session.ts'
import { enqueueMail } from '#server/platform/mail/queue.ts'
import { inTenant } from '#server/platform/tenancy.ts'

/** Wrong passwords of one session, and of all sessions of the user: a session that is not its owner's keeps nobody out. */
const OWN = growingLimit(10)
const ALL = growingLimit(100)

/** A new password by who knows the old one; other devices are logged out, and a mail says so (security.md 17). */
export async function changeOwnPassword(deps: PasswordDeps, session: Session, body: OwnPasswordBody): Promise<void> {
  const { db, now } = deps
  const { clientId, userId } = session
  const about = ['own-password', userId] as const
  const tries = [triesAt(about, OWN, ['session', session.family ?? '']), triesAt(about, ALL)]
  const stored = await inTenant(db, clientId, 'read', async (tx) => {
    const { rows } = await tx.query<{ hash: string | null; login: string }>(
      'SELECT u.password_hash AS hash, c.login FROM users u JOIN clients c USING (client_id) WHERE u.id = $1',
      [userId],
    )
    return rows[0]
  })
  // who logs in at a provider has no password here
  if (!stored?.hash) throw new Refusal('AUTH_USER_INSUFFICIENT_PERMISSIONS')
  refusePassword(body.password)
  await reserve(db, clientId, now(), tries)
  if (!(await checkPassword(stored.hash, body.current_password)))
    throw new Refusal('PASSWORD_WRONG', { field: 'current_password' })
  const hash = await hashPassword(body.password)
  const at = new Date(now())
  const ended = await inTenant(db, clientId, 'write', async (tx) => {
    await clearAfterSuccess(tx, tries)
    await enqueueMail(tx, clientId, at, { userId, kind: 'password-changed' })
    return storePassword(tx, clientId, { userId, by: userId, hash, at, but: session.family })
  })
  deps.tokens.forget(ended)
  deps.mail.wake(clientId)
}
