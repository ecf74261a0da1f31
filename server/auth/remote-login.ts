import type { LoginAnswer, RemoteLoginQuery } from '#contract/auth.ts'
import type { UserType } from '#contract/fields.ts'
import { Refusal } from '#server/http/errors.ts'
import { typeOf } from '#server/http/session.ts'
import type { Tenant } from '#server/http/tenant.ts'
import type { Providers } from '#server/providers/providers.ts'
import { inTenant } from '#server/tenancy.ts'
import { finishLogin } from './finish-login.ts'
import { userOf } from './identities.ts'
import { countTry, holdBack, subjectOf, WRONG, type Limit } from './limits.ts'
import { noteLeaving, randomToken, takeReturning } from './login-states.ts'
import type { AuthParts } from './open-session.ts'

export interface RemoteParts extends AuthParts {
  providers: Providers
}

/** Logins a network begins at once; a whole school may stand behind one. */
const LEAVING: Limit = { free: 200, windowMs: 15 * 60_000, after: 'grow' }

/** The browser that a request comes from: the secret in its cookie. */
export interface From {
  browser: string
  network: string
}

/** [7.12]: where this browser goes to log in, and what it will be known by when it comes back. */
export async function leaveForProvider(
  parts: RemoteParts,
  tenant: Tenant,
  query: { client_id: string; type: UserType },
  redirectUri: string,
  { browser, network }: From,
): Promise<string> {
  const type = typeOf[tenant.portal]
  if (query.client_id !== tenant.clientId || query.type !== type)
    throw new Refusal('AUTH_USER_INSUFFICIENT_PERMISSIONS')
  const { clientId } = tenant
  const now = parts.now()
  const subjects = [subjectOf('leave', network)]
  await inTenant(parts.db, clientId, 'write', async (tx) => {
    await holdBack(tx, LEAVING, subjects, now)
    await countTry(tx, clientId, LEAVING, subjects, now)
  })
  const { provider } = await parts.providers.login(clientId)
  const login = { state: randomToken(), nonce: randomToken(), verifier: randomToken(), redirectUri }
  const url = await provider.leave(login)
  await inTenant(parts.db, clientId, 'write', (tx) => noteLeaving(tx, clientId, { ...login, browser, type }, now))
  return url.href
}

/** [7.5]: the state is used up before the provider is asked, so nothing works twice. */
export async function comeBack(
  parts: RemoteParts,
  tenant: Tenant,
  query: RemoteLoginQuery,
  { browser, network }: From,
): Promise<LoginAnswer> {
  const type = typeOf[tenant.portal]
  const { clientId } = tenant
  if (query.redirect !== `${clientId}:${type}`) throw new Refusal('AUTH_USER_INSUFFICIENT_PERMISSIONS')
  const subjects = [subjectOf('network', network)]
  const login = await inTenant(parts.db, clientId, 'write', async (tx) => {
    await holdBack(tx, WRONG, subjects, parts.now())
    const returning = await takeReturning(tx, { state: query.state, browser, type }, parts.now())
    if (returning === null) await countTry(tx, clientId, WRONG, subjects, parts.now())
    return returning
  })
  if (login === null) throw new Refusal('LOGIN_STATE_INVALID', { field: 'state' })
  const { kind, provider } = await parts.providers.login(clientId)
  const person = await provider.comeBack(answerOf(login.redirectUri, query), login)
  return inTenant(parts.db, clientId, 'write', async (tx) => {
    const userId = await userOf(tx, clientId, kind, type, person)
    return finishLogin(parts, tx, tenant, userId, query.language_id ?? null)
  })
}

function answerOf(redirectUri: string, { code, error, iss, state }: RemoteLoginQuery): URL {
  const answer = new URL(redirectUri)
  for (const [name, value] of Object.entries({ code, error, iss, state }))
    if (value !== undefined) answer.searchParams.set(name, value)
  return answer
}
