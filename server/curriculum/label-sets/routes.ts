import { Type } from 'typebox'
import { strict, Uuid } from '#contract/platform/fields.ts'
import { IfMatch } from '#contract/platform/lists.ts'
import { LabelSetBody, ListedLabelSet } from '#contract/curriculum/scheme-settings.ts'
import { clientAccess } from '#server/tenants/clubs/client-access.ts'
import { problems, secured } from '#server/platform/http/schemas.ts'
import type { App, Deps } from '#server/platform/deps.ts'
import { changeLabelSet, deleteLabelSet, enterLabelSet, listLabelSets, readLabelSet } from './label-sets.ts'

const params = Type.Object({ id: Uuid })
const querystring = Type.Object({}, strict)

/** The client's label sets: its own words for grades [3.19], [9.19]. */
export function labelSetRoutes(app: App, deps: Deps): void {
  // the path is that of the scheme portal's page of label sets
  const { read, write } = clientAccess(deps)

  app.get(
    '/v1/label-sets',
    {
      config: { action: 'label-sets.manage' },
      schema: { security: secured, querystring, response: { 200: Type.Array(ListedLabelSet), ...problems } },
    },
    (request) => read(request, listLabelSets),
  )
  app.post(
    '/v1/label-sets',
    {
      config: { action: 'label-sets.manage' },
      schema: { security: secured, querystring, body: LabelSetBody, response: { 201: ListedLabelSet, ...problems } },
    },
    async (request, reply) => {
      const id = crypto.randomUUID()
      reply.code(201)
      return write(request, reply, async (tx, context) => {
        await enterLabelSet(tx, context, id, request.body)
        return readLabelSet(tx, id)
      })
    },
  )
  app.patch(
    '/v1/label-sets/:id',
    {
      config: { action: 'label-sets.manage' },
      schema: {
        security: secured,
        params,
        querystring,
        headers: IfMatch,
        body: LabelSetBody,
        response: { 200: ListedLabelSet, ...problems },
      },
    },
    (request, reply) =>
      write(request, reply, async (tx, context) => {
        const { id } = request.params
        await changeLabelSet(tx, context, id, request.body, request.headers['if-match'])
        return readLabelSet(tx, id)
      }),
  )
  app.delete(
    '/v1/label-sets/:id',
    {
      config: { action: 'label-sets.manage' },
      schema: { security: secured, params, querystring, response: { 204: Type.Null(), ...problems } },
    },
    (request, reply) => {
      reply.code(204)
      return write(request, reply, async (tx, context) => {
        await deleteLabelSet(tx, context, request.params.id)
        return null
      })
    },
  )
}
