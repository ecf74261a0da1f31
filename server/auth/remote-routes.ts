import type { FastifyReply, FastifyRequest } from 'fastify'
import { AuthUrl, AuthUrlQuery, LoginAnswer, RemoteLoginQuery } from '#contract/auth.ts'
import type { App, Parts } from '#server/parts.ts'
import { problems } from '#server/http/schemas.ts'
import { randomToken, STATE_MS } from './login-states.ts'
import { networkOf } from './network.ts'
import { comeBack, leaveForProvider } from './remote-login.ts'

/** `__Host-`: only this very host sets and gets it. */
const COOKIE = '__Host-rungs-login'

/** Login through a provider. */
export function remoteRoutes(app: App, parts: Parts): void {
  app.get(
    '/v1/auth/auth-url',
    { schema: { querystring: AuthUrlQuery, response: { 200: AuthUrl, ...problems } } },
    async (request, reply) => {
      const tenant = await parts.tenant(request)
      const browser = browserOf(request) ?? randomToken()
      giveBrowser(reply, browser)
      const redirectUri = `${parts.addresses.host(request.host)}/redirect`
      const url = await leaveForProvider(parts, tenant, request.query, redirectUri, {
        browser,
        network: networkOf(request.ip),
      })
      return { url }
    },
  )
  app.get(
    '/v1/auth/remote-login',
    { schema: { querystring: RemoteLoginQuery, response: { 200: LoginAnswer, ...problems } } },
    async (request) =>
      comeBack(parts, await parts.tenant(request), request.query, {
        // without a cookie it is some browser that began no login
        browser: browserOf(request) ?? randomToken(),
        network: networkOf(request.ip),
      }),
  )
}

function browserOf(request: FastifyRequest): string | null {
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim().split('='))
  const value = pairs.find(([name]) => name === COOKIE)?.[1] ?? ''
  return /^[A-Za-z0-9_-]{43}$/.test(value) ? value : null
}

function giveBrowser(reply: FastifyReply, browser: string): void {
  reply.header('set-cookie', `${COOKIE}=${browser}; Path=/; Max-Age=${STATE_MS / 1000}; Secure; HttpOnly; SameSite=Lax`)
}
