import type { FastifyReply, FastifyRequest } from 'fastify'
import type { StartedTask } from '#contract/tenants/club-tasks.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Session } from '#server/platform/http/session.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import type { ClubContext } from '#server/tenants/clubs/club-context.ts'
import { clubWrite, type WriteResult } from '#server/tenants/clubs/club-write.ts'
import { beginClubTask, type NewClubTask } from './commands.ts'

/**
 * `clubWrite` for a write that may concern many members: `work` either does it, or returns the club task that will do
 * it. Then the reply is the id of the task, with the status 202.
 */
export async function taskOrWrite<T extends object>(
  deps: Deps,
  session: Session,
  request: FastifyRequest,
  reply: FastifyReply,
  work: (tx: Tx, context: ClubContext) => Promise<WriteResult<T> | NewClubTask>,
): Promise<T | StartedTask> {
  return clubWrite<T | StartedTask>(deps, session, request, reply, async (tx, context) => {
    const result = await work(tx, context)
    if ('answer' in result) return result
    reply.code(202)
    return { answer: { task: await beginClubTask(tx, context, result) }, changed: [] }
  })
}
