import type { FastifyRequest } from 'fastify'

/**
 * What the log says of a request: of its address the names of what was asked, never the values. They hold names that
 * are searched for, tokens that mail programs post back, and codes of providers.
 */
export function loggedRequest({ method, url, ip }: Pick<FastifyRequest, 'method' | 'url' | 'ip'>): {
  method: string
  url: string
  ip: string
} {
  const [path = '', query] = url.split('?', 2)
  return { method, url: query === undefined ? path : `${path}?${query.replace(/=[^&]*/g, '=')}`, ip }
}
