import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { ApiToken, ApiTokenSecret, NewApiToken } from '#contract/identity/api-tokens.ts'
import { strict, Uuid } from '#contract/platform/fields.ts'
import type { App, Deps } from '#server/platform/deps.ts'
import { clientAccess } from '#server/tenants/clubs/client-access.ts'
import { problems, secured } from '#server/platform/http/schemas.ts'
import { createToken, listTokens, revokeToken, rotateToken, type IssuedToken } from './commands.ts'
import { secretOf } from './secret.ts'

const UserParams = Type.Object({ userUuid: Uuid })
const TokenParams = Type.Object({ userUuid: Uuid, id: Uuid })
const NoQuery = Type.Object({}, strict)

/** Tokens of API users, which the client's authors manage. */
export function apiTokenRoutes(app: App, deps: Deps): void {
  const { read, write } = clientAccess(deps)
  // The secret is added after `write`, so that the answer that is stored for a repeated request does not hold it.
  const withSecret = async (request: FastifyRequest, { token, rotation }: IssuedToken) => {
    const { clientId } = await deps.session(request)
    return { token, secret: secretOf(deps.pepper, clientId, token.id, rotation) }
  }

  app.get(
    '/v1/users/:userUuid/tokens',
    {
      config: { action: 'api-tokens.manage' },
      schema: {
        security: secured,
        params: UserParams,
        querystring: NoQuery,
        response: { 200: Type.Array(ApiToken), ...problems },
      },
    },
    (request) => read(request, (tx) => listTokens(tx, request.params.userUuid, deps.now())),
  )

  app.post(
    '/v1/users/:userUuid/tokens',
    {
      config: { action: 'api-tokens.manage' },
      schema: {
        security: secured,
        params: UserParams,
        querystring: NoQuery,
        body: NewApiToken,
        response: { 201: ApiTokenSecret, ...problems },
      },
    },
    async (request, reply) => {
      reply.code(201)
      const issued = await write(request, reply, (tx, context) =>
        createToken(tx, context, deps.pepper, request.params.userUuid, request.body, deps.now()),
      )
      return withSecret(request, issued)
    },
  )

  app.post(
    '/v1/users/:userUuid/tokens/:id/rotate',
    {
      config: { action: 'api-tokens.manage' },
      schema: {
        security: secured,
        params: TokenParams,
        querystring: NoQuery,
        response: { 200: ApiTokenSecret, ...problems },
      },
    },
    async (request, reply) => {
      const { userUuid, id } = request.params
      const issued = await write(request, reply, (tx, context) =>
        rotateToken(tx, context, deps.pepper, userUuid, id, deps.now()),
      )
      return withSecret(request, issued)
    },
  )

  app.delete(
    '/v1/users/:userUuid/tokens/:id',
    {
      config: { action: 'api-tokens.manage' },
      schema: {
        security: secured,
        params: TokenParams,
        querystring: NoQuery,
        response: { 204: Type.Null(), ...problems },
      },
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
