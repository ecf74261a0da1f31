import { audit } from '#server/platform/audit.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { typeOfPortal } from '#server/platform/http/session.ts'
import type { Tenant } from '#server/platform/http/tenant.ts'
import { inTenant, type Tx } from '#server/platform/tenancy.ts'
import { applyEmailChange, CONFIRM_MS, findEmailChange, type EmailChange } from '#server/identity/users/email-change.ts'
import type { RequestOrigin } from './device.ts'
import { limitLinkGuesses } from './limit-link-guesses.ts'
import { refuseStatus, type AuthDeps } from './open-session.ts'
import { revokeAll } from '#server/platform/http/end-sessions.ts'

/**
 * The pending change of address that a link of this portal confirms. Refuses an unknown or expired link, and a user who
 * is no longer active.
 */
export async function validEmailChange(tx: Tx, tenant: Tenant, token: string, nowMs: number): Promise<EmailChange> {
  const change = await findEmailChange(tx, token)
  if (change?.type !== typeOfPortal[tenant.portal]) throw new Refusal('LINK_INVALID', { field: 'token' })
  refuseStatus(change.status)
  if (change.asked_at.getTime() + CONFIRM_MS <= nowMs) throw new Refusal('LINK_EXPIRED', { field: 'token' })
  return change
}

/** Confirms a new e-mail address by a mail's link. The address becomes the user's, and all sessions of the user end. */
export async function confirmEmail(
  deps: AuthDeps,
  tenant: Tenant,
  token: string,
  origin: RequestOrigin,
): Promise<void> {
  const { db, tokens, now } = deps
  const endedFamilies = await limitLinkGuesses(deps, tenant, origin, () =>
    inTenant(db, tenant.clientId, 'write', async (tx) => {
      const change = await validEmailChange(tx, tenant, token, now())
      const confirmedAt = new Date(now())
      // The change may have been applied or withdrawn by another request meanwhile.
      if (!(await applyEmailChange(tx, change, token, confirmedAt)))
        throw new Refusal('LINK_INVALID', { field: 'token' })
      await audit(tx, {
        userId: change.user_id,
        action: 'confirm-email',
        entity: 'user',
        entityId: change.user_id,
        before: { email: change.old_email },
        after: { email: change.email },
      })
      return revokeAll(tx, change.user_id, confirmedAt)
    }),
  )
  tokens.forget(endedFamilies)
}
