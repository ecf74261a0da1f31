import type { FastifyRequest } from 'fastify'
import type { Deps } from '#server/platform/deps.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import type { Session } from '#server/platform/http/session.ts'

/**
 * The session of a request about the user's own account, which the URL names by `userUuid`. Another user's id is
 * answered like one that does not exist.
 */
export async function ownSession(deps: Deps, request: FastifyRequest, userUuid: string): Promise<Session> {
  const session = await deps.session(request)
  if (userUuid !== session.userId) throw new Refusal('NOT_FOUND', { field: 'userUuid' })
  // A user who was switched to by PIN may not change an account [6.20].
  if (session.originalUserId !== null) throw new Refusal('AUTH_USER_INSUFFICIENT_PERMISSIONS')
  return session
}
