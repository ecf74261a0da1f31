import { Type } from 'typebox'
import { DeletionRequest, OpenSession, UserPasswordBody } from '#contract/identity/account.ts'
import { Uuid } from '#contract/platform/fields.ts'
import type { App, Deps } from '#server/platform/deps.ts'
import { revokeFamily } from '#server/platform/http/end-sessions.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { problems, secured } from '#server/platform/http/schemas.ts'
import { givePassword } from '#server/identity/users/give-password.ts'
import { requestDeletion, readDeletionRequest, withdrawDeletionRequest } from './deletion.ts'
import { changeOwnPassword } from './own-password.ts'
import { refuseUnlessOwn } from './own-account.ts'
import { endOtherSessions, isOwnOpenSession, openSessions } from './sessions.ts'

const OwnParams = Type.Object({ userUuid: Type.String() })
const SessionParams = Type.Object({ userUuid: Type.String(), sessionId: Uuid })

/** A user's own account: password, sessions and the request for deletion. */
export function accountRoutes(app: App, deps: Deps): void {
  app.patch(
    '/v1/users/:userUuid/password',
    {
      config: { action: 'account.change-password' },
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
      if (session.right.on === 'own-or-users' && userId !== session.userId) {
        // The status is set first, because `writeOnce` stores it for a repeated request.
        reply.code(204)
        await givePassword(deps, session, request, reply, { userId, password })
        return null
      }
      refuseUnlessOwn(session, userId)
      if (current_password === undefined)
        throw new Refusal('INVALID_REQUEST', { field: 'current_password', detail: 'current_password: is required' })
      await changeOwnPassword(deps, session, { password, current_password })
      return reply.code(204).send(null)
    },
  )

  app.get(
    '/v1/users/:userUuid/sessions',
    {
      config: { action: 'account.manage' },
      schema: { security: secured, params: OwnParams, response: { 200: Type.Array(OpenSession), ...problems } },
    },
    async (request) => {
      const session = await deps.session(request)
      return deps.read(session, (tx) => openSessions(tx, session, deps.now()))
    },
  )
  app.delete(
    '/v1/users/:userUuid/sessions/:sessionId',
    {
      config: { action: 'account.manage' },
      schema: { security: secured, params: SessionParams, response: { 204: Type.Null(), ...problems } },
    },
    async (request, reply) => {
      const session = await deps.session(request)
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
    {
      config: { action: 'account.manage' },
      schema: { security: secured, params: OwnParams, response: { 204: Type.Null(), ...problems } },
    },
    async (request, reply) => {
      const session = await deps.session(request)
      const endedFamilies = await deps.auditedWrite(session, (tx) =>
        endOtherSessions(tx, session, new Date(deps.now())),
      )
      deps.tokens.forget(endedFamilies)
      return reply.code(204).send(null)
    },
  )
  deletionRequestRoutes(app, deps)
}

function deletionRequestRoutes(app: App, deps: Deps): void {
  app.get(
    '/v1/users/:userUuid/deletion-request',
    {
      config: { action: 'account.delete' },
      schema: { security: secured, params: OwnParams, response: { 200: DeletionRequest, ...problems } },
    },
    async (request) => {
      const session = await deps.session(request)
      return deps.read(session, (tx) => readDeletionRequest(tx, session.userId))
    },
  )
  app.post(
    '/v1/users/:userUuid/deletion-request',
    {
      config: { action: 'account.delete' },
      schema: { security: secured, params: OwnParams, response: { 200: DeletionRequest, ...problems } },
    },
    async (request, reply) => {
      const session = await deps.session(request)
      const at = new Date(deps.now())
      const deletionRequest = await deps.writeOnce(session, request, reply, (tx) =>
        requestDeletion(tx, session.userId, at),
      )
      return deletionRequest
    },
  )
  app.delete(
    '/v1/users/:userUuid/deletion-request',
    {
      config: { action: 'account.delete' },
      schema: { security: secured, params: OwnParams, response: { 200: DeletionRequest, ...problems } },
    },
    async (request, reply) => {
      const session = await deps.session(request)
      return deps.writeOnce(session, request, reply, (tx) => withdrawDeletionRequest(tx, session.userId))
    },
  )
}
