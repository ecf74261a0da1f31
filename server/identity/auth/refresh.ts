import type { ChangeReply, LogoutBody, RefreshBody, RefreshReply } from '#contract/identity/auth.ts'
import { mayChangeClub } from '#domain/tenants/pages.ts'
import { audit } from '#server/platform/audit.ts'
import { revokeAll, revokeFamily } from '#server/platform/http/end-sessions.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import type { Tenant } from '#server/platform/http/tenant.ts'
import { inTenant, type Tx } from '#server/platform/tenancy.ts'
import { ACCESS_SECONDS, clubsAtPortal, openSession, subjectFor, type AuthDeps } from './open-session.ts'
import { findRefreshSession, markRotated, readUserAccess, saveLanguage, type RefreshSession } from './queries.ts'

/** For this long a rotated token stays valid, for a request of another tab that is already under way. */
const ROTATION_GRACE_MS = 60_000

/**
 * Issues a new access token for a refresh token and, with `rotate`, a new refresh token [7.7]. The token that was
 * replaced works for another minute; its use after that ends the whole session [R3.6].
 */
export async function refresh(deps: AuthDeps, tenant: Tenant, body: RefreshBody): Promise<RefreshReply> {
  const { tokens, now } = deps
  return withSession(deps, tenant, body.refresh_token, async (tx, session) => {
    const options = {
      clubId: session.club_id,
      languageId: session.language_id,
      originalUserId: session.original_user_id,
    }
    if (body.rotate === true) {
      await markRotated(tx, session.id, new Date(now()))
      return openSession(deps, tx, tenant, session.user_id, {
        ...options,
        family: session.family,
        beganAt: session.began_at,
      })
    }
    const subject = JSON.stringify(await subjectFor(tx, tenant, session.user_id, options))
    const token = await tokens.sign(tenant, 'access', subject, crypto.randomUUID(), ACCESS_SECONDS, session.family)
    return { token }
  })
}

/**
 * Replaces the tokens by ones for another club or language [7.8], [7.9]. Refuses a club to which the user does not
 * belong, and an inactive language.
 */
export async function changeSession(
  deps: AuthDeps,
  tenant: Tenant,
  refreshToken: string,
  change: { clubId?: string; languageId?: number },
): Promise<ChangeReply> {
  return withSession(deps, tenant, refreshToken, async (tx, session) => {
    const userId = session.user_id
    const user = await readUserAccess(tx, userId)
    if (change.clubId !== undefined && !mayChangeClub({ switched: session.original_user_id !== null }))
      throw new Refusal('AUTH_USER_INSUFFICIENT_PERMISSIONS')
    if (change.clubId !== undefined && !(user && clubsAtPortal(tenant, user).includes(change.clubId))) {
      throw new Refusal('NOT_FOUND', { field: 'club_id' })
    }
    if (
      change.languageId !== undefined &&
      !user?.languages.some(({ language_id }) => language_id === change.languageId)
    ) {
      throw new Refusal('INVALID_REQUEST', { field: 'language_id', detail: 'language_id: not an active language' })
    }
    if (change.languageId !== undefined) await saveLanguage(tx, userId, change.languageId)
    await markRotated(tx, session.id, new Date(deps.now()))
    await audit(tx, {
      userId,
      action: 'change-session',
      entity: 'user',
      entityId: userId,
      after: change,
    })
    return openSession(deps, tx, tenant, userId, {
      clubId: change.clubId ?? session.club_id,
      languageId: change.languageId ?? session.language_id,
      family: session.family,
      originalUserId: session.original_user_id,
      beganAt: session.began_at,
    })
  })
}

/**
 * Runs `work` with the open session of a refresh token. A token that was rotated longer ago than the grace period ends
 * the session.
 */
export async function withSession<T>(
  { db, tokens, now }: AuthDeps,
  tenant: Tenant,
  refreshToken: string,
  work: (tx: Tx, session: RefreshSession) => Promise<T>,
): Promise<T> {
  const { jti, sub } = await tokens.check(tenant, 'refresh', refreshToken).catch(() => {
    throw new Refusal('AUTH_INVALID_TOKEN')
  })
  const outcome = await inTenant(db, tenant.clientId, 'write', async (tx) => {
    const session = await findRefreshSession(tx, jti)
    if (!session || session.user_id !== sub || session.revoked_at || session.expires_at.getTime() <= now()) return null
    if (session.rotated_at && session.rotated_at.getTime() + ROTATION_GRACE_MS < now())
      return { endedFamilies: await revokeFamily(tx, session.family, new Date(now())) }
    return { result: await work(tx, session) }
  })
  if (outcome && 'result' in outcome) return outcome.result
  // The end of the session is committed before the request is refused.
  if (outcome) tokens.forget(outcome.endedFamilies)
  throw new Refusal('AUTH_INVALID_TOKEN')
}

/**
 * Ends the session on the server. An invalid token gets the same answer, because the caller is logged out either way.
 */
export async function logOut({ db, tokens, now }: AuthDeps, tenant: Tenant, body: LogoutBody): Promise<void> {
  const claims = await tokens.check(tenant, 'refresh', body.refresh_token).catch(() => null)
  if (!claims) return
  const endedFamilies = await inTenant(db, tenant.clientId, 'write', async (tx) => {
    const session = await findRefreshSession(tx, claims.jti)
    // A session that has already ended cannot end others.
    if (!session || session.revoked_at) return []
    // A user who was switched to cannot end their own sessions on other devices.
    const everywhere = body.everywhere === true && session.original_user_id === null
    const endedAt = new Date(now())
    await audit(tx, {
      userId: session.user_id,
      action: everywhere ? 'log-out-everywhere' : 'log-out',
      entity: 'user',
      entityId: session.user_id,
    })
    return everywhere ? revokeAll(tx, session.user_id, endedAt) : revokeFamily(tx, session.family, endedAt)
  })
  tokens.forget(endedFamilies)
}
