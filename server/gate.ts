import type { FastifyRequest } from 'fastify'
import { policy, rightTo, type ActionName } from '#domain/access/policy.ts'
import { refuseIfSwitched, refuseUnlessOwn } from './identity/account/own-account.ts'
import type { App } from './platform/deps.ts'
import { Refusal } from './platform/http/errors.ts'
import type { Session, TokenSession } from './platform/http/session.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What the route lets do; the policy says who may. */
    action?: ActionName
    /**
     * The replica may serve what the route reads: a report, list or file that costs the primary more than asking it how
     * far its log is. Never what a tablet syncs, and nothing of a route without a session.
     */
    mayReadReplica?: boolean
  }
}

/**
 * The session with the right by which it makes this request. Refuses a user without a right. Which records the right is
 * about is checked by the handler, except for `own-account` and `not-switched`.
 */
export function withRight(session: TokenSession, request: FastifyRequest): Session {
  const { action, mayReadReplica = false } = request.routeOptions.config
  const right = action === undefined ? null : rightTo(action, session)
  if (right === null) throw new Refusal('AUTH_USER_INSUFFICIENT_PERMISSIONS')
  if (right.on === 'own-account') refuseUnlessOwn(session, (request.params as { userUuid: string }).userUuid)
  if (right.on === 'not-switched') refuseIfSwitched(session)
  return { ...session, right, mayReadReplica }
}

/**
 * Refuses callers without a right to what a route lets do, before the body is read, and refuses to start with a route
 * that names no action, that asks for a session although anybody may call it, or that asks for none although its action
 * needs one.
 */
export function guardRoutes(app: App, sessionOf: (request: FastifyRequest) => Promise<Session>): void {
  app.addHook('onRoute', (route) => {
    const { method, url, config, schema } = route
    if (!url.startsWith('/v1/')) return
    const action = config?.action
    if (action === undefined) throw new Error(`${method.toString()} ${url} names no action of the policy`)
    const isOpen = 'anybody' in policy[action].rights
    const asksForSession = schema?.security !== undefined
    if (isOpen === asksForSession)
      throw new Error(`${method.toString()} ${url}: ${action} ${isOpen ? 'needs no session' : 'needs a session'}`)
    if (config?.mayReadReplica && !asksForSession)
      throw new Error(`${method.toString()} ${url}: the replica serves only reads of a session`)
    // a copy, because several routes may share a schema
    if (schema) route.schema = Object.assign({}, schema, { 'x-action': action })
  })
  app.addHook('onRequest', async (request) => {
    if (request.routeOptions.schema?.security) await sessionOf(request)
  })
}
