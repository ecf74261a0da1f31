import type { FastifyInstance } from 'fastify'

/** JSON as fastify reads it, but that a call without a body may say that it is JSON: every call does [7.1], a DELETE too. */
export function readJsonBodies(app: FastifyInstance): void {
  const read = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else read(request, body as string, done)
  })
}
