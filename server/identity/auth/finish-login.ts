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

/** What a challenge is about, and whom; refuses one that `finishLogin` did not give within the last ten minutes. */
async function readChallenge(
  deps: AuthDeps,
  tenant: Tenant,
  challenge: string,
): Promise<{ sub: string; userId: string }> {
  const { sub } = await deps.tokens.check(tenant, 'challenge', challenge).catch(() => {
    throw new Refusal('AUTH_INVALID_TOKEN')
  })
  const [userId = ''] = sub.split(' ')
  return { sub, userId }
}

/** Refuses the challenge of a user who has set another password since. */
async function refuseFormerPassword(tx: Tx, { sub, userId }: { sub: string; userId: string }): Promise<void> {
  if (sub !== (await subjectOfChallenge(tx, userId))) throw new Refusal('AUTH_INVALID_TOKEN')
}

/** The user to whom `finishLogin` gave this challenge within the last ten minutes, with the same password as now. */
export async function userOfChallenge(deps: AuthDeps, tenant: Tenant, challenge: string): Promise<string> {
  const read = await readChallenge(deps, tenant, challenge)
  await inTenant(deps.db, tenant.clientId, 'read', (tx) => refuseFormerPassword(tx, read))
  return read.userId
}

/** Completes the login of a challenge, after the second factor was proved. */
export async function completeChallenge(
  deps: AuthDeps,
  tx: Tx,
  tenant: Tenant,
  { challenge, language_id }: { challenge: string; language_id?: number | undefined },
  device: string,
): Promise<LoginReply> {
  const read = await readChallenge(deps, tenant, challenge)
  const login = await completeLogin(deps, tx, tenant, read.userId, language_id ?? null, device)
  // the user is locked by now: who has set another password since `userOfChallenge` has done so before
  await refuseFormerPassword(tx, read)
  return login
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
  return inTenant(deps.db, tenant.clientId, 'write', (tx) => completeChallenge(deps, tx, tenant, body, origin.device))
}
