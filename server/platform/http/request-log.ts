import type { Span } from '@opentelemetry/api'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { countRequestOf, requestSeconds } from '#server/platform/metrics/metrics.ts'
import { endRequestSpan, startRequestSpan, withinSpan } from '#server/platform/tracing/spans.ts'

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
 * Logs, counts and traces every request. The result notes who a request belongs to, and answers what it was given.
 */
export function recordRequests(app: FastifyInstance): <C extends Caller>(request: FastifyRequest, caller: C) => C {
  const callers = new WeakMap<FastifyRequest, Caller>()
  const spans = new WeakMap<FastifyRequest, Span>()
  app.addHook('onRequest', (request, _reply, done) => {
    spans.set(request, startRequestSpan(request.method, request.routeOptions.url ?? 'none'))
    done()
  })
  // when the body has arrived: what its events call belongs to the socket and to no span
  app.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request)
    if (span) withinSpan(span, done)
    else done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const caller = callers.get(request) ?? {}
    record(request, reply, caller)
    const span = spans.get(request)
    if (span) endRequestSpan(span, reply.statusCode, caller)
    done()
  })
  return (request, caller) => {
    callers.set(request, { ...callers.get(request), ...caller })
    return caller
  }
}
