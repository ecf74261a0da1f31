import '#web/ui/ui.css'
import '../frame/shell.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { PortalApp } from './portal-app.tsx'
import type { PortalDefinition } from './portal-definition.ts'
import { createServices } from './services.ts'
import { startUp } from './start-up.ts'

/** Mounts a portal into its page; a portal's main.tsx calls this once. */
export function startPortal(definition: PortalDefinition): void {
  const root = document.getElementById('app')
  if (!root) throw new Error('the page has no #app')
  const services = createServices(definition.forget)
  // begins before rendering, because the tenant must be loaded first
  const startingUp = startUp(services, definition)
  // a failure is handled in PortalApp; this only keeps it from counting as unhandled until then
  startingUp.catch(() => undefined)
  createRoot(root).render(
    <StrictMode>
      <PortalApp definition={definition} services={services} startingUp={startingUp} />
    </StrictMode>,
  )
}
