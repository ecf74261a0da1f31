import type { App } from '#server/platform/deps.ts'
import type { Stop } from './stop.ts'

/** Why a server is not ready: it stops, its database does not answer, or the database lacks migrations or is too new. */
export type Unready = 'stopping' | 'database' | 'migrations'

/**
 * Answers what a balancer or supervisor asks, at any host name and without a tenant. `/healthz` says that the process
 * is alive, `/readyz` that it should get requests; `findFault` looks at the database.
 */
export function healthRoutes(app: App, stop: Stop, findFault: () => Promise<Unready | null>): void {
  app.get('/healthz', { schema: { hide: true } }, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'alive' }),
  )
  app.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    const why = stop.begun ? 'stopping' : await findFault()
    reply.header('cache-control', 'no-store')
    return why === null ? reply.send({ status: 'ready' }) : reply.code(503).send({ status: 'not ready', why })
  })
}

/** Paths that operators' tools try and that no portal has as a page, such as `/livez` and `/metrics`. */
export function isProbe(path: string): boolean {
  return /^\/([a-z]+z|health|live|liveness|ready|readiness|ping|status|metrics)(\/|\?|$)/.test(path)
}
