import type { IncomingMessage } from 'node:http'
import type { Plugin } from 'vite'
import { portalWords } from '#server/tenants/client-words/portal-words.ts'
import { portalHtml } from '../build/portal-html.ts'

const PORTAL = /^(parent|coach|club|scheme)\./

/**
 * Replaces and unregisters a service worker that `npm start` has left at this address, which would serve its own build.
 */
const UNREGISTER_WORKER = `
self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(leave()))
async function leave() {
  await self.registration.unregister()
  for (const name of await caches.keys()) if (name.startsWith('rungs-shell-')) await caches.delete(name)
  for (const page of await self.clients.matchAll({ type: 'window' })) page.navigate(page.url)
}
`

/**
 * The portal of a request, by the first part of its host name, which is the portal's name (`rungs client create`). Null
 * for other hosts.
 */
export function portalOf(request: IncomingMessage): string | null {
  return PORTAL.exec(request.headers.host ?? '')?.[1] ?? null
}

/**
 * Serves what the build makes besides scripts and styles: the portals' pages, their version and texts. The service
 * worker that it serves only removes itself.
 */
export function portalPages(): Plugin {
  return {
    name: 'rungs-portal-pages',
    apply: 'serve',
    configureServer({ middlewares, transformIndexHtml, config }) {
      /** Media type and content of a file that the build would make: texts, version and service worker; else null. */
      const builtFile = (path: string): [type: string, body: string] | null => {
        const language = /^\/locales\/([a-z]{2})\.json$/.exec(path)?.[1]
        if (language !== undefined) return ['application/json', JSON.stringify(portalWords(language))]
        if (path === '/version') return ['application/json', String(config.define?.['__BUILD__'])]
        if (path === '/sw.js') return ['text/javascript', UNREGISTER_WORKER]
        return null
      }
      const page = async (portal: string, address: string): Promise<[type: string, body: string]> => {
        const source = portalHtml(config.root, portal)
        return ['text/html; charset=utf-8', await transformIndexHtml(`/${portal}.html`, source, address)]
      }
      middlewares.use((request, reply, next) => {
        const { url = '/', headers } = request
        const portal = portalOf(request)
        const [path = '/'] = url.split('?')
        // requests for sources come from scripts and have a file extension; requests for pages do not
        const isPageRequest = headers.accept?.includes('text/html') === true && !/^\/v1\/|\.\w+$/.test(path)
        if (portal === null) return next()
        const answer = isPageRequest ? page(portal, url) : builtFile(url)
        if (answer === null) return next()
        Promise.resolve(answer).then(([type, body]) => {
          reply.setHeader('content-type', type)
          reply.setHeader('cache-control', 'no-store')
          reply.end(body)
        }, next)
      })
    },
  }
}
