import { CachedBody } from '#server/platform/http/cached-body.ts'
import type { App, Deps } from '#server/platform/deps.ts'
import { exampleOf } from './example.ts'
import { docsPage, docsStyle } from './page.ts'
import type { JsonSchema, OpenApi } from './open-api.ts'
import { summaries } from './summaries.ts'

/** The OpenAPI document with summaries, tags and examples added. */
function describedDocument(app: App): OpenApi {
  const document = app.swagger() as unknown as OpenApi
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      operation.summary ??= summaries[`${method.toUpperCase()} ${path}`] ?? ''
      operation.tags ??= [path.split('/')[2] ?? '']
      for (const content of Object.values(operation.requestBody?.content ?? {}))
        if (content.schema) content.example ??= exampleOf(content.schema as JsonSchema)
    }
  }
  return document
}

/**
 * Serves the OpenAPI document and the documentation page, at hosts of tenants only. Each answer is built and compressed
 * once.
 */
export function docsRoutes(app: App, deps: Deps): void {
  let document: OpenApi | undefined
  const readDocument = () => (document ??= describedDocument(app))
  const bodies: Record<string, () => CachedBody> = {
    '/v1/openapi.json': () => new CachedBody(JSON.stringify(readDocument())),
    '/v1/docs': () => new CachedBody(docsPage(readDocument()), 'text/html'),
    '/v1/docs.css': () => new CachedBody(docsStyle, 'text/css'),
  }
  for (const [path, createBody] of Object.entries(bodies)) {
    let body: CachedBody | undefined
    app.get(path, { config: { action: 'service.read' }, schema: { hide: true } }, async (request, reply) => {
      await deps.tenant(request)
      return (body ??= createBody()).send(reply)
    })
  }
}
