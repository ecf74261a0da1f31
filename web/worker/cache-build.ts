import { workerBuild, type PortalBuild } from './build.ts'
import { sortOldAssets, type Replaced } from './old-assets.ts'

const SHELLS = 'rungs-shell-'
const SHELL = SHELLS + workerBuild.version
const ASSETS = 'rungs-assets'
const TENANT = 'rungs-tenant'
const PAGE = '/'
const REPLACED = '/replaced'
/** Parallel requests while a portal's files are fetched. */
const PARALLEL_REQUESTS = 6

async function sha256(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Fetches the portal's page; null when it is not of this build, or when somebody else answered (a captive portal). */
async function fetchPage(): Promise<{ response: Response; portal: PortalBuild } | null> {
  const response = await fetch(PAGE, { cache: 'no-store', redirect: 'error' })
  const hash = await sha256(await response.clone().text())
  const portal = workerBuild.portals.find(({ page }) => page === hash)
  return portal && response.ok ? { response, portal } : null
}

/** Caches the whole portal. The page comes last, so a device that has the page has every file that it asks for. */
export async function keepShell(): Promise<void> {
  const found = await fetchPage()
  if (!found) throw new Error('the page served is not of this build')
  const cache = await caches.open(ASSETS)
  const onHand = new Set((await cache.keys()).map((request) => new URL(request.url).pathname))
  const missing = Object.entries(found.portal.assets).filter(([path]) => !onHand.has(path))
  const next = async (): Promise<void> => {
    for (let entry = missing.shift(); entry; entry = missing.shift()) {
      const [path, integrity] = entry
      // the browser's HTTP cache may hold another answer that fails the integrity check; then the server is asked
      const response = await fetch(path, { integrity }).catch(() => fetch(path, { integrity, cache: 'reload' }))
      if (!response.ok) throw new Error(`${path}: ${response.status}`)
      await cache.put(path, response)
    }
  }
  await Promise.all(Array.from({ length: PARALLEL_REQUESTS }, next))
  await (await caches.open(SHELL)).put(PAGE, found.response)
}

/** Deletes pages of older builds at once, and their files when no page that is still open can need them any more. */
export async function dropOld(now: number): Promise<void> {
  for (const name of await caches.keys()) if (name.startsWith(SHELLS) && name !== SHELL) await caches.delete(name)
  const cache = await caches.open(ASSETS)
  const onHand = (await cache.keys()).map((request) => new URL(request.url).pathname).filter((p) => p !== REPLACED)
  const current = new Set(workerBuild.portals.flatMap(({ assets }) => Object.keys(assets)))
  const before = await cache.match(REPLACED).then((stored): Promise<Replaced> | Replaced => stored?.json() ?? {})
  const { drop, replaced } = sortOldAssets(onHand, current, before, now)
  await Promise.all(drop.map((path) => cache.delete(path)))
  await cache.put(REPLACED, new Response(JSON.stringify(replaced)))
}

/** Answers with the cached page. Its headers may change without a new build, so the page is fetched again in the background. */
export async function shell(request: Request, inBackground: (work: Promise<unknown>) => void): Promise<Response> {
  const cache = await caches.open(SHELL)
  const stored = await cache.match(PAGE)
  if (!stored) return fetch(request)
  inBackground(fetchPage().then((found) => found && cache.put(PAGE, found.response)))
  return stored
}

export async function asset(request: Request): Promise<Response> {
  const cache = await caches.open(ASSETS)
  return (await cache.match(request, { ignoreVary: true })) ?? fetch(request)
}

/** Fetches a tenant's file. Only an answer that echoes the request's id is the server's, and not a captive portal's. */
async function fetchTenant(path: string): Promise<Response> {
  const id = crypto.randomUUID()
  const response = await fetch(path, { cache: 'no-cache', redirect: 'error', headers: { 'X-Request-Id': id } })
  if (response.headers.get('X-Request-Id') !== id) throw new TypeError('somebody else answered')
  if (response.ok) await (await caches.open(TENANT)).put(path, response.clone())
  return response
}

/** Answers with the cached file of the tenant (theme, logo, words), and fetches it again in the background. */
export async function tenant(request: Request, inBackground: (work: Promise<unknown>) => void): Promise<Response> {
  const path = new URL(request.url).pathname
  const stored = await (await caches.open(TENANT)).match(path, { ignoreVary: true })
  const fresh = fetchTenant(path)
  if (!stored) return fresh
  inBackground(fresh)
  return stored
}
