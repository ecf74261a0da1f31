import type { FastifyReply, FastifyRequest } from 'fastify'
import { isUuid } from '#domain/platform/uuid.ts'
import { hashPassword } from '#server/identity/auth/passwords.ts'
import { refuseInvalidPassword, storePassword } from '#server/identity/auth/set-password.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import type { Session } from '#server/platform/http/session.ts'
import { enqueueMail } from '#server/platform/mail/queue.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { userAdminContextOf, type UserAdminContext } from './user-admin-context.ts'
import { lockUser } from './user-detail.ts'

/**
 * Sets another user's password [7.26]: an administrator may do so for a user of the club, an author for one of the
 * client. All sessions of the user end, and a mail informs them.
 */
export async function givePassword(
  deps: Deps,
  session: Session,
  request: FastifyRequest,
  reply: FastifyReply,
  { userId, password }: { userId: string; password: string },
): Promise<void> {
  // the route takes any text, because a user's own id is only compared
  if (!isUuid(userId)) throw new Refusal('NOT_FOUND', { field: 'uuid' })
  refuseInvalidPassword(password)
  // Hashing takes long on purpose, so it runs outside the transaction.
  const hash = await hashPassword(password)
  const endedFamilies: string[] = []
  await deps.writeOnce(session, request, reply, async (tx) => {
    const context = await userAdminContextOf(tx, session, deps.now())
    endedFamilies.push(...(await storeGivenPassword(tx, context, userId, hash)))
    return null
  })
  deps.tokens.forget(endedFamilies)
}

async function storeGivenPassword(tx: Tx, context: UserAdminContext, userId: string, hash: string): Promise<string[]> {
  const user = await lockUser(tx, context, userId)
  if (!user.own || user.status !== 'current' || user.type === 'api')
    throw new Refusal('AUTH_USER_INSUFFICIENT_PERMISSIONS', { field: 'userUuid' })
  const changedAt = new Date(context.nowMs)
  const endedFamilies = await storePassword(tx, { userId, actorId: context.userId, hash, changedAt })
  await enqueueMail(tx, changedAt, { userId, kind: 'password-changed' })
  return endedFamilies
}
