import type { FactorBody, LoginAnswer, LoginReply } from '#contract/identity/auth.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import type { Tenant } from '#server/platform/http/tenant.ts'
import { inTenant, type Tx } from '#server/platform/tenancy.ts'
import type { RequestOrigin } from './device.ts'
import { completeLogin, type AuthDeps } from './open-session.ts'
import { hasSecondFactor, proveFactor, type FactorDeps } from './second-factor.ts'
import { readFactorState } from '#server/tenants/clients/second-factor-policy.ts'

/** For this long after the first step of a login the second factor can be given or set up. */
const CHALLENGE_SECONDS = 10 * 60

/**
 * Continues a login after the password or the login at a provider: completes it, or asks for the second factor, or asks
 * to set one up. `device` is the random id in the browser's device cookie.
 */
export async function finishLogin(
  deps: AuthDeps,
  tx: Tx,
  tenant: Tenant,
  userId: string,
  languageId: number | null,
  device: string,
): Promise<LoginAnswer> {
  if (hasSecondFactor(tenant)) {
    const { on, policy } = await readFactorState(tx, userId)
    if (on || policy === 'required') {
      const challenge = await deps.tokens.sign(tenant, 'challenge', userId, crypto.randomUUID(), CHALLENGE_SECONDS)
      return { second_factor: on ? 'code' : 'enrol', challenge }
    }
  }
  return completeLogin(deps, tx, tenant, userId, languageId, device)
}

/** The user to whom `finishLogin` gave this challenge within the last ten minutes. */
export async function userOfChallenge(deps: AuthDeps, tenant: Tenant, challenge: string): Promise<string> {
  const { sub } = await deps.tokens.check(tenant, 'challenge', challenge).catch(() => {
    throw new Refusal('AUTH_INVALID_TOKEN')
  })
  return sub
}

/** Completes a login with the second factor. */
export async function logInWithFactor(
  deps: FactorDeps,
  tenant: Tenant,
  body: FactorBody,
  origin: RequestOrigin,
): Promise<LoginReply> {
  const userId = await userOfChallenge(deps, tenant, body.challenge)
  await proveFactor(deps, tenant, userId, body.code, origin)
  return inTenant(deps.db, tenant.clientId, 'write', (tx) =>
    completeLogin(deps, tx, tenant, userId, body.language_id ?? null, origin.device),
  )
}
