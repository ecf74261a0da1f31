import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Announcement } from '#server/events/hub.ts'
import type { Session } from '#server/http/session.ts'
import { parentsOf } from '#server/members/queries.ts'
import type { Parts } from '#server/parts.ts'
import { recordChanges, type ChangedKey } from '#server/sync/counters.ts'
import type { Tx } from '#server/tenancy.ts'
import { officeOf, type Office } from './office.ts'

/** A write of an administrator: done once, put on the lists of the devices concerned, and told to them after commit. */
export async function officeWrite<T>(
  parts: Parts,
  session: Session,
  request: FastifyRequest,
  reply: FastifyReply,
  work: (tx: Tx, office: Office) => Promise<{ answer: T; changed: ChangedKey[] }>,
): Promise<T> {
  const told: Announcement[] = []
  const answer = await parts.write(session, request, reply, async (tx) => {
    const { answer: done, changed } = await work(tx, await officeOf(tx, session, parts.now()))
    const members = changed.flatMap(({ kind, key }) =>
      kind === 'member' ? [key] : kind === 'group_member' ? [key.split('/')[1] ?? ''] : [],
    )
    const parents = await parentsOf(tx, [...new Set(members)])
    const revs = await recordChanges(tx, session.clientId, changed)
    told.push({
      clientId: session.clientId,
      clubs: [...revs],
      parents: parents.map(({ user_id, member_id }) => [user_id, member_id]),
    })
    return done
  })
  for (const announcement of told) if (announcement.clubs.length > 0) parts.announce(announcement)
  return answer
}
