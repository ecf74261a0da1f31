import { workerBuild, type PortalBuild } from './build.ts'
import { sortOldAssets, type Replaced } from './old-assets.ts'

const SHELLS = 'rungs-shell-'
const SHELL = SHELLS + workerBuild.version
const ASSETS = 'rungs-assets'
const TENANT = 'rungs-tenant'
const PAGE = '/'
const REPLACED = '/replaced'
/** Requests at one time while the shell is fetched. */
const AT_ONCE = 6

async function sha256(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The portal's page with the server's own headers; null when it is not of this build, or not ours at all. */
async function fetchPage(): Promise<{ response: Response; portal: PortalBuild } | null> {
  const response = await fetch(PAGE, { cache: 'no-store', redirect: 'error' })
  const hash = await sha256(await response.clone().text())
  const portal = workerBuild.portals.find(({ page }) => page === hash)
  return portal && response.ok ? { response, portal } : null
}

/** Puts the whole portal on the device, the page last: a device that has it has everything it asks for. */
export async function keepShell(): Promise<void> {
  const found = await fetchPage()
  if (!found) throw new Error('the page served is not of this build')
  const cache = await caches.open(ASSETS)
  const onHand = new Set((await cache.keys()).map((request) => new URL(request.url).pathname))
  const missing = Object.entries(found.portal.assets).filter(([path]) => !onHand.has(path))
  const next = async (): Promise<void> => {
    for (let one = missing.shift(); one; one = missing.shift()) {
      const [path, integrity] = one
      // what the browser's own cache holds may be somebody else's answer; then the server is asked
      const response = await fetch(path, { integrity }).catch(() => fetch(path, { integrity, cache: 'reload' }))
      if (!response.ok) throw new Error(`${path}: ${response.status}`)
      await cache.put(path, response)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, next))
  await (await caches.open(SHELL)).put(PAGE, found.response)
}

/** Former pages go at once, their files only when no open page can want them any more. */
export async function dropOld(now: number): Promise<void> {
  for (const name of await caches.keys()) if (name.startsWith(SHELLS) && name !== SHELL) await caches.delete(name)
  const cache = await caches.open(ASSETS)
  const onHand = (await cache.keys()).map((request) => new URL(request.url).pathname).filter((p) => p !== REPLACED)
  const current = new Set(workerBuild.portals.flatMap(({ assets }) => Object.keys(assets)))
  const before = await cache.match(REPLACED).then((kept): Promise<Replaced> | Replaced => kept?.json() ?? {})
  const { drop, replaced } = sortOldAssets(onHand, current, before, now)
  await Promise.all(drop.map((path) => cache.delete(path)))
  await cache.put(REPLACED, new Response(JSON.stringify(replaced)))
}

/** The page on the device. The server's headers belong to it, so they are fetched again behind it. */
export async function shell(request: Request, behind: (work: Promise<unknown>) => void): Promise<Response> {
  const cache = await caches.open(SHELL)
  const kept = await cache.match(PAGE)
  if (!kept) return fetch(request)
  behind(fetchPage().then((found) => found && cache.put(PAGE, found.response)))
  return kept
}

export async function asset(request: Request): Promise<Response> {
  const cache = await caches.open(ASSETS)
  return (await cache.match(request, { ignoreVary: true })) ?? fetch(request)
}

/** A file of the tenant, from the server: only an answer that echoes our id is the server's. */
async function fetchTenant(path: string): Promise<Response> {
  const id = crypto.randomUUID()
  const response = await fetch(path, { cache: 'no-cache', redirect: 'error', headers: { 'X-Request-Id': id } })
  if (response.headers.get('X-Request-Id') !== id) throw new TypeError('somebody else answered')
  if (response.ok) await (await caches.open(TENANT)).put(path, response.clone())
  return response
}

export async function tenant(request: Request, behind: (work: Promise<unknown>) => void): Promise<Response> {
  const path = new URL(request.url).pathname
  const kept = await (await caches.open(TENANT)).match(path, { ignoreVary: true })
  const fresh = fetchTenant(path)
  if (!kept) return fresh
  behind(fresh)
  return kept
}
