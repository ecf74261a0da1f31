import { answerWithAsset, deleteOldBuilds, cachePortal, answerWithPage, answerWithTenantFile } from './cache-build.ts'
import { routeRequest } from './route-request.ts'

declare const self: ServiceWorkerGlobalScope

// A new worker may take over at once: files are named by their content and old ones stay, so no open page misses any.
self.addEventListener('install', (event) => {
  // where the browser supports static routes, calls of the API do not wake the worker
  const routed = event as ExtendableEvent & { addRoutes?: (rule: object) => Promise<void> }
  void routed.addRoutes?.({ condition: { urlPattern: '/v1/*' }, source: 'network' })
  event.waitUntil(cachePortal().then(() => self.skipWaiting()))
})

self.addEventListener('activate', (event) => {
  event.waitUntil(deleteOldBuilds(Date.now()).then(() => self.clients.claim()))
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const inBackground = (work: Promise<unknown>) => event.waitUntil(work.catch(() => undefined))
  switch (routeRequest(request, self.location.origin)) {
    case 'shell':
      return event.respondWith(answerWithPage(request, inBackground))
    case 'asset':
      return event.respondWith(answerWithAsset(request))
    case 'tenant':
      return event.respondWith(answerWithTenantFile(request, inBackground))
    case 'network':
      return undefined
  }
})
