import type { LoginAnswer, RemoteLoginQuery } from '#contract/identity/auth.ts'
import type { UserType } from '#contract/platform/fields.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { randomToken } from '#server/platform/http/cookies.ts'
import { typeOf } from '#server/platform/http/session.ts'
import type { Tenant } from '#server/platform/http/tenant.ts'
import type { Providers } from '#server/identity/providers/providers.ts'
import { inTenant } from '#server/platform/tenancy.ts'
import { finishLogin } from './finish-login.ts'
import { userOf } from './identities.ts'
import { whoAsks, type RequestOrigin } from './device.ts'
import { noteLeaving, takeReturning } from './login-states.ts'
import type { AuthDeps } from './open-session.ts'
import { growingLimit, reserve, triesAt } from './tries.ts'

interface RemoteDeps extends AuthDeps {
  providers: Providers
}

/** Logins that are begun at once in one network, where a whole school may stand, or on a device that somebody has logged in with. */
const LEAVING = growingLimit(200)
const STATES = growingLimit(10)

/** [7.12]: where this browser goes to log in, and what it will be known by when it comes back. */
export async function leaveForProvider(
  deps: RemoteDeps,
  tenant: Tenant,
  query: { client_id: string; type: UserType },
  redirectUri: string,
  browser: string,
  from: RequestOrigin,
): Promise<string> {
  const type = typeOf[tenant.portal]
  if (query.client_id !== tenant.clientId || query.type !== type)
    throw new Refusal('AUTH_USER_INSUFFICIENT_PERMISSIONS')
  const { clientId } = tenant
  const now = deps.now()
  await reserve(deps.db, clientId, now, [triesAt(await whoAsks(deps, tenant, 'leave', from), LEAVING)])
  const { provider } = await deps.providers.login(clientId)
  const login = { state: randomToken(), nonce: randomToken(), verifier: randomToken(), redirectUri }
  const url = await provider.leave(login)
  await inTenant(deps.db, clientId, 'write', (tx) => noteLeaving(tx, clientId, { ...login, browser, type }, now))
  return url.href
}

/** [7.5]: the state is used up before the provider is asked, so nothing works twice. */
export async function comeBack(
  deps: RemoteDeps,
  tenant: Tenant,
  query: RemoteLoginQuery,
  browser: string,
  from: RequestOrigin,
): Promise<LoginAnswer> {
  const type = typeOf[tenant.portal]
  const { clientId } = tenant
  if (query.redirect !== `${clientId}:${type}`) throw new Refusal('AUTH_USER_INSUFFICIENT_PERMISSIONS')
  const login = await inTenant(deps.db, clientId, 'write', (tx) =>
    takeReturning(tx, { state: query.state, browser, type }, deps.now()),
  )
  if (login === null) {
    // counted when it is wrong: nobody guesses a state, and other people's wrong ones are to keep no good login out
    await reserve(deps.db, clientId, deps.now(), [triesAt(['state', from.network], STATES)])
    throw new Refusal('LOGIN_STATE_INVALID', { field: 'state' })
  }
  const { authority, provider } = await deps.providers.login(clientId)
  const person = await provider.comeBack(answerOf(login.redirectUri, query), login)
  return inTenant(deps.db, clientId, 'write', async (tx) => {
    const userId = await userOf(tx, clientId, authority, type, person)
    return finishLogin(deps, tx, tenant, userId, query.language_id ?? null, from.device)
  })
}

function answerOf(redirectUri: string, { code, error, iss, state }: RemoteLoginQuery): URL {
  const answer = new URL(redirectUri)
  for (const [name, value] of Object.entries({ code, error, iss, state }))
    if (value !== undefined) answer.searchParams.set(name, value)
  return answer
}
