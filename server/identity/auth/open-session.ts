import type { LoginReply } from '#contract/identity/auth.ts'
import type { TokenSubject } from '#contract/platform/token-subject.ts'
import { audit } from '#server/platform/audit.ts'
import { clubsOf } from '#server/tenants/clubs/queries.ts'
import { Refusal, type Code } from '#server/platform/http/errors.ts'
import type { Tokens } from '#server/platform/http/session.ts'
import type { Tenant } from '#server/platform/http/tenant.ts'
import type { Database, Tx } from '#server/platform/tenancy.ts'
import { readClubUsers } from './club-users.ts'
import { deviceHash } from './device.ts'
import { forgetPinTries } from './pins.ts'
import { addRefreshSession, featuresAtClub, readUserAccess, recordLogin, type UserAccess } from './queries.ts'

export interface AuthDeps {
  db: Database
  tokens: Tokens
  now: () => number
}

export interface SessionOptions {
  /** The club to work in; the user's first one when it is null or not the user's any more. */
  clubId: string | null
  /** The language; the client's first one when it is null or not active any more. */
  languageId: number | null
  /** The user who logged in, when another user has taken over the session by PIN; otherwise null. */
  originalUserId: string | null
}

export const ACCESS_SECONDS = 15 * 60
const REFRESH_DAYS = { parent: 30, coach: 60, club: 30, scheme: 30 } as const

/** Completes the login of a user who has proved all that is required: records it and opens a session [7.3]. */
export async function completeLogin(
  deps: AuthDeps,
  tx: Tx,
  tenant: Tenant,
  userId: string,
  languageId: number | null,
  device: string,
): Promise<LoginReply> {
  await recordLogin(tx, userId, new Date(deps.now()))
  await audit(tx, { userId, action: 'log-in', entity: 'user', entityId: userId })
  await forgetPinTries(tx, userId)
  const options = { clubId: null, languageId, family: crypto.randomUUID(), originalUserId: null, device }
  const tokens = await openSession(deps, tx, tenant, userId, options)
  const clubs = await clubsOf(tx, userId, { logos: true, languages: true })
  return { ...tokens, clubs, club_users: await clubUsersAt(tx, tenant, userId) }
}

/**
 * The coaches to whom this user can hand over the tablet, at the club where the session begins. A session that has some
 * opens the page for it at each club that allows it, so there are some if only another club does.
 */
async function clubUsersAt(tx: Tx, tenant: Tenant, userId: string): Promise<LoginReply['club_users']> {
  const user = tenant.portal === 'coach' ? await readUserAccess(tx, userId) : null
  const maySwitch = user?.club_ids.some((id) => featuresAtClub(user, id)['SWITCH_USER'] === true)
  return maySwitch ? readClubUsers(tx, user?.club_ids[0] ?? null) : []
}

/**
 * Opens or continues a session: issues a new access token and refresh token. `family` is the id that all refresh tokens
 * of one session share. `device` is given only when a login opens the session, `beganAt` only when the same user goes
 * on with it.
 */
export async function openSession(
  { tokens, now }: AuthDeps,
  tx: Tx,
  tenant: Tenant,
  userId: string,
  options: SessionOptions & { family: string; device?: string; beganAt?: Date | null },
): Promise<{ token: string; refresh_token: string }> {
  const subject = await subjectFor(tx, tenant, userId, options)
  const days = REFRESH_DAYS[tenant.portal]
  const id = crypto.randomUUID()
  await addRefreshSession(tx, {
    id,
    family: options.family,
    user_id: userId,
    portal: tenant.portal,
    club_id: subject.club_id,
    language_id: subject.language.language_id,
    expires_at: new Date(now() + days * 86_400_000),
    original_user_id: options.originalUserId,
    device_hash: options.device === undefined ? null : deviceHash(options.device),
    began_at: options.beganAt ?? null,
  })
  const [token, refresh] = await Promise.all([
    tokens.sign(tenant, 'access', JSON.stringify(subject), crypto.randomUUID(), ACCESS_SECONDS, options.family),
    tokens.sign(tenant, 'refresh', userId, id, days * 86_400),
  ])
  return { token, refresh_token: refresh }
}

/**
 * The subject of an access token. It reads the user's rights afresh, so a removed club or a closed account takes effect
 * here (security.md 9, 19).
 */
export async function subjectFor(
  tx: Tx,
  tenant: Tenant,
  userId: string,
  options: SessionOptions,
): Promise<TokenSubject> {
  const user = await readUserAccess(tx, userId)
  if (!user) throw new Refusal('AUTH_USER_NOT_FOUND')
  refuseStatus(user.status)
  const language = user.languages.find((active) => active.language_id === options.languageId) ?? user.languages[0]
  if (!language) throw new Error(`client ${tenant.clientId} has no active language`)
  const clubIds = clubsAtPortal(tenant, user)
  const clubId = options.clubId !== null && clubIds.includes(options.clubId) ? options.clubId : (clubIds[0] ?? null)
  if (clubId === null && user.club_ids.length > 0 && tenant.portal === 'club') throw new Refusal('ORG_PORTAL_NO_ACCESS')
  if (clubId === null && (tenant.portal === 'coach' || tenant.portal === 'club'))
    throw new Refusal('AUTH_CLUB_NOT_FOUND')
  const subject: TokenSubject = {
    user_uuid: userId,
    club_id: clubId,
    language,
    features: featuresAtClub(user, clubId),
  }
  if (options.originalUserId === null) return subject
  // a session that was taken over by PIN ends when the user who logged in is deactivated
  const original = await readUserAccess(tx, options.originalUserId)
  // A user who no longer exists is refused like an unlinked one.
  refuseStatus(original?.status ?? 'unlinked')
  // it stays at the club at which it was taken over, and ends when either user leaves that club
  if (clubId !== options.clubId || !original?.club_ids.includes(clubId ?? '')) throw new Refusal('AUTH_CLUB_NOT_FOUND')
  return { ...subject, original_user_uuid: options.originalUserId }
}

/**
 * The clubs of a user that this portal admits. With the flag ENABLE_ORGANISATIONS the club portal is the organisation
 * portal [6.19], which admits only clubs with `org_portal` set.
 */
export function clubsAtPortal(tenant: Tenant, user: UserAccess): string[] {
  const isOrganisationPortal = tenant.portal === 'club' && user.features['ENABLE_ORGANISATIONS'] === true
  return isOrganisationPortal ? user.org_club_ids : user.club_ids
}

const refusalByStatus: Record<string, Code> = {
  lapsed: 'AUTH_USER_DELETED',
  anonymised: 'AUTH_USER_NOT_FOUND',
  unlinked: 'AUTH_USER_NOT_FOUND',
}

/**
 * Refuses a user who is no longer active. To be called only after authentication, because the answer reveals the
 * account's status.
 */
export function refuseStatus(status: string): void {
  const code = refusalByStatus[status]
  if (code) throw new Refusal(code)
}
