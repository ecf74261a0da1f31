import { QueryClientProvider } from '@tanstack/react-query'
import { startTransition, useEffect, useMemo, useState } from 'react'
import { BrowserRouter, useRoutes } from 'react-router'
import { localDate } from '#domain/platform/club-time.ts'
import { AlertList } from '#web/shell/notices/alert-list.tsx'
import { installOnDevice } from './install-on-device.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { lazyWithRetry, loadWaitingParts, whenIdle } from './lazy-with-retry.ts'
import { LoadingOverlay } from './loading-overlay.tsx'
import type { PortalDefinition } from './portal-definition.ts'
import { loginPage, portalRoutes } from './portal-routes.tsx'
import type { Services } from './services.ts'
import { ShellContext, useConnection, type Shell } from './shell-context.ts'
import { MaintenancePage, NoTenantPage } from './solo-pages.tsx'
import type { Start } from './start-up.ts'

const MaintenanceCover = lazyWithRetry(() =>
  import('./maintenance-cover.tsx').then((module) => module.MaintenanceCover),
)

const RETRY_MS = 3_000

/**
 * Reloads the page as soon as the server answers. It is used when texts could not be loaded: in most browsers an
 * import that failed fails again until the page is reloaded.
 */
function reloadWhenReachable(services: Services): void {
  services.api.version().then(
    () => location.reload(),
    () => setTimeout(reloadWhenReachable, RETRY_MS, services),
  )
}

/** A whole portal: the loading overlay during start-up, then the pages. `startingUp` has begun before rendering. */
export function PortalApp({
  definition,
  services,
  startingUp,
}: {
  definition: PortalDefinition
  services: Services
  startingUp: Promise<Start>
}) {
  const [start, setStart] = useState<Start | null>(null)
  useEffect(() => {
    // fetched in advance while the tenant is loading; if this fails, it is tried again when the page is shown
    if (!services.session.isLoggedIn()) void loginPage().catch(() => undefined)
    // a transition, because a phone that renders the whole page in one go answers taps too late
    const show = (started: Start) => startTransition(() => setStart(started))
    const begin = async (started: Start) => {
      show(started)
      loadWaitingParts(services.connection)
      if (started.state !== 'ready') return
      whenIdle(() => void installOnDevice(started.client))
      const update = await started.update
      if (update) show(update)
    }
    void startingUp.then(begin).catch((error: unknown) => {
      reportError(error)
      setTimeout(reloadWhenReachable, RETRY_MS, services)
    })
    // the first formatted date takes 50 ms on a phone, so one is formatted while the tenant is loading
    setTimeout(() => localDate(Date.now(), Intl.DateTimeFormat().resolvedOptions().timeZone))
  }, [services, startingUp])
  const shell = useMemo(
    (): Shell | null =>
      start?.state === 'ready' ? { ...services, definition, client: start.client, language: start.language } : null,
    [services, definition, start],
  )
  if (start === null) return <LoadingOverlay />
  if (shell === null) return <NoTenantPage reason={start.state === 'unknown-host' ? 'unknown-host' : 'unreachable'} />
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
  const [dismissed, setDismissed] = useState(false)
  const [opened, setOpened] = useState(false)
  // the next maintenance shows its page again
  if (maintenance === null && dismissed) setDismissed(false)
  const closed = maintenance !== null && !dismissed
  if (!closed && !opened) setOpened(true)
  const onLeave = definition.worksOffline === true ? { onLeave: () => setDismissed(true) } : {}
  if (closed && !opened) return <MaintenancePage {...onLeave} />
  return (
    <>
      <ErrorBoundary>
        <BrowserRouter>
          <Routed definition={definition} />
        </BrowserRouter>
      </ErrorBoundary>
      {closed ? <MaintenanceCover {...onLeave} /> : null}
    </>
  )
}

/** Uses plain routes, because a data router would add 20 kB for what the query cache does already. */
function Routed({ definition }: { definition: PortalDefinition }) {
  return useRoutes(useMemo(() => portalRoutes(definition), [definition]))
}
