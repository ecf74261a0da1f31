import { mayOpen, type Provider } from '#domain/tenants/pages.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import type { Session } from '#server/platform/http/session.ts'

/**
 * Refuses a request when the page that its right names may not be opened by this user [6.12]–[6.18]. The router and the
 * menu of the portals use the same rules.
 */
export function refuseClosedPage(session: Session, provider: Provider): void {
  const { page } = session.right
  if (page === undefined) return
  const visitor = {
    portal: session.portal,
    provider,
    features: session.features,
    // The number of coaches in the club matters only for switching user, whose routes check it themselves.
    clubUsers: 0,
    remoteMembers: provider === 'coursepro',
    advanced: Boolean(session.features['ADVANCED_MODE']),
  }
  if (!mayOpen(visitor, page)) throw new Refusal('AUTH_USER_INSUFFICIENT_PERMISSIONS')
}
