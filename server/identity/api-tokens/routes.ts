import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { ApiToken, ApiTokenSecret, NewApiToken } from '#contract/identity/api-tokens.ts'
import { strict, Uuid } from '#contract/platform/fields.ts'
import type { App, Deps } from '#server/platform/deps.ts'
import { clientAccess } from '#server/tenants/clubs/client-access.ts'
import { problems, secured } from '#server/platform/http/schemas.ts'
import { createToken, listTokens, revokeToken, rotateToken, type Given } from './commands.ts'
import { secretOf } from './secret.ts'

const OfUser = Type.Object({ userUuid: Uuid })
const OfToken = Type.Object({ userUuid: Uuid, id: Uuid })
const none = Type.Object({}, strict)

/** Tokens of `api` users, kept by those who run the scheme. */
export function apiTokenRoutes(app: App, deps: Deps): void {
  const { read, write } = clientAccess(deps, '/users')
  // what is kept of the answer for a repeat has no secret in it
  const withSecret = async (request: FastifyRequest, { token, rotation }: Given) => {
    const { clientId } = await deps.session(request)
    return { token, secret: secretOf(deps.pinSecret, clientId, token.id, rotation) }
  }

  app.get(
    '/v1/users/:userUuid/tokens',
    {
      schema: {
        security: secured,
        params: OfUser,
        querystring: none,
        response: { 200: Type.Array(ApiToken), ...problems },
      },
    },
    (request) => read(request, (tx) => listTokens(tx, request.params.userUuid, deps.now())),
  )

  app.post(
    '/v1/users/:userUuid/tokens',
    {
      schema: {
        security: secured,
        params: OfUser,
        querystring: none,
        body: NewApiToken,
        response: { 201: ApiTokenSecret, ...problems },
      },
    },
    async (request, reply) => {
      reply.code(201)
      const made = await write(request, reply, (tx, context) =>
        createToken(tx, context, deps.pinSecret, request.params.userUuid, request.body, deps.now()),
      )
      return withSecret(request, made)
    },
  )

  app.post(
    '/v1/users/:userUuid/tokens/:id/rotate',
    {
      schema: {
        security: secured,
        params: OfToken,
        querystring: none,
        response: { 200: ApiTokenSecret, ...problems },
      },
    },
    async (request, reply) => {
      const { userUuid, id } = request.params
      const made = await write(request, reply, (tx, context) =>
        rotateToken(tx, context, deps.pinSecret, userUuid, id, deps.now()),
      )
      return withSecret(request, made)
    },
  )

  app.delete(
    '/v1/users/:userUuid/tokens/:id',
    {
      schema: { security: secured, params: OfToken, querystring: none, response: { 204: Type.Null(), ...problems } },
    },
    async (request, reply) => {
      reply.code(204)
      const { userUuid, id } = request.params
      return write(request, reply, async (tx, context) => {
        await revokeToken(tx, context, userUuid, id, deps.now())
        return null
      })
    },
  )
}
