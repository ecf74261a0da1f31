/** How a request of a page is answered. */
export type Route =
  /** The portal's page, which is the same for every path: from the cache. */
  | 'shell'
  /** A file with a hash in its name, which never changes: from the cache. */
  | 'asset'
  /** The tenant's theme, logo and words, which are public and have fixed names: from the cache, then fetched again. */
  | 'tenant'
  /** Everything else, above all the API, whose answers the worker never caches. */
  | 'network'

export function routeRequest(request: { method: string; mode: string; url: string }, origin: string): Route {
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== origin) return 'network'
  if (/^\/assets\/[^/]+$/.test(url.pathname)) return 'asset'
  if (/^\/(?:themes|translations)\/[^/]+$/.test(url.pathname)) return 'tenant'
  const isPage = request.mode === 'navigate' && !url.pathname.startsWith('/v1/')
  // an address with a file extension is a file, and not a page
  return isPage && !/\.[a-z0-9]{2,5}$/i.test(url.pathname) ? 'shell' : 'network'
}
