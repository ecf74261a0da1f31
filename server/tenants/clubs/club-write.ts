import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Announcement } from '#server/platform/events/hub.ts'
import type { Session } from '#server/platform/http/session.ts'
import { parentsOf, type ParentOf } from '#server/tenants/changes/linked-parents.ts'
import type { Deps } from '#server/platform/deps.ts'
import { recordChanges, type ChangedKey } from '#server/tenants/changes/change-counters.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { clubContextOf, type ClubContext } from './club-context.ts'

interface Done<T> {
  answer: T
  changed: ChangedKey[]
  /** Where they cannot be found afterwards. */
  parents?: ParentOf[]
}

/** A write that is done once, put on the lists of the devices concerned, and told to them after commit. */
export async function writeAndNotify<T>(
  deps: Deps,
  session: Session,
  request: FastifyRequest,
  reply: FastifyReply,
  work: (tx: Tx) => Promise<Done<T>>,
): Promise<T> {
  const announcements: Announcement[] = []
  const answer = await deps.writeOnce(session, request, reply, async (tx) => {
    const { answer: done, changed, parents: known } = await work(tx)
    const members = changed.flatMap(({ kind, key }) =>
      kind === 'member' ? [key] : kind === 'group_member' ? [key.split('/')[1] ?? ''] : [],
    )
    const parents = known ?? (await parentsOf(tx, [...new Set(members)]))
    const revs = await recordChanges(tx, session.clientId, changed)
    announcements.push({
      clientId: session.clientId,
      clubs: [...revs],
      parents: parents.map(({ user_id, member_id }) => [user_id, member_id]),
    })
    return done
  })
  for (const announcement of announcements) if (announcement.clubs.length > 0) deps.announce(announcement)
  return answer
}

/** Such a write of an administrator. */
export async function clubWrite<T>(
  deps: Deps,
  session: Session,
  request: FastifyRequest,
  reply: FastifyReply,
  work: (tx: Tx, context: ClubContext) => Promise<Done<T>>,
): Promise<T> {
  return writeAndNotify(deps, session, request, reply, async (tx) =>
    work(tx, await clubContextOf(tx, session, deps.now())),
  )
}
