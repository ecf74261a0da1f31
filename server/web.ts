import { readFile } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import fastifyStatic from '@fastify/static'
import { Type } from 'typebox'
import type { App, Deps } from './platform/deps.ts'
import { readLook } from './tenants/clients/look.ts'
import { readWords } from './tenants/client-words/own-words.ts'
import { themeStyles } from '#domain/platform/contrast.ts'
import { Refusal } from './platform/http/errors.ts'
import { isProbe } from './platform/http/health.ts'

export interface WebFiles {
  /** The built portals (`dist/web`). */
  root: string
  /** HTML shown at `localhost` of a demo: portals and logins. */
  startPage: (() => Promise<string>) | null
}

const YEAR_SECONDS = 31_536_000

/** Serves the built portals: files by path, and the portal's own page for every other path of a known host. */
export async function webRoutes(app: App, deps: Deps, web: WebFiles): Promise<void> {
  // A route for each file of the build, but not for pages and the version, which have their own routes below, nor for
  // thousands of scripts and styles, which share one.
  await app.register(fastifyStatic, {
    root: web.root,
    serve: true,
    wildcard: false,
    index: false,
    globIgnore: ['assets/**', '*.html', 'version.json'],
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const hasHashInName = dirname(relative(web.root, path)) === 'assets'
      reply.header('cache-control', hasHashInName ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache')
    },
  })
  app.get(
    '/assets/:file',
    { schema: { hide: true, params: Type.Object({ file: Type.String() }) } },
    async (request, reply) => reply.sendFile(`assets/${request.params.file}`),
  )
  const readPage = async (name: string) => readFile(join(web.root, `${name}.html`), 'utf8')

  // The version that is served now [7.18]. An open page compares it with its own.
  app.get('/version', { schema: { hide: true } }, async (_request, reply) =>
    reply
      .header('cache-control', 'no-store')
      .type('application/json')
      .send(await readFile(join(web.root, 'version.json'), 'utf8')),
  )
  // The texts in which the tenant differs from the product's; the portal merges them over those [7.41].
  app.get(
    '/translations/:file',
    { schema: { hide: true, params: Type.Object({ file: Type.String({ pattern: '^[A-Za-z-]{2,20}\\.json$' }) }) } },
    async (request, reply) => {
      const tenant = await deps.tenant(request)
      const texts = await deps.read(tenant, (tx) => readWords(tx, request.params.file.replace('.json', '')))
      return reply
        .header('cache-control', 'no-cache')
        .type('application/json; charset=utf-8')
        .send(JSON.stringify(texts))
    },
  )
  // A theme of the product followed by the tenant's own colours. The file name holds a hash of the colours only so that
  // browsers load the file anew when they change; the reply is always the current theme.
  app.get(
    '/themes/:file',
    {
      schema: {
        hide: true,
        params: Type.Object({ file: Type.String({ pattern: '^[a-z]+\\.own-[0-9a-f]{8}\\.css$' }) }),
      },
    },
    async (request, reply) => {
      const tenant = await deps.tenant(request)
      const { theme, own } = await deps.read(tenant, readLook)
      const styles = await readFile(join(web.root, 'themes', `${basename(theme)}.css`), 'utf8')
      return reply
        .header('cache-control', 'no-cache')
        .type('text/css; charset=utf-8')
        .send(styles + (own ? themeStyles(theme, own) : ''))
    },
  )
  app.get('/*', { schema: { hide: true } }, async (request, reply) => {
    // neither a call of the API, nor an operator's probe, nor a path that ends like a file name is a page of a portal
    if (request.url.startsWith('/v1/') || isProbe(request.url) || /\.[a-z0-9]{2,5}(\?|$)/i.test(request.url))
      throw new Refusal('NOT_FOUND')
    reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8')
    const host = request.hostname.toLowerCase()
    if (web.startPage && (host === 'localhost' || host === '127.0.0.1')) return reply.send(await web.startPage())
    const tenant = await deps.tenant(request).catch((error: unknown) => {
      if (error instanceof Refusal && error.code === 'UNKNOWN_HOST') return null
      throw error
    })
    // An unknown host gets a portal's page too; the page itself tells the user that the host is unknown [8.14].
    return reply.code(tenant ? 200 : 404).send(await readPage(tenant?.portal ?? 'parent'))
  })
}
