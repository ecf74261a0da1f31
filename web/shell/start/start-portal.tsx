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
  const place = document.getElementById('app')
  if (!place) throw new Error('the page has no #app')
  const services = createServices(definition.forget)
  // the tenant is asked for before anything is drawn
  const first = startUp(services, definition)
  // a failure is told, and tried again, once the page is there
  first.catch(() => undefined)
  createRoot(place).render(
    <StrictMode>
      <PortalApp definition={definition} services={services} first={first} />
    </StrictMode>,
  )
}
