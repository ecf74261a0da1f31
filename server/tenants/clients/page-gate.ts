import { mayOpen, type Provider } from '#domain/tenants/pages.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import type { Session } from '#server/platform/http/session.ts'

/** Refuses the writes of a page that is shut for this user [6.12]–[6.18]; the router and the drawer read the same rules. */
export function refuseShutPage(session: Session, provider: Provider, path: `/${string}`): void {
  const visitor = {
    portal: session.portal,
    provider,
    features: session.features,
    // the page of switching user asks for itself: it depends on the club of the moment
    clubUsers: 0,
    remoteMembers: provider === 'coursepro',
    advanced: Boolean(session.features['ADVANCED_MODE']),
  }
  if (!mayOpen(visitor, path)) throw new Refusal('AUTH_USER_INSUFFICIENT_PERMISSIONS')
}
