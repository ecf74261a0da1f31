import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { strict, Uuid } from '#contract/platform/fields.ts'
import { Tag, TagBody, TagsQuery } from '#contract/curriculum/tags.ts'
import { clientContextOf, type ClientContext } from '#server/tenants/clubs/client-context.ts'
import { problems, secured } from '#server/platform/http/schemas.ts'
import type { App, Deps } from '#server/platform/deps.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { deleteTag, enterTag, listTags, readTag, renameTag } from './tags.ts'

const params = Type.Object({ id: Uuid })
const querystring = Type.Object({}, strict)

/** The client's list of tags for nodes [5.12]. */
export function tagRoutes(app: App, deps: Deps): void {
  async function write<T>(
    request: FastifyRequest,
    reply: FastifyReply,
    work: (tx: Tx, context: ClientContext) => Promise<T>,
  ): Promise<T> {
    const session = await deps.session(request)
    return deps.writeOnce(session, request, reply, async (tx) => work(tx, await clientContextOf(tx, session, '/tags')))
  }

  app.get(
    '/v1/tags',
    { schema: { security: secured, querystring: TagsQuery, response: { 200: Type.Array(Tag), ...problems } } },
    async (request, reply) => {
      const session = await deps.session(request)
      const { rows, total } = await deps.read(session, async (tx) => {
        await clientContextOf(tx, session, '/tags')
        return listTags(tx, request.query)
      })
      reply.header('x-total-count', total)
      return rows
    },
  )
  app.post(
    '/v1/tags',
    { schema: { security: secured, querystring, body: TagBody, response: { 201: Tag, ...problems } } },
    async (request, reply) => {
      const id = crypto.randomUUID()
      reply.code(201)
      return write(request, reply, async (tx, context) => {
        await enterTag(tx, context, id, request.body.name)
        return readTag(tx, id)
      })
    },
  )
  app.patch(
    '/v1/tags/:id',
    { schema: { security: secured, params, querystring, body: TagBody, response: { 200: Tag, ...problems } } },
    (request, reply) =>
      write(request, reply, async (tx, context) => {
        await renameTag(tx, context, request.params.id, request.body.name)
        return readTag(tx, request.params.id)
      }),
  )
  app.delete(
    '/v1/tags/:id',
    { schema: { security: secured, params, querystring, response: { 204: Type.Null(), ...problems } } },
    (request, reply) => {
      reply.code(204)
      return write(request, reply, async (tx, context) => {
        await deleteTag(tx, context, request.params.id)
        return null
      })
    },
  )
}
