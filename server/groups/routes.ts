import { Type } from 'typebox'
import { Group, GroupsQuery } from '#contract/groups.ts'
import type { App, Parts } from '#server/parts.ts'
import { officeOf } from '#server/clubs/office.ts'
import { asBuilt, problems, secured } from '#server/http/schemas.ts'
import { listClubGroups } from './club-groups.ts'

/** The groups of the club that an administrator works in. */
export function groupRoutes(app: App, parts: Parts): void {
  app.get(
    '/v1/groups',
    {
      schema: {
        security: secured,
        querystring: GroupsQuery,
        response: { 200: Type.Unsafe<string>(Type.Array(Group)), ...problems },
      },
      serializerCompiler: asBuilt,
    },
    async (request, reply) => {
      const session = await parts.session(request)
      const { json, total } = await parts.read(session, async (tx) =>
        listClubGroups(tx, await officeOf(tx, session, parts.now()), request.query),
      )
      return reply.header('x-total-count', total).type('application/json; charset=utf-8').send(json)
    },
  )
}
