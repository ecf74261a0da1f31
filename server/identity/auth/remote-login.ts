import type { LoginAnswer, RemoteLoginQuery } from '#contract/identity/auth.ts'
import type { UserType } from '#contract/platform/fields.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { randomToken } from '#server/platform/http/cookies.ts'
import { typeOfPortal } from '#server/platform/http/session.ts'
import type { Tenant } from '#server/platform/http/tenant.ts'
import type { Providers } from '#server/identity/providers/providers.ts'
import { inTenant } from '#server/platform/tenancy.ts'
import { finishLogin } from './finish-login.ts'
import { findOrCreateUser } from './identities.ts'
import { requesterOf, type RequestOrigin } from './device.ts'
import { storePendingLogin, takePendingLogin } from './login-states.ts'
import type { AuthDeps } from './open-session.ts'
import { growingLimit, reserveTries, triesAt } from './tries.ts'

interface RemoteDeps extends AuthDeps {
  providers: Providers
}

/** Limit of logins that begin in one network, which a whole school may share, or on one known device. */
const BEGIN_LIMIT = growingLimit(200)
/** Limit of unknown login states from one network. */
const STATE_LIMIT = growingLimit(10)

/**
 * Begins a login at the provider [7.12]: returns the URL to which the browser is sent, and stores the values that
 * identify this login when the browser returns. `browser` is the random value of this browser's login cookie.
 */
export async function beginRemoteLogin(
  deps: RemoteDeps,
  tenant: Tenant,
  query: { client_id: string; type: UserType },
  redirectUri: string,
  browser: string,
  origin: RequestOrigin,
): Promise<string> {
  const type = typeOfPortal[tenant.portal]
  if (query.client_id !== tenant.clientId || query.type !== type)
    throw new Refusal('AUTH_USER_INSUFFICIENT_PERMISSIONS')
  const { clientId } = tenant
  const now = deps.now()
  await reserveTries(deps.db, clientId, now, [triesAt(await requesterOf(deps, tenant, 'leave', origin), BEGIN_LIMIT)])
  const { provider } = await deps.providers.login(clientId)
  const login = { state: randomToken(), nonce: randomToken(), verifier: randomToken(), redirectUri }
  const url = await provider.beginLogin(login)
  await inTenant(deps.db, clientId, 'write', (tx) => storePendingLogin(tx, { ...login, browser, type }, now))
  return url.href
}

/**
 * Completes a login when the browser returns from the provider [7.5]. The pending login is deleted before the provider
 * is asked, so that a second request with the same state is refused.
 */
export async function completeRemoteLogin(
  deps: RemoteDeps,
  tenant: Tenant,
  query: RemoteLoginQuery,
  browser: string,
  origin: RequestOrigin,
): Promise<LoginAnswer> {
  const type = typeOfPortal[tenant.portal]
  const { clientId } = tenant
  if (query.redirect !== `${clientId}:${type}`) throw new Refusal('AUTH_USER_INSUFFICIENT_PERMISSIONS')
  const login = await inTenant(deps.db, clientId, 'write', (tx) =>
    takePendingLogin(tx, { state: query.state, browser, type }, deps.now()),
  )
  if (login === null) {
    // Only wrong states are counted: a state cannot be guessed, and the wrong ones of others must not block a valid
    // login.
    await reserveTries(deps.db, clientId, deps.now(), [triesAt(['state', origin.network], STATE_LIMIT)])
    throw new Refusal('LOGIN_STATE_INVALID', { field: 'state' })
  }
  const { authority, provider } = await deps.providers.login(clientId)
  const person = await provider.completeLogin(redirectUrlOf(login.redirectUri, query), login)
  return inTenant(deps.db, clientId, 'write', async (tx) => {
    const userId = await findOrCreateUser(tx, clientId, authority, type, person, deps.now())
    return finishLogin(deps, tx, tenant, userId, query.language_id ?? null, origin.device)
  })
}

/** The redirect URL with the provider's parameters, as the login library expects it. */
function redirectUrlOf(redirectUri: string, { code, error, iss, state }: RemoteLoginQuery): URL {
  const url = new URL(redirectUri)
  for (const [name, value] of Object.entries({ code, error, iss, state }))
    if (value !== undefined) url.searchParams.set(name, value)
  return url
}
