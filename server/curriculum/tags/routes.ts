import { Type } from 'typebox'
import { strict, Uuid } from '#contract/platform/fields.ts'
import { Tag, TagBody, TagsQuery } from '#contract/curriculum/tags.ts'
import { clientAccess } from '#server/tenants/clubs/client-access.ts'
import { problems, secured } from '#server/platform/http/schemas.ts'
import type { App, Deps } from '#server/platform/deps.ts'
import { deleteTag, enterTag, listTags, readTag, renameTag } from './tags.ts'

const params = Type.Object({ id: Uuid })
const querystring = Type.Object({}, strict)

/** The client's list of tags for nodes [5.12]. */
export function tagRoutes(app: App, deps: Deps): void {
  // only for users who may open the scheme portal's page of tags
  const { read, write } = clientAccess(deps)

  app.get(
    '/v1/tags',
    {
      config: { action: 'tags.manage' },
      schema: { security: secured, querystring: TagsQuery, response: { 200: Type.Array(Tag), ...problems } },
    },
    async (request, reply) => {
      const { rows, total } = await read(request, (tx) => listTags(tx, request.query))
      reply.header('x-total-count', total)
      return rows
    },
  )
  app.post(
    '/v1/tags',
    {
      config: { action: 'tags.manage' },
      schema: { security: secured, querystring, body: TagBody, response: { 201: Tag, ...problems } },
    },
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
    {
      config: { action: 'tags.manage' },
      schema: { security: secured, params, querystring, body: TagBody, response: { 200: Tag, ...problems } },
    },
    (request, reply) =>
      write(request, reply, async (tx, context) => {
        await renameTag(tx, context, request.params.id, request.body.name)
        return readTag(tx, request.params.id)
      }),
  )
  app.delete(
    '/v1/tags/:id',
    {
      config: { action: 'tags.manage' },
      schema: { security: secured, params, querystring, response: { 204: Type.Null(), ...problems } },
    },
    (request, reply) => {
      reply.code(204)
      return write(request, reply, async (tx, context) => {
        await deleteTag(tx, context, request.params.id)
        return null
      })
    },
  )
}
