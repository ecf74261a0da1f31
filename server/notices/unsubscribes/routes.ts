import { Type } from 'typebox'
import type { FastifyRequest } from 'fastify'
import { UnsubscribeQuery, Unsubscribes, UnsubscribesBody } from '#contract/notices/unsubscribes.ts'
import type { App, Deps } from '#server/platform/deps.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { problems } from '#server/platform/http/schemas.ts'
import { bearerOf } from '#server/platform/http/session.ts'
import type { Tenant } from '#server/platform/http/tenant.ts'
import { inTenant } from '#server/platform/tenancy.ts'
import { setUnsubscribes } from './commands.ts'

/**
 * The user whose mail preferences a request may change: the logged-in user, or the one of a mail's unsubscribe token,
 * which gives no other right.
 */
async function userOfRequest(deps: Deps, request: FastifyRequest, tenant: Tenant): Promise<string> {
  const byLink = await deps.tokens.check(tenant, 'unsubscribe', bearerOf(request)).catch(() => null)
  if (byLink) return byLink.sub
  const { userId, originalUserId } = await deps.session(request)
  // A user who was switched to by PIN may not change an account [6.20].
  if (originalUserId !== null) throw new Refusal('AUTH_USER_INSUFFICIENT_PERMISSIONS')
  return userId
}

/** Mail preferences, and the unsubscribe links of mails. */
export async function unsubscribeRoutes(app: App, deps: Deps): Promise<void> {
  app.patch(
    '/v1/users/:userUuid/unsubscribes',
    {
      config: { action: 'mail-preferences.change' },
      // without `security`, because a mail's unsubscribe token is no session; `userOfRequest` checks who calls
      schema: {
        params: Type.Object({ userUuid: Type.String() }),
        body: UnsubscribesBody,
        response: { 200: Unsubscribes, ...problems },
      },
    },
    async (request) => {
      const tenant = await deps.tenant(request)
      const userId = await userOfRequest(deps, request, tenant)
      if (request.params.userUuid !== userId) throw new Refusal('NOT_FOUND', { field: 'userUuid' })
      const preferences = await inTenant(deps.db, tenant.clientId, 'write', (tx) =>
        setUnsubscribes(tx, userId, request.body),
      )
      if (!preferences) throw new Refusal('AUTH_USER_NOT_FOUND')
      return preferences
    },
  )

  // Mail programs post a form to this route, without cookies (RFC 8058). A scope of its own accepts forms only here.
  await app.register((scope, _options, done) => {
    const asText = { parseAs: 'string' as const, bodyLimit: 4096 }
    scope.addContentTypeParser(
      ['application/x-www-form-urlencoded', 'multipart/form-data'],
      asText,
      (_request, body, parsed) => parsed(null, body),
    )
    scope.post(
      '/v1/unsubscribe',
      {
        config: { action: 'mail-preferences.change' },
        schema: { querystring: UnsubscribeQuery, response: { 204: Type.Null(), ...problems } },
      },
      async (request, reply) => {
        // a loose search, because the form comes in one of two encodings and is not parsed
        if (typeof request.body !== 'string' || !/List-Unsubscribe[\s\S]*One-Click/.test(request.body))
          throw new Refusal('INVALID_REQUEST', { detail: 'body: must be List-Unsubscribe=One-Click' })
        const tenant = await deps.tenant(request)
        const { token } = request.query as { token: string }
        const { sub } = await deps.tokens.check(tenant, 'unsubscribe', token).catch(() => {
          throw new Refusal('LINK_INVALID', { field: 'token' })
        })
        const preferences = await inTenant(deps.db, tenant.clientId, 'write', (tx) =>
          setUnsubscribes(tx, sub, { unsubscribe_operational: 1 }),
        )
        if (!preferences) throw new Refusal('AUTH_USER_NOT_FOUND')
        return reply.code(204).send(null)
      },
    )
    // A person who opens the link gets a page that asks first; opening it changes nothing.
    scope.get(
      '/v1/unsubscribe',
      { config: { action: 'mail-preferences.change' }, schema: { hide: true, querystring: UnsubscribeQuery } },
      (request, reply) => {
        const { token } = request.query as { token: string }
        return reply.redirect(`/unsubscribe#token=${encodeURIComponent(token)}`, 303)
      },
    )
    done()
  })
}
