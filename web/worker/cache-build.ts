import { workerBuild, type PortalBuild } from './build.ts'
import { splitOldAssets, type ReplacedTimes } from './old-assets.ts'

/**
 * Each build has its own cache for the portal's page. Files of all builds share one cache; the tenant's files are in
 * another.
 */
const PAGE_CACHE_PREFIX = 'rungs-shell-'
const PAGE_CACHE = PAGE_CACHE_PREFIX + workerBuild.version
const ASSET_CACHE = 'rungs-assets'
const TENANT_CACHE = 'rungs-tenant'
const PAGE_PATH = '/'
/** A made-up path in the asset cache, under which it is stored when each old file was replaced. */
const REPLACED_PATH = '/replaced'
/** Parallel requests while a portal's files are fetched. */
const PARALLEL_REQUESTS = 6

async function sha256(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Fetches the portal's page; null when it is not of this build, or when somebody else answered (a captive portal). */
async function fetchPage(): Promise<{ response: Response; portal: PortalBuild } | null> {
  const response = await fetch(PAGE_PATH, { cache: 'no-store', redirect: 'error' })
  const hash = await sha256(await response.clone().text())
  const portal = workerBuild.portals.find(({ page }) => page === hash)
  return portal && response.ok ? { response, portal } : null
}

/** Caches the whole portal. The page comes last, so a device that has the page has every file that it asks for. */
export async function cachePortal(): Promise<void> {
  const fetched = await fetchPage()
  if (!fetched) throw new Error('the page served is not of this build')
  const cache = await caches.open(ASSET_CACHE)
  const cachedPaths = new Set((await cache.keys()).map((request) => new URL(request.url).pathname))
  const missing = Object.entries(fetched.portal.assets).filter(([path]) => !cachedPaths.has(path))
  // each of these parallel loops takes the next file until none is left
  const fetchRemaining = async (): Promise<void> => {
    for (let entry = missing.shift(); entry; entry = missing.shift()) {
      const [path, integrity] = entry
      // the browser's HTTP cache may hold another answer that fails the integrity check; then the server is asked
      const response = await fetch(path, { integrity }).catch(() => fetch(path, { integrity, cache: 'reload' }))
      if (!response.ok) throw new Error(`${path}: ${response.status}`)
      await cache.put(path, response)
    }
  }
  await Promise.all(Array.from({ length: PARALLEL_REQUESTS }, fetchRemaining))
  await (await caches.open(PAGE_CACHE)).put(PAGE_PATH, fetched.response)
}

/** Deletes pages of older builds at once, and their files when no page that is still open can need them any more. */
export async function deleteOldBuilds(now: number): Promise<void> {
  for (const name of await caches.keys())
    if (name.startsWith(PAGE_CACHE_PREFIX) && name !== PAGE_CACHE) await caches.delete(name)
  const cache = await caches.open(ASSET_CACHE)
  const storedPaths = (await cache.keys()).map((request) => new URL(request.url).pathname)
  const cachedPaths = storedPaths.filter((path) => path !== REPLACED_PATH)
  const currentPaths = new Set(workerBuild.portals.flatMap(({ assets }) => Object.keys(assets)))
  const replacedBefore = await cache
    .match(REPLACED_PATH)
    .then((stored): Promise<ReplacedTimes> | ReplacedTimes => stored?.json() ?? {})
  const { drop, replaced } = splitOldAssets(cachedPaths, currentPaths, replacedBefore, now)
  await Promise.all(drop.map((path) => cache.delete(path)))
  await cache.put(REPLACED_PATH, new Response(JSON.stringify(replaced)))
}

/**
 * Answers with the cached page. Its headers may change without a new build, so the page is fetched again in the
 * background.
 */
export async function answerWithPage(
  request: Request,
  inBackground: (work: Promise<unknown>) => void,
): Promise<Response> {
  const cache = await caches.open(PAGE_CACHE)
  const stored = await cache.match(PAGE_PATH)
  if (!stored) return fetch(request)
  inBackground(fetchPage().then((fetched) => fetched && cache.put(PAGE_PATH, fetched.response)))
  return stored
}

/** Answers with the cached file of this build or an older one; what is not cached is fetched. */
export async function answerWithAsset(request: Request): Promise<Response> {
  const cache = await caches.open(ASSET_CACHE)
  return (await cache.match(request, { ignoreVary: true })) ?? fetch(request)
}

/** Fetches a tenant's file. Only an answer that echoes the request's id is the server's, and not a captive portal's. */
async function fetchTenantFile(path: string): Promise<Response> {
  const id = crypto.randomUUID()
  const response = await fetch(path, { cache: 'no-cache', redirect: 'error', headers: { 'X-Request-Id': id } })
  if (response.headers.get('X-Request-Id') !== id) throw new TypeError('somebody else answered')
  if (response.ok) await (await caches.open(TENANT_CACHE)).put(path, response.clone())
  return response
}

/** Answers with the cached file of the tenant (theme, logo, words), and fetches it again in the background. */
export async function answerWithTenantFile(
  request: Request,
  inBackground: (work: Promise<unknown>) => void,
): Promise<Response> {
  const path = new URL(request.url).pathname
  const stored = await (await caches.open(TENANT_CACHE)).match(path, { ignoreVary: true })
  const fresh = fetchTenantFile(path)
  if (!stored) return fresh
  inBackground(fresh)
  return stored
}
