import type { ChangeReply, RefreshBody, RefreshReply } from '#contract/auth.ts'
import { audit } from '#server/audit.ts'
import { Refusal } from '#server/http/errors.ts'
import type { Tenant } from '#server/http/tenant.ts'
import { inTenant } from '#server/tenancy.ts'
import { ACCESS_SECONDS, clubsHere, openSession, subjectFor, type AuthParts } from './open-session.ts'
import * as q from './queries.ts'

/** A rotated token works this long for the tab that had it in flight. */
const ROTATION_GRACE_MS = 60_000

/** [7.7]; rotation as domain.md 5: the old token works a minute longer, re-use after that ends the family. */
export async function refresh(parts: AuthParts, tenant: Tenant, body: RefreshBody): Promise<RefreshReply> {
  const { db, tokens, now } = parts
  const { jti, sub } = await tokens.check(tenant, 'refresh', body.refresh_token).catch(() => {
    throw new Refusal('AUTH_INVALID_TOKEN')
  })
  const answer = await inTenant(db, tenant.clientId, 'write', async (tx) => {
    const session = await q.findRefreshSession(tx, jti)
    if (!session || session.user_id !== sub || session.revoked_at || session.expires_at.getTime() <= now()) return null
    if (session.rotated_at && session.rotated_at.getTime() + ROTATION_GRACE_MS < now()) {
      await q.revokeFamily(tx, session.family, new Date(now()))
      return null
    }
    const wish = { clubId: session.club_id, languageId: session.language_id }
    if (body.rotate === true) {
      await q.markRotated(tx, jti, new Date(now()))
      return openSession(parts, tx, tenant, sub, { ...wish, family: session.family })
    }
    const subject = await subjectFor(tx, tenant, sub, wish)
    return { token: await tokens.sign(tenant, 'access', JSON.stringify(subject), crypto.randomUUID(), ACCESS_SECONDS) }
  })
  if (!answer) throw new Refusal('AUTH_INVALID_TOKEN')
  return answer
}

/** Swaps the tokens for ones of another club or language [7.8], [7.9]. A club the user does not stand in, and a language that is not active, are refused. */
export async function change(
  parts: AuthParts,
  tenant: Tenant,
  refreshToken: string,
  wish: { clubId?: string; languageId?: number },
): Promise<ChangeReply> {
  const { db, tokens, now } = parts
  const { jti, sub } = await tokens.check(tenant, 'refresh', refreshToken).catch(() => {
    throw new Refusal('AUTH_INVALID_TOKEN')
  })
  return inTenant(db, tenant.clientId, 'write', async (tx) => {
    const session = await q.findRefreshSession(tx, jti)
    if (!session || session.user_id !== sub || session.revoked_at || session.expires_at.getTime() <= now()) {
      throw new Refusal('AUTH_INVALID_TOKEN')
    }
    const user = await q.standing(tx, sub)
    if (wish.clubId !== undefined && !(user && clubsHere(tenant, user).includes(wish.clubId))) {
      throw new Refusal('NOT_FOUND', { field: 'club_id' })
    }
    if (wish.languageId !== undefined && !user?.languages.some((l) => l.language_id === wish.languageId)) {
      throw new Refusal('INVALID_REQUEST', { field: 'language_id', detail: 'language_id: not an active language' })
    }
    if (wish.languageId !== undefined) await q.keepLanguage(tx, sub, wish.languageId)
    await q.markRotated(tx, jti, new Date(now()))
    await audit(tx, tenant.clientId, {
      userId: sub,
      action: 'change-session',
      entity: 'user',
      entityId: sub,
      after: wish,
    })
    return openSession(parts, tx, tenant, sub, {
      clubId: wish.clubId ?? session.club_id,
      languageId: wish.languageId ?? session.language_id,
      family: session.family,
    })
  })
}

/** Ends the session on the server. A token that is no longer good answers the same: the caller is logged out either way. */
export async function logOut({ db, tokens, now }: AuthParts, tenant: Tenant, refreshToken: string): Promise<void> {
  const found = await tokens.check(tenant, 'refresh', refreshToken).catch(() => null)
  if (!found) return
  await inTenant(db, tenant.clientId, 'write', async (tx) => {
    const session = await q.findRefreshSession(tx, found.jti)
    if (!session) return
    await q.revokeFamily(tx, session.family, new Date(now()))
    await audit(tx, tenant.clientId, {
      userId: session.user_id,
      action: 'log-out',
      entity: 'user',
      entityId: session.user_id,
    })
  })
}
