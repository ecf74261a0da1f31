import { Type } from 'typebox'
import { ClientMember, ClientMemberDetail, ClientMembersQuery } from '#contract/members/client-members.ts'
import { strict, Uuid } from '#contract/platform/fields.ts'
import type { App, Deps } from '#server/platform/deps.ts'
import { clientContextOf } from '#server/tenants/clubs/client-context.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { alreadySerialized, problems, secured, languageOf } from '#server/platform/http/schemas.ts'
import { listClientMembers, readClientMember } from './client-list.ts'

/** The members of all clubs, read-only, for authors in advanced mode [6.16]. */
export function clientMemberRoutes(app: App, deps: Deps): void {
  /** The date in UTC, because the members' clubs may lie in different time zones. */
  const today = () => new Date(deps.now()).toISOString().slice(0, 10)

  app.get(
    '/v1/client-members',
    {
      config: { action: 'members.read-of-client', mayReadReplica: true },
      schema: {
        security: secured,
        querystring: ClientMembersQuery,
        response: { 200: Type.Unsafe<string>(Type.Array(ClientMember)), ...problems },
      },
      serializerCompiler: alreadySerialized,
    },
    async (request, reply) => {
      const session = await deps.session(request)
      const { json, total } = await deps.read(session, async (tx) => {
        await clientContextOf(tx, session)
        return listClientMembers(tx, request.query, today())
      })
      return reply.header('x-total-count', total).type('application/json; charset=utf-8').send(json)
    },
  )

  app.get(
    '/v1/client-members/:uuid',
    {
      config: { action: 'members.read-of-client' },
      schema: {
        security: secured,
        params: Type.Object({ uuid: Uuid }),
        querystring: Type.Object({}, strict),
        response: { 200: ClientMemberDetail, ...problems },
      },
    },
    async (request) => {
      const session = await deps.session(request)
      const member = await deps.read(session, async (tx) => {
        await clientContextOf(tx, session)
        return readClientMember(tx, request.params.uuid, today(), languageOf(session.language))
      })
      if (!member) throw new Refusal('NOT_FOUND', { field: 'uuid' })
      return member
    },
  )
}
