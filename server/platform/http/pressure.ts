import underPressure from '@fastify/under-pressure'
import type { FastifyInstance } from 'fastify'
import { Refusal } from './errors.ts'

/** Seconds after which a refused call is worth another try. */
const AGAIN_S = 2

/**
 * Calls of the API are refused while the event loop lets them wait longer than `mostMs` (0: never). Pages and their
 * files are not: they cost little, and a page whose script was refused stays empty.
 */
export async function refuseUnderPressure(app: FastifyInstance, mostMs: number): Promise<void> {
  await app.register(underPressure, {
    maxEventLoopDelay: mostMs,
    pressureHandler: async (request, _reply, _kind, waitedMs) => {
      // infinite is what nothing was measured of, as just after the process did not run for a second
      if (Number.isFinite(waitedMs) && request.url.startsWith('/v1/'))
        throw new Refusal('OVERLOADED', { retryAfter: AGAIN_S })
    },
  })
}
