import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { strict, Uuid } from '#contract/platform/fields.ts'
import { isUuid } from '#domain/platform/uuid.ts'
import type { App, Deps } from '#server/platform/deps.ts'
import { refuseUnlessOwn } from '#server/identity/account/own-account.ts'
import { userAdminContextOf } from '#server/identity/users/user-admin-context.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { alreadySerialized, problems, secured } from '#server/platform/http/schemas.ts'
import { clubContextOf } from '#server/tenants/clubs/club-context.ts'
import { exportOwnMember } from './export-own-member.ts'
import { exportPerson } from './export-person.ts'
import { exportUser } from './export-user.ts'

/** JSON text that the database made; the schema is only for the API documentation. */
const JsonText = Type.Unsafe<string>(Type.Object({}, { additionalProperties: true }))

/** The data held about a user or a member, as a file for the person who asks for it (security.md 41). */
export function exportRoutes(app: App, deps: Deps): void {
  /** Exports the own account with its children; scheme authors may export the accounts of others. */
  async function exportAccount(request: FastifyRequest, userUuid: string): Promise<string> {
    const session = await deps.session(request)
    // a text that is no id would fail in the database; `refuseUnlessOwn` below answers it with NOT_FOUND
    if (session.right.on === 'own-or-users' && userUuid !== session.userId && isUuid(userUuid))
      return deps.auditedWrite(session, async (tx) =>
        exportPerson(tx, await userAdminContextOf(tx, session, deps.now()), userUuid),
      )
    refuseUnlessOwn(session, userUuid)
    const { userId } = session
    return deps.auditedWrite(session, (tx) => exportUser(tx, userId))
  }

  app.get(
    '/v1/users/:userUuid/export',
    {
      config: { action: 'account.export' },
      schema: {
        security: secured,
        params: Type.Object({ userUuid: Type.String() }),
        response: { 200: JsonText, ...problems },
      },
      serializerCompiler: alreadySerialized,
    },
    async (request, reply) => {
      const json = await exportAccount(request, request.params.userUuid)
      return reply
        .header('content-disposition', 'attachment; filename="rungs-data.json"')
        .type('application/json; charset=utf-8')
        .send(json)
    },
  )

  app.get(
    '/v1/members/:uuid/export',
    {
      config: { action: 'members.export' },
      schema: {
        security: secured,
        params: Type.Object({ uuid: Uuid }),
        querystring: Type.Object({}, strict),
        response: { 200: JsonText, ...problems },
      },
      serializerCompiler: alreadySerialized,
    },
    async (request, reply) => {
      const session = await deps.session(request)
      const json = await deps.auditedWrite(session, async (tx) =>
        exportOwnMember(tx, await clubContextOf(tx, session, deps.now()), request.params.uuid),
      )
      if (json === null) throw new Refusal('NOT_FOUND', { field: 'uuid' })
      return reply
        .header('content-disposition', 'attachment; filename="member.json"')
        .type('application/json; charset=utf-8')
        .send(json)
    },
  )
}
