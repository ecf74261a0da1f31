import type { App } from '#server/parts.ts'
import { exampleOf } from './example.ts'
import { docsPage, docsStyle } from './page.ts'
import type { JsonSchema, OpenApi } from './open-api.ts'
import { summaries } from './summaries.ts'

/** The API's document, described and with examples; made once. */
function described(app: App): OpenApi {
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

export function docsRoutes(app: App): void {
  let document: OpenApi | undefined
  const read = () => (document ??= described(app))
  app.get('/v1/openapi.json', { schema: { hide: true } }, read)
  app.get('/v1/docs', { schema: { hide: true } }, (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(docsPage(read())),
  )
  app.get('/v1/docs.css', { schema: { hide: true } }, (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(docsStyle),
  )
}
