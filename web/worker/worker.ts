import { asset, dropOld, keepShell, shell, tenant } from './cache-build.ts'
import { routeRequest } from './route-request.ts'

declare const self: ServiceWorkerGlobalScope

// Files are named by their content and old ones stay, so a new worker may take over at once: no open page misses any.
self.addEventListener('install', (event) => {
  // where the browser can, it does not even wake the worker for a call of the API
  const routed = event as ExtendableEvent & { addRoutes?: (rule: object) => Promise<void> }
  void routed.addRoutes?.({ condition: { urlPattern: '/v1/*' }, source: 'network' })
  event.waitUntil(keepShell().then(() => self.skipWaiting()))
})

self.addEventListener('activate', (event) => {
  event.waitUntil(dropOld(Date.now()).then(() => self.clients.claim()))
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const behind = (work: Promise<unknown>) => event.waitUntil(work.catch(() => undefined))
  switch (routeRequest(request, self.location.origin)) {
    case 'shell':
      return event.respondWith(shell(request, behind))
    case 'asset':
      return event.respondWith(asset(request))
    case 'tenant':
      return event.respondWith(tenant(request, behind))
    case 'network':
      return undefined
  }
})
