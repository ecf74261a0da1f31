import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '#server/platform/deps.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { clientContextOf, type ClientContext } from './client-context.ts'

type Work<T> = (tx: Tx, context: ClientContext) => Promise<T>

/** Functions that run an author's reads and writes. */
export function clientAccess(deps: Deps) {
  async function read<T>(request: FastifyRequest, work: Work<T>): Promise<T> {
    const session = await deps.session(request)
    return deps.read(session, async (tx) => work(tx, await clientContextOf(tx, session)))
  }
  async function write<T>(request: FastifyRequest, reply: FastifyReply, work: Work<T>): Promise<T> {
    const session = await deps.session(request)
    return deps.writeOnce(session, request, reply, async (tx) => work(tx, await clientContextOf(tx, session)))
  }
  return { read, write }
}
