import { useEffect, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { pages } from '#domain/tenants/pages.ts'
import { consentBanner, readConsent } from '#web/shell/notices/consent.ts'
import { useLoggedIn, useShell } from '#web/shell/start/shell-context.ts'

/** Counts each opened page of the portal's list, if the user has consented [4.32]. A failed request is not repeated. */
export function usePageViews(): void {
  const { api, definition } = useShell()
  // the value is not used: this renders again after each answer to the banner
  useSyncExternalStore(consentBanner.subscribe, consentBanner.get)
  const consented = readConsent(definition.portal) === 'true'
  const loggedIn = useLoggedIn()
  const { pathname } = useLocation()
  const page = pathname.split('/')[1] ?? ''
  const counted = consented && loggedIn && Object.hasOwn(pages[definition.portal], `/${page}`)
  useEffect(() => {
    if (counted) void api.countView({ page }).catch(() => undefined)
  }, [api, counted, page])
}
