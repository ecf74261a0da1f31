import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { DeletionRequest, OpenSession, UserPasswordBody } from '#contract/identity/account.ts'
import { Uuid } from '#contract/platform/fields.ts'
import { UUID } from '#domain/platform/uuid.ts'
import type { App, Deps } from '#server/deps.ts'
import { revokeFamily } from '#server/platform/http/end-sessions.ts'
import { exportPerson } from '#server/flows/export/export-person.ts'
import { exportUser } from '#server/flows/export/export-user.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { asBuilt, problems, secured } from '#server/platform/http/schemas.ts'
import type { Session } from '#server/platform/http/session.ts'
import { userAdminContextOf } from '#server/identity/users/user-admin-context.ts'
import { givePassword } from '#server/identity/users/give-password.ts'
import { askDeletion, readDeletion, takeDeletionBack } from './deletion.ts'
import { changeOwnPassword } from './own-password.ts'
import { endOthers, isOwnSession, openSessions } from './sessions.ts'

const OwnParams = Type.Object({ userUuid: Type.String() })
const SessionParams = Type.Object({ userUuid: Type.String(), sessionId: Uuid })

/** What a user does with the own account. Somebody else's answers like one that does not exist. */
export function accountRoutes(app: App, deps: Deps): void {
  async function own(request: FastifyRequest, userUuid: string): Promise<Session> {
    const session = await deps.session(request)
    if (userUuid !== session.userId) throw new Refusal('NOT_FOUND', { field: 'userUuid' })
    // who was switched to edits nobody [6.20]
    if (session.originalUserId !== null) throw new Refusal('AUTH_USER_INSUFFICIENT_PERMISSIONS')
    return session
  }
  async function ownParent(request: FastifyRequest, userUuid: string): Promise<Session> {
    const session = await own(request, userUuid)
    if (session.type !== 'parent') throw new Refusal('AUTH_USER_INSUFFICIENT_PERMISSIONS')
    return session
  }

  /** Of the own account with its children; those who run the scheme answer for the accounts of others, too. */
  async function exported(request: FastifyRequest, userUuid: string): Promise<string> {
    const session = await deps.session(request)
    if (session.type === 'ngo' && userUuid !== session.userId && UUID.test(userUuid.toLowerCase()))
      return deps.auditedWrite(session, async (tx) =>
        exportPerson(tx, await userAdminContextOf(tx, session, deps.now(), 'read'), userUuid),
      )
    const { clientId, userId } = await own(request, userUuid)
    return deps.auditedWrite(session, (tx) => exportUser(tx, clientId, userId))
  }

  app.patch(
    '/v1/users/:userUuid/password',
    {
      schema: {
        security: secured,
        params: OwnParams,
        body: UserPasswordBody,
        response: { 204: Type.Null(), ...problems },
      },
    },
    async (request, reply) => {
      const { userUuid: userId } = request.params
      const { password, current_password } = request.body
      const session = await deps.session(request)
      if ((session.type === 'admin' || session.type === 'ngo') && userId !== session.userId) {
        reply.code(204)
        await givePassword(deps, session, request, reply, { userId, password })
        return null
      }
      const mine = await own(request, userId)
      if (current_password === undefined)
        throw new Refusal('INVALID_REQUEST', { field: 'current_password', detail: 'current_password: is required' })
      await changeOwnPassword(deps, mine, { password, current_password })
      return reply.code(204).send(null)
    },
  )

  app.get(
    '/v1/users/:userUuid/sessions',
    { schema: { security: secured, params: OwnParams, response: { 200: Type.Array(OpenSession), ...problems } } },
    async (request) => {
      const session = await own(request, request.params.userUuid)
      return deps.read(session, (tx) => openSessions(tx, session, deps.now()))
    },
  )
  app.delete(
    '/v1/users/:userUuid/sessions/:sessionId',
    { schema: { security: secured, params: SessionParams, response: { 204: Type.Null(), ...problems } } },
    async (request, reply) => {
      const session = await own(request, request.params.userUuid)
      const ended = await deps.auditedWrite(session, async (tx) => {
        const { sessionId } = request.params
        if (!(await isOwnSession(tx, session, sessionId))) throw new Refusal('NOT_FOUND', { field: 'sessionId' })
        return revokeFamily(tx, sessionId, new Date(deps.now()))
      })
      deps.tokens.forget(ended)
      return reply.code(204).send(null)
    },
  )
  app.delete(
    '/v1/users/:userUuid/sessions',
    { schema: { security: secured, params: OwnParams, response: { 204: Type.Null(), ...problems } } },
    async (request, reply) => {
      const session = await own(request, request.params.userUuid)
      deps.tokens.forget(await deps.auditedWrite(session, (tx) => endOthers(tx, session, new Date(deps.now()))))
      return reply.code(204).send(null)
    },
  )

  app.get(
    '/v1/users/:userUuid/export',
    {
      schema: {
        security: secured,
        params: OwnParams,
        response: { 200: Type.Unsafe<string>(Type.Object({}, { additionalProperties: true })), ...problems },
      },
      serializerCompiler: asBuilt,
    },
    async (request, reply) => {
      const json = await exported(request, request.params.userUuid)
      return reply
        .header('content-disposition', 'attachment; filename="rungs-data.json"')
        .type('application/json; charset=utf-8')
        .send(json)
    },
  )

  app.get(
    '/v1/users/:userUuid/deletion-request',
    { schema: { security: secured, params: OwnParams, response: { 200: DeletionRequest, ...problems } } },
    async (request) => {
      const session = await ownParent(request, request.params.userUuid)
      return deps.read(session, (tx) => readDeletion(tx, session.userId))
    },
  )
  app.post(
    '/v1/users/:userUuid/deletion-request',
    { schema: { security: secured, params: OwnParams, response: { 200: DeletionRequest, ...problems } } },
    async (request, reply) => {
      const session = await ownParent(request, request.params.userUuid)
      const at = new Date(deps.now())
      const asked = await deps.writeOnce(session, request, reply, (tx) =>
        askDeletion(tx, session.clientId, session.userId, at),
      )
      deps.mail.wake(session.clientId)
      return asked
    },
  )
  app.delete(
    '/v1/users/:userUuid/deletion-request',
    { schema: { security: secured, params: OwnParams, response: { 200: DeletionRequest, ...problems } } },
    async (request, reply) => {
      const session = await ownParent(request, request.params.userUuid)
      return deps.writeOnce(session, request, reply, (tx) => takeDeletionBack(tx, session.clientId, session.userId))
    },
  )
}
