import { useEffect, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { pages } from '#domain/tenants/pages.ts'
import { asking, readConsent } from '#web/shell/notices/consent.ts'
import { useLoggedIn, useShell } from '#web/shell/start/shell-context.ts'

/** Counts the named pages that are opened, once somebody has agreed to it [4.32]. One that is not answered is not counted. */
export function usePageViews(): void {
  const { api, definition } = useShell()
  useSyncExternalStore(asking.subscribe, asking.get)
  const agreed = readConsent(definition.portal) === 'true'
  const loggedIn = useLoggedIn()
  const { pathname } = useLocation()
  const page = pathname.split('/')[1] ?? ''
  const counted = agreed && loggedIn && Object.hasOwn(pages[definition.portal], `/${page}`)
  useEffect(() => {
    if (counted) void api.countView({ page }).catch(() => undefined)
  }, [api, counted, page])
}
