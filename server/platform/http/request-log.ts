import type { FastifyRequest } from 'fastify'

/**
 * The fields of a request that are logged. Query parameters are logged without their values, which can be names that
 * were searched for, tokens of unsubscribe links, or authorization codes of login providers.
 */
export function loggedRequest({ method, url, ip }: Pick<FastifyRequest, 'method' | 'url' | 'ip'>): {
  method: string
  url: string
  ip: string
} {
  const [path = '', query] = url.split('?', 2)
  return { method, url: query === undefined ? path : `${path}?${query.replace(/=[^&]*/g, '=')}`, ip }
}
