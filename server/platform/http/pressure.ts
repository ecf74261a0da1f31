import underPressure from '@fastify/under-pressure'
import type { FastifyInstance } from 'fastify'
import { overloaded } from './errors.ts'

/** `Retry-After` of a refused call, in seconds. */
const RETRY_AFTER_S = 2

/**
 * Refuses API calls with 503 while the event loop delay exceeds `maxDelayMs`; 0 turns this off. Pages and their files
 * are always served: they cost little, and a page whose script is refused stays empty.
 */
export async function refuseUnderPressure(app: FastifyInstance, maxDelayMs: number): Promise<void> {
  await app.register(underPressure, {
    maxEventLoopDelay: maxDelayMs,
    pressureHandler: async (request, _reply, _kind, delayMs) => {
      // An infinite delay means that nothing was measured, as just after the process was suspended for a second.
      if (Number.isFinite(delayMs) && request.url.startsWith('/v1/'))
        throw overloaded(`the event loop is ${Math.round(delayMs ?? 0)} ms late`, RETRY_AFTER_S)
    },
  })
}
