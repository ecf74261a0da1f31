import type {
  AskResetBody,
  CheckTokenBody,
  CheckTokenReply,
  LoginAnswer,
  SetPasswordBody,
} from '#contract/identity/auth.ts'
import { isEmail } from '#domain/platform/email.ts'
import { brokenRules } from '#domain/identity/password.ts'
import { audit } from '#server/platform/audit.ts'
import { revokeAll } from '#server/platform/http/end-sessions.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { typeOfPortal } from '#server/platform/http/session.ts'
import type { Tenant } from '#server/platform/http/tenant.ts'
import { enqueueMail } from '#server/platform/mail/queue.ts'
import { noteQueued, tellOfWork } from '#server/platform/jobs/due-work.ts'
import { execute, findRow, queryRows, tenantStatement } from '#server/platform/sql/statement.ts'
import { inTenant, type Tx } from '#server/platform/tenancy.ts'
import { linkInvitedChildren, lockEmail } from '#server/identity/users/invite.ts'
import { isCommon } from './common-passwords.ts'
import { validEmailChange } from './confirm-email.ts'
import { requesterOf, type RequestOrigin } from './device.ts'
import { limitLinkGuesses } from './limit-link-guesses.ts'
import { findLink, useLink, type Link } from './links.ts'
import { finishLogin } from './finish-login.ts'
import { readClientWithPasswords } from './login.ts'
import { refuseStatus, type AuthDeps } from './open-session.ts'
import { hashPassword } from './passwords.ts'
import { accountOf, forgetTries, growingLimit, reserveTries, triesAt } from './tries.ts'

/**
 * Limit of reset mails that are requested from one network or known device. Besides, an account gets at most three in
 * an hour; further requests are ignored silently.
 */
const REQUEST_LIMIT = growingLimit(20)

/** Queues a mail to the active user with an address who has had fewer than three in the last hour, and logs it. */
const MAIL_RESET = tenantStatement(
  'identity/mail-reset',
  `WITH queued AS (
     INSERT INTO mails (client_id, user_id, kind, created_at, due_at)
     SELECT $1, id, CASE WHEN verified THEN 'reset' ELSE 'invite' END, $4, $4 FROM users
     WHERE users.client_id = $1 AND type = $2 AND lower(email) = lower($3) AND status = 'current' AND
       (SELECT count(*) FROM mails earlier WHERE earlier.client_id = $1 AND earlier.user_id = users.id
         AND earlier.kind IN ('reset', 'invite') AND earlier.created_at > $4::timestamptz - interval '1 hour') < 3
     RETURNING client_id, user_id, due_at),
   noted AS (${noteQueued('mails')})
   INSERT INTO audit_log (client_id, user_id, action, entity, entity_id)
   SELECT $1, NULL, 'ask-reset', 'user', user_id::text FROM queued RETURNING client_id`,
)

/**
 * Sends the mail for a forgotten password [7.11]. Known and unknown addresses run the same statements and get the same
 * answer. Users who never set a password get their invitation again.
 */
export async function requestReset(
  deps: AuthDeps,
  tenant: Tenant,
  body: AskResetBody,
  origin: RequestOrigin,
): Promise<void> {
  if (body.client_id !== tenant.clientId || body.app_id !== typeOfPortal[tenant.portal])
    throw new Refusal('AUTH_USER_INSUFFICIENT_PERMISSIONS')
  if (!isEmail(body.email)) throw new Refusal('ERROR_INVALID_EMAIL', { field: 'email' })
  await inTenant(deps.db, tenant.clientId, 'read', (tx) => readClientWithPasswords(tx, tenant))
  const now = deps.now()
  const requests = triesAt(await requesterOf(deps, tenant, 'reset', origin), REQUEST_LIMIT)
  await reserveTries(deps.db, tenant.clientId, now, [requests])
  await inTenant(deps.db, tenant.clientId, 'write', async (tx) => {
    tellOfWork(tx, 'mails', now, now)
    // the statement after it sees the mails of requests that were faster
    await lockEmail(tx, body.app_id, body.email)
    await execute(tx, MAIL_RESET, [body.app_id, body.email, new Date(now)])
  })
}

/** Checks whether a mail's link is still valid, and returns its user [7.10]. The link can still be used afterwards. */
export async function checkToken(
  deps: AuthDeps,
  tenant: Tenant,
  body: CheckTokenBody,
  origin: RequestOrigin,
): Promise<CheckTokenReply> {
  // An unsubscribe token is signed and cannot be guessed, so its tries are not limited.
  if (body.typ === 'unsubscribe') {
    const { sub } = await deps.tokens.check(tenant, 'unsubscribe', body.token).catch(() => {
      throw new Refusal('LINK_INVALID', { field: 'token' })
    })
    return inTenant(deps.db, tenant.clientId, 'read', (tx) => userOfLink(tx, sub))
  }
  // A constant, because the type of `body.typ` is not narrowed inside the callbacks below.
  const { typ } = body
  if (typ === 'email')
    return limitLinkGuesses(deps, tenant, origin, () =>
      inTenant(deps.db, tenant.clientId, 'read', async (tx) => {
        const change = await validEmailChange(tx, tenant, body.token, deps.now())
        return { ...(await userOfLink(tx, change.user_id)), login_name: change.email }
      }),
    )
  return limitLinkGuesses(deps, tenant, origin, () =>
    inTenant(deps.db, tenant.clientId, 'read', async (tx) => {
      const link = await validLink(tx, tenant, body.token, deps.now())
      if (link.kind !== typ) throw new Refusal('LINK_INVALID', { field: 'token' })
      return userOfLink(tx, link.user_id)
    }),
  )
}

/** Sets a first or new password by a mail's link [7.6]. The user is logged in, and all other sessions end. */
export async function setPassword(
  deps: AuthDeps,
  tenant: Tenant,
  body: SetPasswordBody,
  origin: RequestOrigin,
): Promise<LoginAnswer> {
  refuseInvalidPassword(body.password)
  const { db, now } = deps
  await limitLinkGuesses(deps, tenant, origin, () =>
    inTenant(db, tenant.clientId, 'read', (tx) => validLink(tx, tenant, body.token, now())),
  )
  const hash = await hashPassword(body.password)
  let endedFamilies: string[] = []
  const answer = await inTenant(db, tenant.clientId, 'write', async (tx) => {
    // The link is checked again, because another request may have used it meanwhile.
    const link = await validLink(tx, tenant, body.token, now())
    const changedAt = new Date(now())
    if (!(await useLink(tx, body.token, changedAt))) throw new Refusal('LINK_EXPIRED', { field: 'token' })
    endedFamilies = await storePassword(tx, {
      userId: link.user_id,
      actorId: link.user_id,
      hash,
      changedAt,
    })
    await linkInvitedChildren(tx, link.user_id)
    if (link.kind === 'reset') {
      await enqueueMail(tx, changedAt, { userId: link.user_id, kind: 'password-changed' })
    }
    return finishLogin(deps, tx, tenant, link.user_id, body.language_id ?? null, origin.device)
  })
  deps.tokens.forget(endedFamilies)
  return answer
}

const SET_PASSWORD = tenantStatement(
  'identity/set-password',
  `UPDATE users SET password_hash = $3, verified = true, password_reset_required = false
   WHERE client_id = $1 AND id = $2 RETURNING type, email, username`,
)

/**
 * Stores a password and ends all sessions of the user except that of `exceptFamily` (security.md 17); returns the ended
 * families, for `Tokens.forget`.
 */
export async function storePassword(
  tx: Tx,
  {
    userId,
    actorId,
    hash,
    changedAt,
    exceptFamily = null,
  }: { userId: string; actorId: string; hash: string; changedAt: Date; exceptFamily?: string | null },
): Promise<string[]> {
  const rows = await queryRows(tx, SET_PASSWORD, [userId, hash])
  const endedFamilies = await revokeAll(tx, userId, changedAt, exceptFamily)
  // Wrong passwords are counted by the name with which the user logs in.
  const accounts = rows.flatMap(({ type, email, username }) =>
    [email, username].filter((name) => name !== null).map((name) => accountOf(type, name)),
  )
  await forgetTries(tx, accounts)
  await audit(tx, { userId: actorId, action: 'set-password', entity: 'user', entityId: userId })
  return endedFamilies
}

/** Refuses a password that breaks a rule [5.11] or is a common one (security.md 14). */
export function refuseInvalidPassword(password: string): void {
  const broken = brokenRules(password)
  if (broken.length > 0)
    throw new Refusal('PASSWORD_WEAK', { field: 'password', detail: `PASSWORD_WEAK: ${broken.join(', ')}` })
  if (isCommon(password)) throw new Refusal('PASSWORD_COMMON', { field: 'password' })
}

const STATE_OF_USER = tenantStatement(
  'identity/read-state-of-user',
  'SELECT type, status, verified FROM users WHERE client_id = $1 AND id = $2',
)

/** The valid link of an active user of this portal; otherwise refuses with the reason of [8.7]–[8.9]. */
async function validLink(tx: Tx, tenant: Tenant, token: string, now: number): Promise<Link> {
  await readClientWithPasswords(tx, tenant)
  const link = await findLink(tx, token)
  const user = link && (await findRow(tx, STATE_OF_USER, [link.user_id]))
  if (!link || !user || user.type !== typeOfPortal[tenant.portal]) throw new Refusal('LINK_INVALID', { field: 'token' })
  refuseStatus(user.status)
  if (link.kind === 'invite' && user.verified) throw new Refusal('ALREADY_ACTIVATED', { field: 'token' })
  if (link.used_at !== null || link.expires_at.getTime() <= now) throw new Refusal('LINK_EXPIRED', { field: 'token' })
  return link
}

const USER_OF_LINK = tenantStatement(
  'identity/read-user-of-link',
  `SELECT users.id AS user_uuid, users.status, users.firstname, users.unsubscribe_operational,
     coalesce(CASE WHEN client.login = 'username' THEN users.username END, users.email, users.username, '')
       AS login_name
   FROM users JOIN clients client ON client.client_id = users.client_id
   WHERE users.client_id = $1 AND users.id = $2`,
)

/** The user of a link, as the page that the link opens shows them. */
async function userOfLink(tx: Tx, userId: string): Promise<CheckTokenReply> {
  const row = await findRow(tx, USER_OF_LINK, [userId])
  if (!row) throw new Refusal('AUTH_USER_NOT_FOUND')
  const { status, ...shown } = row
  refuseStatus(status)
  return { ...shown, unsubscribe_operational: shown.unsubscribe_operational ? 1 : 0 }
}
