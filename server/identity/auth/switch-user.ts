import type { LoginReply, SwitchUserBody } from '#contract/identity/auth.ts'
import { audit } from '#server/platform/audit.ts'
import { clubsOf } from '#server/tenants/clubs/queries.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import type { Tenant } from '#server/platform/http/tenant.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { readClubUsers } from './club-users.ts'
import { openSession, type AuthDeps } from './open-session.ts'
import { provePin } from './pins.ts'
import { featuresAtClub, readUserAccess, type RefreshSession } from './queries.ts'
import { withSession } from './refresh.ts'

interface SwitchDeps extends AuthDeps {
  pepper: Uint8Array
}

/**
 * Switches a session to another coach of the club by PIN [6.21]; the coach who logged in comes back in the same way.
 * The new tokens belong to the same session and end with it. The tokens from before the switch stay valid: the device
 * keeps them, so that their coach can come back by PIN without network.
 */
export async function switchUser(deps: SwitchDeps, tenant: Tenant, body: SwitchUserBody): Promise<LoginReply> {
  const { clientId } = tenant
  // Only the holder of a valid session may try a PIN, so the session is checked before the PIN.
  const trier = await withSession(deps, tenant, body.refresh_token, async (tx, session) => {
    await refuseUnlessSwitchable(tx, tenant, session, body.user_uuid)
    return { loggedIn: session.original_user_id ?? session.user_id, family: session.family }
  })
  await provePin(deps.db, clientId, deps.now(), body.user_uuid, { trier, pin: body.pin, pepper: deps.pepper })
  return withSession(deps, tenant, body.refresh_token, async (tx, session) => {
    await refuseUnlessSwitchable(tx, tenant, session, body.user_uuid)
    const original = session.original_user_id ?? session.user_id
    await audit(tx, { userId: body.user_uuid, action: 'switch-user', entity: 'user', entityId: original })
    const tokens = await openSession(deps, tx, tenant, body.user_uuid, {
      clubId: session.club_id,
      languageId: session.language_id,
      family: session.family,
      originalUserId: original === body.user_uuid ? null : original,
    })
    const clubs = await clubsOf(tx, body.user_uuid, { logos: true, languages: true })
    return { ...tokens, clubs, club_users: await readClubUsers(tx, session.club_id) }
  })
}

/** Refuses a user who cannot be switched to at this club in the same way as one who does not exist. */
async function refuseUnlessSwitchable(tx: Tx, tenant: Tenant, session: RefreshSession, userId: string): Promise<void> {
  const access = await readUserAccess(tx, session.user_id)
  const maySwitch = access !== null && featuresAtClub(access, session.club_id)['SWITCH_USER'] === true
  if (tenant.portal !== 'coach' || !maySwitch) throw new Refusal('AUTH_USER_INSUFFICIENT_PERMISSIONS')
  const coaches = await readClubUsers(tx, session.club_id)
  if (!coaches.some(({ uuid, has_pin }) => uuid === userId && has_pin))
    throw new Refusal('NOT_FOUND', { field: 'user_uuid' })
}
