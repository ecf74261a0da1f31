import type { FastifyReply } from 'fastify'
import { AuthUrl, AuthUrlQuery, EditUrl, LoginAnswer, RemoteLoginQuery } from '#contract/identity/auth.ts'
import type { LoginDeps } from '#server/identity/deps.ts'
import type { App, Deps } from '#server/platform/deps.ts'
import { mayEditSelf } from '#domain/tenants/pages.ts'
import { randomToken, tokenInCookie } from '#server/platform/http/cookies.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { readEditUrl } from '#server/identity/providers/settings.ts'
import { problems, secured } from '#server/platform/http/schemas.ts'
import { requestOriginOf, marked } from './device.ts'
import { STATE_MS } from './login-states.ts'
import { comeBack, leaveForProvider } from './remote-login.ts'

/** `__Host-`: only this very host sets and gets it. */
const COOKIE = '__Host-rungs-login'

/** Login through a provider. */
export function remoteRoutes(app: App, deps: LoginDeps): void {
  app.get(
    '/v1/auth/auth-url',
    { schema: { querystring: AuthUrlQuery, response: { 200: AuthUrl, ...problems } } },
    async (request, reply) => {
      const tenant = await deps.tenant(request)
      const browser = tokenInCookie(request, COOKIE) ?? randomToken()
      giveBrowser(reply, browser)
      const redirectUri = `${deps.addresses.host(request.host)}/redirect`
      const url = await leaveForProvider(deps, tenant, request.query, redirectUri, browser, requestOriginOf(request))
      return { url }
    },
  )
  app.get(
    '/v1/auth/remote-login',
    { schema: { querystring: RemoteLoginQuery, response: { 200: LoginAnswer, ...problems } } },
    async (request, reply) => {
      // without a cookie it is some browser that began no login
      const browser = tokenInCookie(request, COOKIE) ?? randomToken()
      const from = requestOriginOf(request)
      return marked(reply, from, await comeBack(deps, await deps.tenant(request), request.query, browser, from))
    },
  )
}

/** The user's own page at the provider [7.13], for who logged in and where the client has it [6.20]. */
export function editRoutes(app: App, deps: Deps): void {
  app.get(
    '/v1/auth/edit-url',
    { schema: { security: secured, response: { 200: EditUrl, ...problems } } },
    async (request) => {
      const session = await deps.session(request)
      if (!mayEditSelf({ features: session.features, switched: session.originalUserId !== null }))
        throw new Refusal('AUTH_USER_INSUFFICIENT_PERMISSIONS')
      return { url: await deps.read(session, readEditUrl) }
    },
  )
}

function giveBrowser(reply: FastifyReply, browser: string): void {
  reply.header('set-cookie', `${COOKIE}=${browser}; Path=/; Max-Age=${STATE_MS / 1000}; Secure; HttpOnly; SameSite=Lax`)
}
