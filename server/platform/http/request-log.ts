import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { countRequestOf, requestSeconds } from '#server/platform/metrics/metrics.ts'

/** Who a request belongs to, as far as it is known when it ends. */
export interface Caller {
  clientId?: string
  userId?: string
}

/**
 * The fields of a request that are logged with an error. There is no address of its sender, which is personal data.
 * Query parameters are logged without their values, which can be names that were searched for, tokens of unsubscribe
 * links, or authorization codes of login providers.
 */
export function loggedRequest({ method, url }: Pick<FastifyRequest, 'method' | 'url'>): {
  method: string
  url: string
} {
  const [path = '', query] = url.split('?', 2)
  return { method, url: query === undefined ? path : `${path}?${query.replace(/=[^&]*/g, '=')}` }
}

/** What is logged at `info` and counted for each request that has ended: route, never address; ids, never names. */
function record(request: FastifyRequest, reply: FastifyReply, { clientId, userId }: Caller): void {
  // requests of a browser for a page's files have routes too; what no route takes is counted together
  const route = request.routeOptions.url ?? 'none'
  const { method } = request
  const status = reply.statusCode
  requestSeconds.observe({ method, route, status }, reply.elapsedTime / 1_000)
  if (clientId !== undefined && route.startsWith('/v1/')) countRequestOf(clientId)
  request.log.info(
    { client: clientId, user: userId, method, route, status, ms: Math.round(reply.elapsedTime) },
    'request',
  )
}

/**
 * Logs and counts every request when its reply has ended. The result notes who a request belongs to, and answers what it
 * was given.
 */
export function recordRequests(app: FastifyInstance): <C extends Caller>(request: FastifyRequest, caller: C) => C {
  const callers = new WeakMap<FastifyRequest, Caller>()
  app.addHook('onResponse', (request, reply, done) => {
    record(request, reply, callers.get(request) ?? {})
    done()
  })
  return (request, caller) => {
    callers.set(request, { ...callers.get(request), ...caller })
    return caller
  }
}
