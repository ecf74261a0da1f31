import '#web/ui/ui.css'
import './shell.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { PortalApp } from './portal-app.tsx'
import type { PortalDefinition } from './portal-definition.ts'

/** Mounts a portal into its page; a portal's main.tsx calls this once. */
export function startPortal(definition: PortalDefinition): void {
  const place = document.getElementById('app')
  if (!place) throw new Error('the page has no #app')
  createRoot(place).render(
    <StrictMode>
      <PortalApp definition={definition} />
    </StrictMode>,
  )
}
