import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { DeletionRequest, OpenSession, UserPasswordBody } from '#contract/identity/account.ts'
import { Uuid } from '#contract/platform/fields.ts'
import type { App, Deps } from '#server/platform/deps.ts'
import { revokeFamily } from '#server/platform/http/end-sessions.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { problems, secured } from '#server/platform/http/schemas.ts'
import type { Session } from '#server/platform/http/session.ts'
import { givePassword } from '#server/identity/users/give-password.ts'
import { requestDeletion, readDeletionRequest, withdrawDeletionRequest } from './deletion.ts'
import { changeOwnPassword } from './own-password.ts'
import { ownSession } from './own-session.ts'
import { endOtherSessions, isOwnOpenSession, openSessions } from './sessions.ts'

const OwnParams = Type.Object({ userUuid: Type.String() })
const SessionParams = Type.Object({ userUuid: Type.String(), sessionId: Uuid })

/** A user's own account: password, sessions and the request for deletion. */
export function accountRoutes(app: App, deps: Deps): void {
  /** The session of a parent about the parent's own account; only parents may ask for deletion. */
  async function ownParentSession(request: FastifyRequest, userUuid: string): Promise<Session> {
    const session = await ownSession(deps, request, userUuid)
    if (session.type !== 'parent') throw new Refusal('AUTH_USER_INSUFFICIENT_PERMISSIONS')
    return session
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
      // Administrators and authors give other users passwords by the same route.
      if ((session.type === 'admin' || session.type === 'ngo') && userId !== session.userId) {
        // The status is set first, because `writeOnce` stores it for a repeated request.
        reply.code(204)
        await givePassword(deps, session, request, reply, { userId, password })
        return null
      }
      const ownAccountSession = await ownSession(deps, request, userId)
      if (current_password === undefined)
        throw new Refusal('INVALID_REQUEST', { field: 'current_password', detail: 'current_password: is required' })
      await changeOwnPassword(deps, ownAccountSession, { password, current_password })
      return reply.code(204).send(null)
    },
  )

  app.get(
    '/v1/users/:userUuid/sessions',
    { schema: { security: secured, params: OwnParams, response: { 200: Type.Array(OpenSession), ...problems } } },
    async (request) => {
      const session = await ownSession(deps, request, request.params.userUuid)
      return deps.read(session, (tx) => openSessions(tx, session, deps.now()))
    },
  )
  app.delete(
    '/v1/users/:userUuid/sessions/:sessionId',
    { schema: { security: secured, params: SessionParams, response: { 204: Type.Null(), ...problems } } },
    async (request, reply) => {
      const session = await ownSession(deps, request, request.params.userUuid)
      const endedFamilies = await deps.auditedWrite(session, async (tx) => {
        const { sessionId } = request.params
        if (!(await isOwnOpenSession(tx, session, sessionId))) throw new Refusal('NOT_FOUND', { field: 'sessionId' })
        return revokeFamily(tx, sessionId, new Date(deps.now()))
      })
      deps.tokens.forget(endedFamilies)
      return reply.code(204).send(null)
    },
  )
  app.delete(
    '/v1/users/:userUuid/sessions',
    { schema: { security: secured, params: OwnParams, response: { 204: Type.Null(), ...problems } } },
    async (request, reply) => {
      const session = await ownSession(deps, request, request.params.userUuid)
      const endedFamilies = await deps.auditedWrite(session, (tx) =>
        endOtherSessions(tx, session, new Date(deps.now())),
      )
      deps.tokens.forget(endedFamilies)
      return reply.code(204).send(null)
    },
  )

  app.get(
    '/v1/users/:userUuid/deletion-request',
    { schema: { security: secured, params: OwnParams, response: { 200: DeletionRequest, ...problems } } },
    async (request) => {
      const session = await ownParentSession(request, request.params.userUuid)
      return deps.read(session, (tx) => readDeletionRequest(tx, session.userId))
    },
  )
  app.post(
    '/v1/users/:userUuid/deletion-request',
    { schema: { security: secured, params: OwnParams, response: { 200: DeletionRequest, ...problems } } },
    async (request, reply) => {
      const session = await ownParentSession(request, request.params.userUuid)
      const now = new Date(deps.now())
      const deletionRequest = await deps.writeOnce(session, request, reply, (tx) =>
        requestDeletion(tx, session.clientId, session.userId, now),
      )
      deps.mail.wake(session.clientId)
      return deletionRequest
    },
  )
  app.delete(
    '/v1/users/:userUuid/deletion-request',
    { schema: { security: secured, params: OwnParams, response: { 200: DeletionRequest, ...problems } } },
    async (request, reply) => {
      const session = await ownParentSession(request, request.params.userUuid)
      return deps.writeOnce(session, request, reply, (tx) =>
        withdrawDeletionRequest(tx, session.clientId, session.userId),
      )
    },
  )
}
