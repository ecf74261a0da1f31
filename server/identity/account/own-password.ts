import type { OwnPasswordBody } from '#contract/identity/account.ts'
import { checkPassword, hashPassword } from '#server/identity/auth/passwords.ts'
import { lockWithPassword } from '#server/identity/auth/queries.ts'
import { refuseInvalidPassword, storePassword } from '#server/identity/auth/set-password.ts'
import type { AuthDeps } from '#server/identity/auth/open-session.ts'
import { clearAfterSuccess, growingLimit, reserveTries, triesAt } from '#server/identity/auth/tries.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import type { Session } from '#server/platform/http/session.ts'
import { enqueueMail } from '#server/platform/mail/queue.ts'
import { execute, findRow, tenantStatement } from '#server/platform/sql/statement.ts'
import { inTenant } from '#server/platform/tenancy.ts'

/**
 * Limits of wrong passwords in one session, and in all sessions of the user together. The first is lower, so that a
 * stolen session cannot lock out the user's other sessions.
 */
const SESSION_LIMIT = growingLimit(10)
const USER_LIMIT = growingLimit(100)

const OWN_PASSWORD = tenantStatement(
  'identity/read-own-password',
  'SELECT password_hash AS hash FROM users WHERE client_id = $1 AND id = $2',
)

const CHANGED_LATELY = tenantStatement(
  'identity/find-late-change-of-password',
  `SELECT FROM audit_log WHERE client_id = $1 AND entity = 'user' AND entity_id = $2::uuid::text AND user_id = $2::uuid
     AND action = 'set-password' AND at > now() - interval '10 minutes' LIMIT 1`,
)

/**
 * Whether the user has set this password just now, and sends the change again because its answer was lost. Later it
 * would be a second guess of each try.
 */
async function isRepeated({ db }: AuthDeps, session: Session, hash: string, password: string): Promise<boolean> {
  const { clientId, userId } = session
  const changed = await inTenant(db, clientId, 'read', (tx) => execute(tx, CHANGED_LATELY, [userId]))
  return changed > 0 && (await checkPassword(hash, password))
}

/**
 * Changes the password of a user who knows the old one. All other sessions end, and a mail tells the user (security.md
 * 17).
 */
export async function changeOwnPassword(deps: AuthDeps, session: Session, body: OwnPasswordBody): Promise<void> {
  const { db, now } = deps
  const { clientId, userId } = session
  const target = ['own-password', userId] as const
  // `family` identifies the session. It is null only for API users, who have no password and are refused below.
  const tries = [triesAt(target, SESSION_LIMIT, ['session', session.family ?? '']), triesAt(target, USER_LIMIT)]
  const stored = await inTenant(db, clientId, 'read', (tx) => findRow(tx, OWN_PASSWORD, [userId]))
  // Users who log in at a provider have no password here.
  if (!stored?.hash) throw new Refusal('AUTH_USER_INSUFFICIENT_PERMISSIONS')
  const { hash: formerHash } = stored
  refuseInvalidPassword(body.password)
  await reserveTries(db, clientId, now(), tries)
  if (!(await checkPassword(formerHash, body.current_password))) {
    if (await isRepeated(deps, session, formerHash, body.password)) return
    throw new Refusal('PASSWORD_WRONG', { field: 'current_password' })
  }
  const hash = await hashPassword(body.password)
  const changedAt = new Date(now())
  const endedFamilies = await inTenant(db, clientId, 'write', async (tx) => {
    if (!(await lockWithPassword(tx, userId, formerHash)))
      throw new Refusal('PASSWORD_WRONG', { field: 'current_password' })
    await clearAfterSuccess(tx, tries)
    await enqueueMail(tx, changedAt, { userId, kind: 'password-changed' })
    return storePassword(tx, { userId, actorId: userId, hash, changedAt, exceptFamily: session.family })
  })
  deps.tokens.forget(endedFamilies)
}
