import type { DatedSession } from '#contract/scheduling/sessions.ts'
import { mayCoverSession } from '#domain/scheduling/sessions.ts'
import { refuseIfProviderOwns, type ClubContext } from '#server/tenants/clubs/club-context.ts'
import { lockGroup } from '#server/scheduling/groups/group-detail.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { execute, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { readSession, stateOf, writeSession, type ChangedSession } from './dated-sessions.ts'

/** Locks the group of a session of today or the week ahead, and reads the session; refuses other days. */
async function lockSession(tx: Tx, context: ClubContext, groupId: string, date: string): Promise<DatedSession> {
  refuseIfProviderOwns(context)
  await lockGroup(tx, context, groupId)
  const session = await readSession(tx, context, groupId, date)
  if (!mayCoverSession(date, context.today)) throw new Refusal('NOT_FOUND', { field: 'date' })
  return session
}

/**
 * Makes the coach the cover of a session [R6.5]. Refuses a session that is cancelled or moved, that another coach
 * covers, or that belongs to the coach's own group. A second call changes nothing.
 */
export async function coverSession(
  tx: Tx,
  context: ClubContext,
  groupId: string,
  date: string,
): Promise<ChangedSession> {
  const session = await lockSession(tx, context, groupId, date)
  if (session.cover?.uuid === context.userId && !session.cancelled) return { changed: [], parents: [] }
  if (session.cancelled) throw new Refusal('SESSION_STATE', { detail: 'it is cancelled' })
  if (session.moved_to !== null) throw new Refusal('SESSION_STATE', { detail: 'it is moved' })
  if (session.cover !== null) throw new Refusal('SESSION_STATE', { detail: 'another coach covers it' })
  if (session.coaches.some(({ uuid }) => uuid === context.userId))
    throw new Refusal('SESSION_STATE', { detail: 'it is your own group’s' })
  return writeSession(tx, context, groupId, session, { ...stateOf(session), cover_uuid: context.userId, taken: true })
}

const TAKEN_COVER = tenantStatement(
  'scheduling/find-taken-cover',
  `SELECT FROM session_exceptions
   WHERE client_id = $1 AND group_id = $2 AND date = $3 AND cover_id = $4 AND taken AND NOT cancelled`,
)

/** Ends a cover that the coach took. A cover whom an administrator named can only be changed by an administrator. */
export async function releaseCover(
  tx: Tx,
  context: ClubContext,
  groupId: string,
  date: string,
): Promise<ChangedSession> {
  const session = await lockSession(tx, context, groupId, date)
  const found = await execute(tx, TAKEN_COVER, [groupId, date, context.userId])
  if (found === 0) throw new Refusal('NOT_FOUND', { field: 'date' })
  return writeSession(tx, context, groupId, session, { ...stateOf(session), cover_uuid: null, taken: false })
}
