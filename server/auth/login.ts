import { createHash } from 'node:crypto'
import type { ChangeReply, LoginBody, LoginReply, RefreshBody, RefreshReply, TokenSubject } from '#contract/auth.ts'
import { inTenant, type Database, type Tx } from '#server/tenancy.ts'
import { Refusal } from '#server/http/errors.ts'
import { typeOf, type Tokens } from '#server/http/session.ts'
import type { Tenant } from '#server/http/tenant.ts'
import { audit } from '#server/audit.ts'
import { clubsOf } from '#server/clubs/queries.ts'
import { readClient } from '#server/clients/queries.ts'
import { checkPassword } from './passwords.ts'
import * as q from './queries.ts'

export interface AuthParts {
  db: Database
  tokens: Tokens
  now: () => number
}

const ACCESS_SECONDS = 15 * 60
const REFRESH_DAYS = { parent: 30, coach: 60, club: 30, scheme: 30 } as const
/** A rotated token works this long for the tab that had it in flight. */
const ROTATION_GRACE_MS = 60_000
const WINDOW_MS = 15 * 60_000
const FREE_TRIES = 10

/** Password login [7.3]. Which of name and password was wrong is never told, nor by time. */
export async function logIn(parts: AuthParts, tenant: Tenant, body: LoginBody, network: string): Promise<LoginReply> {
  const { db, now } = parts
  if (body.client_id !== tenant.clientId || body.type !== typeOf[tenant.portal])
    throw new Refusal('AUTH_USER_INSUFFICIENT_PERMISSIONS')
  const client = await inTenant(db, tenant.clientId, 'read', (tx) => readClient(tx, tenant.portal))
  if (client.login === 'federated' || client.login === 'course_provider')
    throw new Refusal('EXTERNAL_CONFIG_ERROR', { detail: 'EXTERNAL_CONFIG_ERROR' })
  const name = client.login === 'username' ? body.username : body.email
  if (name === undefined) {
    if (client.login === 'username') throw new Refusal('AUTH_USE_USERNAME', { field: 'username' })
    throw new Refusal('ERROR_INVALID_EMAIL', { field: 'email' })
  }
  if (client.login === 'email' && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(name))
    throw new Refusal('ERROR_INVALID_EMAIL', { field: 'email' })

  const subjects = [subjectOf('account', `${body.type}:${name.toLowerCase()}`), subjectOf('network', network)]
  const windowStart = new Date(now() - WINDOW_MS)
  const account = await inTenant(db, tenant.clientId, 'read', async (tx) => {
    for (const { failed, last } of await q.failures(tx, subjects, windowStart)) {
      const wait = failed < FREE_TRIES ? 0 : Math.min(2 ** (failed - FREE_TRIES), 60) - (now() - last.getTime()) / 1000
      if (wait > 0) throw new Refusal('TOO_MANY_REQUESTS', { retryAfter: Math.ceil(wait) })
    }
    return q.findAccount(tx, body.type, client.login === 'username' ? 'username' : 'email', name)
  })
  const right = await checkPassword(account?.password_hash ?? null, body.password)
  if (!right || !account) {
    await inTenant(db, tenant.clientId, 'write', (tx) =>
      q.countFailure(tx, tenant.clientId, subjects, new Date(now()), windowStart),
    )
    throw new Refusal('AUTH_INVALID_CREDENTIALS')
  }
  if (account.status !== 'current') throw new Refusal('AUTH_USER_DELETED')
  if (!account.verified) throw new Refusal('AUTH_USER_NOT_VERIFIED')

  return inTenant(db, tenant.clientId, 'write', async (tx) => {
    await q.clearFailures(tx, subjects[0] ?? '')
    await q.noteLogin(tx, account.id, new Date(now()))
    await audit(tx, tenant.clientId, { userId: account.id, action: 'log-in', entity: 'user', entityId: account.id })
    const wanted = body.language_id ?? account.language_id
    const tokens = await openSession(parts, tx, tenant, account.id, {
      clubId: null,
      languageId: wanted,
      family: crypto.randomUUID(),
    })
    return { ...tokens, clubs: await clubsOf(tx, account.id, { logos: true, languages: true }), club_users: [] }
  })
}

/** A new access and refresh token for a user who has proved who asks. */
async function openSession(
  { tokens, now }: AuthParts,
  tx: Tx,
  tenant: Tenant,
  userId: string,
  wish: { clubId: string | null; languageId: number | null; family: string },
): Promise<{ token: string; refresh_token: string }> {
  const { subject } = await subjectFor(tx, tenant, userId, wish)
  const days = REFRESH_DAYS[tenant.portal]
  const id = crypto.randomUUID()
  await q.addRefreshSession(tx, tenant.clientId, {
    id,
    family: wish.family,
    user_id: userId,
    portal: tenant.portal,
    club_id: subject.club_id,
    language_id: subject.language.language_id,
    expires_at: new Date(now() + days * 86_400_000),
  })
  const [token, refresh] = await Promise.all([
    tokens.sign(tenant, 'access', JSON.stringify(subject), crypto.randomUUID(), ACCESS_SECONDS),
    tokens.sign(tenant, 'refresh', userId, id, days * 86_400),
  ])
  return { token, refresh_token: refresh }
}

/** Reads the user's standing afresh: a removed club or a closed account ends here (security.md 9, 19). */
async function subjectFor(
  tx: Tx,
  tenant: Tenant,
  userId: string,
  wish: { clubId: string | null; languageId: number | null },
): Promise<{ subject: TokenSubject }> {
  const user = await q.standing(tx, userId)
  if (!user || user.status !== 'current') throw new Refusal('AUTH_USER_DELETED')
  const language = user.languages.find((l) => l.language_id === wish.languageId) ?? user.languages[0]
  if (!language) throw new Error(`client ${tenant.clientId} has no active language`)
  const clubId = wish.clubId !== null && user.club_ids.includes(wish.clubId) ? wish.clubId : (user.club_ids[0] ?? null)
  if (clubId === null && (tenant.portal === 'coach' || tenant.portal === 'club'))
    throw new Refusal('AUTH_CLUB_NOT_FOUND')
  return { subject: { user_uuid: userId, club_id: clubId, language, features: user.features } }
}

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
    const { subject } = await subjectFor(tx, tenant, sub, wish)
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
    if (wish.clubId !== undefined && user?.club_ids.includes(wish.clubId) !== true) {
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

function subjectOf(kind: 'account' | 'network', value: string): string {
  return `${kind}:${createHash('sha256').update(value).digest('hex')}`
}
