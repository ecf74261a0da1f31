import type { LoginAnswer, LoginBody } from '#contract/identity/auth.ts'
import type { Client } from '#contract/tenants/client.ts'
import { isEmail } from '#domain/platform/email.ts'
import { readClient } from '#server/tenants/clients/queries.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { typeOfPortal } from '#server/platform/http/session.ts'
import type { Tenant } from '#server/platform/http/tenant.ts'
import { inTenant, type Tx } from '#server/platform/tenancy.ts'
import { usersOfDevice, type RequestOrigin } from './device.ts'
import { finishLogin } from './finish-login.ts'
import { refuseStatus, type AuthDeps } from './open-session.ts'
import { checkPassword } from './passwords.ts'
import { findAccount, lockWithPassword } from './queries.ts'
import { accountOf, clearAfterSuccess, growingLimit, reserveTries, triesAt, triesFrom } from './tries.ts'

/** Limits of wrong passwords for one account: from one network or device, and from everywhere together. */
const PASSWORD_LIMITS = { perTrier: growingLimit(10), total: growingLimit(100) }
/** The limit for all accounts together from one network. It is high, because a whole school may share a network. */
const NETWORK_LIMIT = growingLimit(500)

/** Reads the client; refuses one whose users log in at a provider, so that nobody gets past the provider by a password. */
export async function readClientWithPasswords(tx: Tx, { portal }: Tenant): Promise<Client> {
  const client = await readClient(tx, portal)
  if (client.login === 'federated' || client.login === 'course_provider') throw new Refusal('EXTERNAL_CONFIG_ERROR')
  return client
}

/**
 * Login with a password [7.3]. Neither the answer nor its timing reveals whether the name or the password was wrong.
 */
export async function logIn(
  deps: AuthDeps,
  tenant: Tenant,
  body: LoginBody,
  origin: RequestOrigin,
): Promise<LoginAnswer> {
  const { db, now } = deps
  if (body.client_id !== tenant.clientId || body.type !== typeOfPortal[tenant.portal])
    throw new Refusal('AUTH_USER_INSUFFICIENT_PERMISSIONS')
  const client = await inTenant(db, tenant.clientId, 'read', (tx) => readClientWithPasswords(tx, tenant))
  const name = client.login === 'username' ? body.username : body.email
  if (name === undefined && client.login === 'username') throw new Refusal('AUTH_USE_USERNAME', { field: 'username' })
  if (name === undefined || (client.login === 'email' && !isEmail(name)))
    throw new Refusal('ERROR_INVALID_EMAIL', { field: 'email' })

  const { account, isKnownDevice } = await inTenant(db, tenant.clientId, 'read', async (tx) => {
    const found = await findAccount(tx, body.type, client.login === 'username' ? 'username' : 'email', name)
    const users = await usersOfDevice(tx, origin.device, now())
    return { account: found, isKnownDevice: found !== null && users.includes(found.id) }
  })
  const tries = triesFrom({ ...origin, isKnownDevice }, accountOf(body.type, name), PASSWORD_LIMITS)
  if (!isKnownDevice) tries.push(triesAt(['network', origin.network], NETWORK_LIMIT))
  await reserveTries(db, tenant.clientId, now(), tries)
  const matches = await checkPassword(account?.password_hash ?? null, body.password)
  if (!matches || !account?.password_hash) throw new Refusal('AUTH_INVALID_CREDENTIALS')
  await inTenant(db, tenant.clientId, 'write', (tx) => clearAfterSuccess(tx, tries))
  refuseStatus(account.status)
  if (!account.verified) throw new Refusal('AUTH_USER_NOT_VERIFIED')
  if (account.password_reset_required) {
    // Without an e-mail address no link can be sent, so the club must help.
    if (account.email === null) throw new Refusal('PASSWORD_RESET_REQUIRED')
    return { reset: true }
  }
  const { id, password_hash: hash, language_id: language } = account
  return inTenant(db, tenant.clientId, 'write', async (tx) => {
    if (!(await lockWithPassword(tx, id, hash))) throw new Refusal('AUTH_INVALID_CREDENTIALS')
    return finishLogin(deps, tx, tenant, id, body.language_id ?? language, origin.device)
  })
}
