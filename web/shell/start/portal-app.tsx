import { QueryClientProvider } from '@tanstack/react-query'
import { startTransition, useEffect, useMemo, useState } from 'react'
import { BrowserRouter, useRoutes } from 'react-router'
import { localDate } from '#domain/platform/club-time.ts'
import { AlertList } from '#web/shell/notices/alert-list.tsx'
import { keepOnDevice } from './device-copy.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { loadTheRest, whenIdle } from './lazy-with-retry.ts'
import { LoadingOverlay } from './loading-overlay.tsx'
import type { PortalDefinition } from './portal-definition.ts'
import { loginPage, portalRoutes } from './portal-routes.tsx'
import type { Services } from './services.ts'
import { ShellContext, useConnection, type Shell } from './shell-context.ts'
import { MaintenancePage, NoTenantPage } from './solo-pages.tsx'
import type { Start } from './start-up.ts'

const AGAIN_MS = 3_000

/** For words that did not arrive: in most browsers an import that failed once fails as long as the page lives. */
function reloadWhenReachable(services: Services): void {
  services.api.version().then(
    () => location.reload(),
    () => setTimeout(reloadWhenReachable, AGAIN_MS, services),
  )
}

/** A whole portal: start-up under the overlay, then its pages. `first`: the start that was begun with the page. */
export function PortalApp({
  definition,
  services,
  first,
}: {
  definition: PortalDefinition
  services: Services
  first: Promise<Start>
}) {
  const [start, setStart] = useState<Start | null>(null)
  useEffect(() => {
    // it comes while the tenant is asked for; what fails is asked for again when it is shown
    if (!services.session.isLoggedIn()) void loginPage().catch(() => undefined)
    // a page drawn in one go would hold a phone for as long as a tap may wait
    const take = (started: Start) => startTransition(() => setStart(started))
    const begin = async (started: Start) => {
      take(started)
      // what the first screen needs comes first
      loadTheRest()
      if (started.state !== 'ready') return
      whenIdle(() => void keepOnDevice(started.client))
      const news = await started.news
      if (news) take(news)
    }
    void first.then(begin).catch((error: unknown) => {
      reportError(error)
      setTimeout(reloadWhenReachable, AGAIN_MS, services)
    })
    // a phone's first date costs it 50 ms: it is formatted while the tenant is asked for
    setTimeout(() => localDate(Date.now(), Intl.DateTimeFormat().resolvedOptions().timeZone))
  }, [services, first])
  const shell = useMemo(
    (): Shell | null =>
      start?.state === 'ready' ? { ...services, definition, client: start.client, language: start.language } : null,
    [services, definition, start],
  )
  if (start === null) return <LoadingOverlay />
  if (shell === null) return <NoTenantPage why={start.state === 'unknown-host' ? 'unknown-host' : 'unreachable'} />
  return (
    <ShellContext value={shell}>
      <QueryClientProvider client={services.queries}>
        <Pages definition={definition} />
        <AlertList alerts={services.alerts} />
      </QueryClientProvider>
    </ShellContext>
  )
}

function Pages({ definition }: { definition: PortalDefinition }) {
  const { maintenance } = useConnection()
  const [left, setLeft] = useState(false)
  // the next one is said again
  if (maintenance === null && left) setLeft(false)
  if (maintenance !== null && !left) {
    return definition.worksOffline === true ? <MaintenancePage onLeave={() => setLeft(true)} /> : <MaintenancePage />
  }
  return (
    <ErrorBoundary>
      <BrowserRouter>
        <Routed definition={definition} />
      </BrowserRouter>
    </ErrorBoundary>
  )
}

/** Plain routes: the data router would weigh 20 kB, and the query cache does its work. */
function Routed({ definition }: { definition: PortalDefinition }) {
  return useRoutes(useMemo(() => portalRoutes(definition), [definition]))
}
