import type { FactorBody, LoginAnswer, LoginReply } from '#contract/identity/auth.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import type { Tenant } from '#server/platform/http/tenant.ts'
import { findRow, tenantStatement } from '#server/platform/sql/statement.ts'
import { inTenant, type Tx } from '#server/platform/tenancy.ts'
import type { RequestOrigin } from './device.ts'
import { completeLogin, type AuthDeps } from './open-session.ts'
import { hasSecondFactor, proveFactor, type FactorDeps } from './second-factor.ts'
import { readFactorState } from '#server/tenants/clients/second-factor-policy.ts'

/** For this long after the first step of a login the second factor can be given or set up. */
const CHALLENGE_SECONDS = 10 * 60

const PASSWORD_STAMP = tenantStatement(
  'identity/read-password-stamp',
  `SELECT encode(sha256(convert_to(coalesce(password_hash, ''), 'UTF8')), 'hex') AS stamp
   FROM users WHERE client_id = $1 AND id = $2`,
)

/**
 * What a challenge is about: the user, and a stamp of the user's present password. Whoever began a login with a former
 * password must not end it after the password was set anew.
 */
async function subjectOfChallenge(tx: Tx, userId: string): Promise<string> {
  return `${userId} ${(await findRow(tx, PASSWORD_STAMP, [userId]))?.stamp}`
}

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
      const subject = await subjectOfChallenge(tx, userId)
      const challenge = await deps.tokens.sign(tenant, 'challenge', subject, crypto.randomUUID(), CHALLENGE_SECONDS)
      return { second_factor: on ? 'code' : 'enrol', challenge }
    }
  }
  return completeLogin(deps, tx, tenant, userId, languageId, device)
}

/** The user to whom `finishLogin` gave this challenge within the last ten minutes, with the same password as now. */
export async function userOfChallenge(deps: AuthDeps, tenant: Tenant, challenge: string): Promise<string> {
  const { sub } = await deps.tokens.check(tenant, 'challenge', challenge).catch(() => {
    throw new Refusal('AUTH_INVALID_TOKEN')
  })
  const [userId = ''] = sub.split(' ')
  const current = await inTenant(deps.db, tenant.clientId, 'read', (tx) => subjectOfChallenge(tx, userId))
  if (sub !== current) throw new Refusal('AUTH_INVALID_TOKEN')
  return userId
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
