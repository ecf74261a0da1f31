import type { FastifyReply } from 'fastify'
import { AuthUrl, AuthUrlQuery, EditUrl, LoginAnswer, RemoteLoginQuery } from '#contract/identity/auth.ts'
import type { LoginDeps } from '#server/identity/deps.ts'
import type { App, Deps } from '#server/platform/deps.ts'
import { randomToken, tokenInCookie } from '#server/platform/http/cookies.ts'
import { readEditUrl } from '#server/identity/providers/settings.ts'
import { problems, secured } from '#server/platform/http/schemas.ts'
import { requestOriginOf, withDeviceCookie } from './device.ts'
import { STATE_MS } from './login-states.ts'
import { completeRemoteLogin, beginRemoteLogin } from './remote-login.ts'

/** The prefix `__Host-` makes browsers accept and send the cookie only for this exact host. */
const LOGIN_COOKIE = '__Host-rungs-login'

/** Login at an external provider; the user has no session yet, so these routes check none. */
export function remoteRoutes(app: App, deps: LoginDeps): void {
  app.get(
    '/v1/auth/auth-url',
    { config: { action: 'login.use' }, schema: { querystring: AuthUrlQuery, response: { 200: AuthUrl, ...problems } } },
    async (request, reply) => {
      const tenant = await deps.tenant(request)
      const browser = tokenInCookie(request, LOGIN_COOKIE) ?? randomToken()
      setBrowserCookie(reply, browser)
      // `deps.tenant` found this host in the table of host names, so a forged Host header cannot get here.
      const redirectUri = `${deps.addresses.host(request.host)}/redirect`
      const url = await beginRemoteLogin(deps, tenant, request.query, redirectUri, browser, requestOriginOf(request))
      return { url }
    },
  )
  app.get(
    '/v1/auth/remote-login',
    {
      config: { action: 'login.use' },
      schema: { querystring: RemoteLoginQuery, response: { 200: LoginAnswer, ...problems } },
    },
    async (request, reply) => {
      // A browser without the cookie began no login, so a random value matches none.
      const browser = tokenInCookie(request, LOGIN_COOKIE) ?? randomToken()
      const origin = requestOriginOf(request)
      return withDeviceCookie(
        reply,
        origin,
        await completeRemoteLogin(deps, await deps.tenant(request), request.query, browser, origin),
      )
    },
  )
}

/**
 * The user's own page at the provider [7.13], for users who logged in themselves, where the provider has such a page
 * [6.20].
 */
export function editRoutes(app: App, deps: Deps): void {
  app.get(
    '/v1/auth/edit-url',
    {
      config: { action: 'account.edit-at-provider' },
      schema: { security: secured, response: { 200: EditUrl, ...problems } },
    },
    async (request) => {
      const session = await deps.session(request)
      return { url: await deps.read(session, readEditUrl) }
    },
  )
}

function setBrowserCookie(reply: FastifyReply, browser: string): void {
  reply.header(
    'set-cookie',
    `${LOGIN_COOKIE}=${browser}; Path=/; Max-Age=${STATE_MS / 1000}; Secure; HttpOnly; SameSite=Lax`,
  )
}
