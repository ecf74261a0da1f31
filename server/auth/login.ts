import type { LoginAnswer, LoginBody } from '#contract/auth.ts'
import { isEmail } from '#domain/email.ts'
import { readClient } from '#server/clients/queries.ts'
import { Refusal } from '#server/http/errors.ts'
import { typeOf } from '#server/http/session.ts'
import type { Tenant } from '#server/http/tenant.ts'
import { inTenant } from '#server/tenancy.ts'
import { countTry, forgetTries, holdBack, subjectOf, WRONG } from './limits.ts'
import { finishLogin } from './finish-login.ts'
import { refuseStatus, type AuthParts } from './open-session.ts'
import { checkPassword } from './passwords.ts'
import * as q from './queries.ts'

/** Password login [7.3]. Which of name and password was wrong is never told, nor by time. */
export async function logIn(parts: AuthParts, tenant: Tenant, body: LoginBody, network: string): Promise<LoginAnswer> {
  const { db, now } = parts
  if (body.client_id !== tenant.clientId || body.type !== typeOf[tenant.portal])
    throw new Refusal('AUTH_USER_INSUFFICIENT_PERMISSIONS')
  const client = await inTenant(db, tenant.clientId, 'read', (tx) => readClient(tx, tenant.portal))
  if (client.login === 'federated' || client.login === 'course_provider') throw new Refusal('EXTERNAL_CONFIG_ERROR')
  const name = client.login === 'username' ? body.username : body.email
  if (name === undefined && client.login === 'username') throw new Refusal('AUTH_USE_USERNAME', { field: 'username' })
  if (name === undefined || (client.login === 'email' && !isEmail(name)))
    throw new Refusal('ERROR_INVALID_EMAIL', { field: 'email' })

  const subjects = [subjectOf('account', `${body.type}:${name.toLowerCase()}`), subjectOf('network', network)]
  const account = await inTenant(db, tenant.clientId, 'read', async (tx) => {
    await holdBack(tx, WRONG, subjects, now())
    return q.findAccount(tx, body.type, client.login === 'username' ? 'username' : 'email', name)
  })
  const right = await checkPassword(account?.password_hash ?? null, body.password)
  if (!right || !account) {
    await inTenant(db, tenant.clientId, 'write', (tx) => countTry(tx, tenant.clientId, WRONG, subjects, now()))
    throw new Refusal('AUTH_INVALID_CREDENTIALS')
  }
  refuseStatus(account.status)
  if (!account.verified) throw new Refusal('AUTH_USER_NOT_VERIFIED')
  if (account.password_reset_required) {
    // without an address no link can reach them: their club must help
    if (account.email === null) throw new Refusal('PASSWORD_RESET_REQUIRED')
    return { reset: true }
  }
  return inTenant(db, tenant.clientId, 'write', async (tx) => {
    await forgetTries(tx, subjects.slice(0, 1))
    return finishLogin(parts, tx, tenant, account.id, body.language_id ?? account.language_id)
  })
}
