/** How a request of a page is answered. */
export type Route =
  /** The portal's own page, whatever the path: the one on the device. */
  | 'shell'
  /** A hashed file: never changes, so the one on the device. */
  | 'asset'
  /** The tenant's theme, logo and words: public, under fixed names; the one on the device, fetched again behind it. */
  | 'tenant'
  /** Everything else goes past the worker: above all the API, of which it keeps nothing. */
  | 'network'

export function routeRequest(request: { method: string; mode: string; url: string }, origin: string): Route {
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== origin) return 'network'
  if (/^\/assets\/[^/]+$/.test(url.pathname)) return 'asset'
  if (/^\/(?:themes|translations)\/[^/]+$/.test(url.pathname)) return 'tenant'
  const isPage = request.mode === 'navigate' && !url.pathname.startsWith('/v1/')
  return isPage && !/\.[a-z0-9]{2,5}$/i.test(url.pathname) ? 'shell' : 'network'
}
