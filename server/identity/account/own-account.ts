import { Refusal } from '#server/platform/http/errors.ts'
import type { TokenSession } from '#server/platform/http/session.ts'

/**
 * Refuses a request about an account that is not the user's own. Another user's id is answered like one that does not
 * exist.
 */
export function refuseUnlessOwn(session: TokenSession, userUuid: string): void {
  if (userUuid !== session.userId) throw new Refusal('NOT_FOUND', { field: 'userUuid' })
  // A user who was switched to by PIN may not change an account [6.20].
  refuseIfSwitched(session)
}

/** Refuses a user who was switched to by PIN. */
export function refuseIfSwitched({ originalUserId }: TokenSession): void {
  if (originalUserId !== null) throw new Refusal('AUTH_USER_INSUFFICIENT_PERMISSIONS')
}
