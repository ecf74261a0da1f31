import { Type } from 'typebox'
import { strict, Uuid } from '#contract/fields.ts'
import { ListedUser, UsersQuery } from '#contract/user-list.ts'
import { NewUserBody, NewUserReply } from '#contract/user-writes.ts'
import type { App, Parts } from '#server/parts.ts'
import { officeWrite } from '#server/clubs/office-write.ts'
import { officeOf } from '#server/clubs/office.ts'
import { asBuilt, problems, secured } from '#server/http/schemas.ts'
import { inviteToClub, removeFromClub } from './club-user-commands.ts'
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

  app.post(
    '/v1/users',
    {
      schema: {
        security: secured,
        querystring: Type.Object({}, strict),
        body: NewUserBody,
        response: { 201: NewUserReply, ...problems },
      },
    },
    async (request, reply) => {
      const session = await parts.session(request)
      reply.code(201)
      const answer = await officeWrite(parts, session, request, reply, async (tx, office) => ({
        answer: await inviteToClub(tx, office, request.body),
        changed: [],
      }))
      parts.mail.wake(session.clientId)
      return answer
    },
  )

  app.delete(
    '/v1/users/:uuid',
    {
      schema: {
        security: secured,
        params: Type.Object({ uuid: Uuid }),
        querystring: Type.Object({}, strict),
        response: { 204: Type.Null(), ...problems },
      },
    },
    async (request, reply) => {
      const session = await parts.session(request)
      reply.code(204)
      return officeWrite(parts, session, request, reply, async (tx, office) => ({
        answer: null,
        changed: await removeFromClub(tx, office, request.params.uuid),
      }))
    },
  )
}
