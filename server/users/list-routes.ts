import { Type } from 'typebox'
import { ListedUser, UsersQuery } from '#contract/user-list.ts'
import type { App, Parts } from '#server/parts.ts'
import { officeOf } from '#server/clubs/office.ts'
import { asBuilt, problems, secured } from '#server/http/schemas.ts'
import { listClubUsers } from './club-users.ts'

export function userListRoutes(app: App, parts: Parts): void {
  app.get(
    '/v1/users',
    {
      schema: {
        security: secured,
        querystring: UsersQuery,
        response: { 200: Type.Unsafe<string>(Type.Array(ListedUser)), ...problems },
      },
      serializerCompiler: asBuilt,
    },
    async (request, reply) => {
      const session = await parts.session(request)
      const { json, total } = await parts.read(session, async (tx) =>
        listClubUsers(tx, await officeOf(tx, session, parts.now()), request.query),
      )
      return reply.header('x-total-count', total).type('application/json; charset=utf-8').send(json)
    },
  )
}
