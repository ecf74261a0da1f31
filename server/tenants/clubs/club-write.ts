import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Announcement } from '#server/platform/events/hub.ts'
import type { Session } from '#server/platform/http/session.ts'
import { parentsOf, type ParentOf } from '#server/tenants/changes/linked-parents.ts'
import type { Deps } from '#server/platform/deps.ts'
import { recordChanges, type ChangedKey } from '#server/tenants/changes/change-counters.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { clubContextOf, type ClubContext } from './club-context.ts'

export interface WriteResult<T> {
  answer: T
  /** The changed rows that devices are to pull. */
  changed: ChangedKey[]
  /**
   * The parents to notify. When they are left out, they are the parents of the members in `changed`. A write must name
   * them when it removes their links, or when it concerns members that are not in `changed`.
   */
  parents?: ParentOf[]
}

/**
 * Records what a write changed for the clubs' devices, as the last step of its transaction; returns the announcement
 * that is to be made after the commit.
 */
export async function recordAndDescribe(
  tx: Tx,
  clientId: string,
  { changed, parents: namedParents }: Omit<WriteResult<unknown>, 'answer'>,
): Promise<Announcement> {
  const memberIds = changed.flatMap(({ kind, key }) => {
    if (kind === 'member') return [key]
    // the keys are `group/member`, and `member/scheme/node`
    if (kind === 'group_member') return [key.split('/')[1] ?? '']
    return kind === 'result' ? [key.split('/')[0] ?? ''] : []
  })
  const parents = namedParents ?? (await parentsOf(tx, [...new Set(memberIds)]))
  const countersByClub = await recordChanges(tx, changed)
  return {
    clientId,
    clubs: [...countersByClub],
    parents: parents.map(({ user_id, member_id }) => [user_id, member_id]),
  }
}

/**
 * Runs a write once, records what it changed for the clubs' devices, and announces it to them and to parents after
 * commit.
 */
export async function writeAndNotify<T>(
  deps: Deps,
  session: Session,
  request: FastifyRequest,
  reply: FastifyReply,
  work: (tx: Tx) => Promise<WriteResult<T>>,
): Promise<T> {
  // At most one announcement; none when the request is a repeat, because `work` does not run then.
  const announcements: Announcement[] = []
  const answer = await deps.writeOnce(session, request, reply, async (tx) => {
    const { answer: result, ...changes } = await work(tx)
    announcements.push(await recordAndDescribe(tx, session.clientId, changes))
    return result
  })
  // No club has a new counter when the write changed nothing; then nobody is told.
  for (const announcement of announcements) if (announcement.clubs.length > 0) deps.announce(announcement)
  return answer
}

/** `writeAndNotify` for a write of a club's administrator or API token, with the context of the club. */
export async function clubWrite<T>(
  deps: Deps,
  session: Session,
  request: FastifyRequest,
  reply: FastifyReply,
  work: (tx: Tx, context: ClubContext) => Promise<WriteResult<T>>,
): Promise<T> {
  return writeAndNotify(deps, session, request, reply, async (tx) =>
    work(tx, await clubContextOf(tx, session, deps.now())),
  )
}

/** Ends the transaction of a trial, so that nothing of it is written. */
class Tried<T> extends Error {
  readonly answer: T

  constructor(answer: T) {
    super('tried')
    this.answer = answer
  }
}

/** Does the work of a write and rolls it back: returns what it would answer. */
export async function clubTrial<T>(
  deps: Deps,
  session: Session,
  request: FastifyRequest,
  reply: FastifyReply,
  work: (tx: Tx, context: ClubContext) => Promise<WriteResult<T>>,
): Promise<T> {
  try {
    return await clubWrite(deps, session, request, reply, async (tx, context) => {
      throw new Tried((await work(tx, context)).answer)
    })
  } catch (error) {
    if (error instanceof Tried) return error.answer as T
    throw error
  }
}
