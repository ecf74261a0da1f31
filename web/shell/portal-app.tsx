import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { BrowserRouter, useRoutes } from 'react-router'
import { AlertList } from './alert-list.tsx'
import { keepOnDevice } from './device-copy.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { loadTheRest } from './later.ts'
import { LoadingOverlay } from './loading-overlay.tsx'
import type { PortalDefinition } from './portal-definition.ts'
import { portalRoutes } from './portal-routes.tsx'
import { createServices } from './services.ts'
import { ShellContext, useConnection, type Shell } from './shell-context.ts'
import { MaintenancePage, NoTenantPage } from './solo-pages.tsx'
import { startUp, type Start } from './start-up.ts'

/** A whole portal: start-up under the overlay, then its pages. */
export function PortalApp({ definition }: { definition: PortalDefinition }) {
  const services = useMemo(() => createServices(definition.forget), [definition])
  const [start, setStart] = useState<Start | null>(null)
  useEffect(() => {
    void startUp(services, definition).then((started) => {
      setStart(started)
      loadTheRest()
      if (started.state === 'ready') void keepOnDevice(started.client)
    })
  }, [services, definition])
  const shell = useMemo(
    (): Shell | null =>
      start?.state === 'ready' ? { ...services, definition, client: start.client, language: start.language } : null,
    [services, definition, start],
  )
  if (start === null) return <LoadingOverlay />
  if (shell === null) {
    if (start.state === 'unknown-host') return <NoTenantPage why="unknown-host" />
    return <NoTenantPage why={services.connection.get().maintenance === null ? 'unreachable' : 'maintenance'} />
  }
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
