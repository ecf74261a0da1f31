import { Type } from 'typebox'
import type { GroupDetail } from '#contract/scheduling/groups.ts'
import { DatedSession, type SessionBody } from '#contract/scheduling/sessions.ts'
import { addDays, isDate } from '#domain/platform/club-time.ts'
import { clubDay } from '#domain/scheduling/club-days.ts'
import { isPlanned, isTime, isWithinGroup } from '#domain/scheduling/sessions.ts'
import { audit } from '#server/platform/audit.ts'
import { refuseIfProviderOwns, type ClubContext } from '#server/tenants/clubs/club-context.ts'
import { coverJson } from '#server/scheduling/groups/queries.ts'
import { lockGroup } from '#server/scheduling/groups/group-detail.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { matchRevision, revisionOf } from '#server/platform/http/revision.ts'
import { parentsOf, type ParentOf } from '#server/tenants/changes/linked-parents.ts'
import type { ChangedKey } from '#server/tenants/changes/change-counters.ts'
import { execute, findRow, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { readTerms } from './terms.ts'

/** How many days ahead a session can be read, changed or moved. */
const AHEAD_DAYS = 400

/** A session on date $4 of group $3 at club $2, with the group's regular days. */
const SESSION = tenantStatement(
  'scheduling/read-session',
  `SELECT json_build_object('date', $4::date,
    'group', json_build_object('id', groups.id, 'name', groups.name, 'place', groups.place,
      'start_at', to_char(coalesce(exception.start_at, groups.start_at), 'HH24:MI'),
      'duration_minutes', groups.duration_minutes, 'max_size', groups.max_size),
    'coaches', coalesce((SELECT json_agg(json_build_object('uuid', users.id, 'firstname', users.firstname,
      'lastname', users.lastname)
        ORDER BY users.lastname, users.firstname, users.id)
      FROM group_coaches JOIN users ON users.client_id = group_coaches.client_id AND users.id = group_coaches.user_id
      WHERE group_coaches.client_id = groups.client_id AND group_coaches.group_id = groups.id
        AND group_coaches.from_date <= $4 AND (group_coaches.to_date IS NULL OR group_coaches.to_date >= $4)), '[]'),
    'cancelled', coalesce(exception.cancelled, false), 'reason', exception.reason,
      'cover', CASE WHEN exception.cover_id IS NOT NULL THEN ${coverJson} END,
    'moved_to', exception.moved_to, 'moved_from', exception.moved_from,
      'moved_start', to_char(coalesce(exception.start_at, moved.start_at), 'HH24:MI'),
    'members', coalesce((SELECT json_agg(json_build_object('uuid', members.id, 'firstname', members.firstname,
      'lastname', members.lastname,
        -- the operator turns the JSON value into plain text
        'attendance', (SELECT registers.value #>> '{}' FROM registers
          WHERE registers.client_id = members.client_id AND registers.group_id = groups.id AND registers.date = $4
          AND registers.kind = 'attendance' AND registers.member_id = members.id))
            ORDER BY members.firstname, members.lastname, members.id)
      FROM group_members JOIN members ON members.client_id = group_members.client_id
        AND members.id = group_members.member_id
      WHERE group_members.client_id = groups.client_id AND group_members.group_id = groups.id
        AND group_members.from_date <= $4 AND (group_members.to_date IS NULL OR group_members.to_date >= $4)),
        '[]')) AS session,
    groups.weekdays, groups.first_date, groups.last_date
  FROM groups LEFT JOIN session_exceptions exception ON exception.client_id = groups.client_id
    AND exception.group_id = groups.id AND exception.date = $4
    -- the exception of the day to which the session is moved
    LEFT JOIN session_exceptions moved ON moved.client_id = exception.client_id
      AND moved.group_id = exception.group_id AND moved.date = exception.moved_to
  WHERE groups.client_id = $1 AND groups.club_id = $2 AND groups.id = $3`,
  { json: { session: Type.Omit(DatedSession, ['revision']) }, prepare: true },
)

/**
 * Reads a session of a group of this club. Refuses a group of another club, a date on which the group does not meet,
 * and a date that is too far ahead.
 */
export async function readSession(tx: Tx, context: ClubContext, groupId: string, date: string): Promise<DatedSession> {
  if (!isDate(date)) throw new Refusal('INVALID_REQUEST', { field: 'date' })
  const row = await findRow(tx, SESSION, [context.clubId, groupId, date])
  if (!row) throw new Refusal('NOT_FOUND', { field: 'id' })
  const movedHere = row.session.moved_from !== null && isWithinGroup(row, date)
  // on the day that a moved session left it can be read too
  const takesPlace = movedHere || isPlanned(row, clubDay(await readTerms(tx, context), date))
  if (date > addDays(context.today, AHEAD_DAYS) || !takesPlace) throw new Refusal('NOT_FOUND', { field: 'date' })
  return { ...row.session, revision: revisionOf([stateOf(row.session), row.session.moved_from]) }
}

const COACH_ON_DAY = tenantStatement(
  'scheduling/find-coach-on-day',
  `SELECT FROM users JOIN user_clubs ON user_clubs.client_id = users.client_id AND user_clubs.user_id = users.id
     AND user_clubs.club_id = $2
   WHERE users.client_id = $1 AND users.id = $3 AND users.type = 'coach' AND users.status = 'current'
     AND user_clubs.from_date <= $4 AND (user_clubs.to_date IS NULL OR user_clubs.to_date >= $4)`,
)

/** Refuses a cover who is not a coach of the club on that day. */
async function checkCover(tx: Tx, { clubId }: ClubContext, uuid: string, date: string): Promise<void> {
  const found = await execute(tx, COACH_ON_DAY, [clubId, uuid, date])
  if (found === 0) throw new Refusal('NOT_FOUND', { field: 'cover_uuid' })
}

/** Who must be told of a change of a session: the devices that hold its group, and parents. */
export interface ChangedSession {
  changed: ChangedKey[]
  /** The parents of the session's members. */
  parents: ParentOf[]
}

/** The new day and start of a moved session, as they are stored; null when they are the regular ones. */
function storedMove(body: SessionBody, date: string, regularStart: string | null): SessionBody['moved'] {
  if (body.moved === null) return null
  const startAt = body.moved.start_at === regularStart ? null : body.moved.start_at
  return body.moved.date === date && startAt === null ? null : { date: body.moved.date, start_at: startAt }
}

/** The new day's own session is moved away, or a session other than this one is moved to the new day. */
const OTHER_MOVE = tenantStatement(
  'scheduling/find-other-move',
  `SELECT FROM session_exceptions
   WHERE client_id = $1 AND group_id = $2 AND date = $3 AND (moved_to IS NOT NULL OR moved_from <> $4)`,
)

/**
 * Refuses to move a session to an impossible time, to a day in the past, too far ahead or outside the group's first and
 * last date, to a regular day of the group, even if that day's own session is moved away, and to a day to which another
 * session is moved. A session that was moved to this day before (`before`) stays there, even if the day is past by now.
 * A session that moves to another day cannot be cancelled or covered in the same request.
 */
async function checkMoved(
  tx: Tx,
  context: ClubContext,
  group: GroupDetail,
  date: string,
  before: SessionBody,
  body: SessionBody,
): Promise<void> {
  const { moved } = body
  if (moved === null) return
  const invalidField = (field: string, problem: string) =>
    new Refusal('INVALID_REQUEST', { field, detail: `${field}: ${problem}` })
  if (moved.start_at !== null && !isTime(moved.start_at)) throw invalidField('moved/start_at', 'no time')
  if (!isDate(moved.date)) throw invalidField('moved/date', 'no date')
  if (moved.date === date) return
  if (body.cancelled || body.cover_uuid !== null)
    throw invalidField('moved', 'neither cancelled nor covered at its old day')
  if (moved.date === before.moved?.date) return
  if (
    !isWithinGroup(group, moved.date) ||
    moved.date < context.today ||
    moved.date > addDays(context.today, AHEAD_DAYS)
  )
    throw invalidField('moved/date', 'outside')
  const otherMoves = await execute(tx, OTHER_MOVE, [group.id, moved.date, date])
  if (otherMoves !== 0 || isPlanned(group, clubDay(await readTerms(tx, context), moved.date)))
    throw new Refusal('SESSION_TAKEN', { field: 'moved/date' })
}

const END_COVERS = tenantStatement(
  'scheduling/end-covers',
  `UPDATE session_covers SET ended_at = $5
   WHERE client_id = $1 AND group_id = $2 AND date = $3 AND ended_at IS NULL AND user_id IS DISTINCT FROM $4`,
)

/** Ends the rights of everybody who covers the session on a date, except the new cover. */
async function endCovers(
  tx: Tx,
  context: ClubContext,
  groupId: string,
  date: string,
  newCover: string | null,
): Promise<void> {
  await execute(tx, END_COVERS, [groupId, date, newCover, new Date(context.nowMs)])
}

const WRITE_EXCEPTION = tenantStatement(
  'scheduling/write-exception',
  `INSERT INTO session_exceptions (client_id, group_id, date, cancelled, reason, cover_id, taken, moved_to,
     start_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
   ON CONFLICT (client_id, group_id, date) DO UPDATE
     SET cancelled = excluded.cancelled, reason = excluded.reason, cover_id = excluded.cover_id,
       taken = excluded.taken, moved_to = excluded.moved_to,
       start_at = CASE WHEN session_exceptions.moved_from IS NULL THEN excluded.start_at ELSE session_exceptions.start_at END`,
)

const DELETE_EMPTY_EXCEPTION = tenantStatement(
  'scheduling/delete-empty-exception',
  `DELETE FROM session_exceptions WHERE client_id = $1 AND group_id = $2 AND date = $3 AND NOT cancelled
     AND cover_id IS NULL AND moved_to IS NULL AND moved_from IS NULL AND start_at IS NULL`,
)

/**
 * Writes the exception of the session's own day; an exception without any difference is deleted. Where a session of
 * another day is moved to this day, the exception's `start_at` belongs to that session and stays.
 */
async function writeDay(tx: Tx, groupId: string, date: string, after: SessionState) {
  const otherDay = after.moved !== null && after.moved.date !== date ? after.moved.date : null
  const startAt = otherDay === null ? (after.moved?.start_at ?? null) : null
  const { cancelled, reason, cover_uuid: cover, taken } = after
  await execute(tx, WRITE_EXCEPTION, [groupId, date, cancelled, reason, cover, taken, otherDay, startAt])
  await execute(tx, DELETE_EMPTY_EXCEPTION, [groupId, date])
}

const DELETE_MOVE = tenantStatement(
  'scheduling/delete-move',
  'DELETE FROM session_exceptions WHERE client_id = $1 AND group_id = $2 AND date = $3 AND moved_from = $4',
)

const WRITE_MOVE = tenantStatement(
  'scheduling/write-move',
  `INSERT INTO session_exceptions (client_id, group_id, date, cancelled, moved_from, start_at)
   VALUES ($1, $2, $3, false, $4, $5)
   ON CONFLICT (client_id, group_id, date) DO UPDATE
     SET moved_from = excluded.moved_from, start_at = excluded.start_at`,
)

/**
 * Writes the exception of the day to which the session is moved, and deletes that of the day to which it was moved
 * before. `date` is the session's own day. A cover of a moved session is named in the exception of the new day.
 */
async function writeOtherDay(
  tx: Tx,
  context: ClubContext,
  groupId: string,
  date: string,
  before: SessionBody,
  after: SessionBody,
) {
  const moveToOtherDay = ({ moved }: SessionBody) => (moved?.date === date ? null : moved)
  const movedBefore = moveToOtherDay(before)
  const movedAfter = moveToOtherDay(after)
  if (movedBefore && movedBefore.date !== movedAfter?.date) {
    await endCovers(tx, context, groupId, movedBefore.date, /* newCover */ null)
    await execute(tx, DELETE_MOVE, [groupId, movedBefore.date, date])
  }
  if (movedAfter) await execute(tx, WRITE_MOVE, [groupId, movedAfter.date, date, movedAfter.start_at])
}

/**
 * The present state of a session, in the shape in which it is changed. A session that was moved to this day counts as
 * not moved here, because it is moved from its own day only.
 */
export function stateOf(session: Omit<DatedSession, 'revision'>): SessionBody {
  const { moved_to: movedTo, moved_from: movedFrom, moved_start: startAt } = session
  const moved = movedFrom === null && (movedTo !== null || startAt !== null)
  return {
    cancelled: session.cancelled,
    reason: session.reason,
    cover_uuid: session.cover?.uuid ?? null,
    moved: moved ? { date: movedTo ?? session.date, start_at: startAt } : null,
  }
}

/**
 * Cancels, restores or moves one dated session, or names its cover. A repeated call changes nothing. With `ifMatch` it is
 * refused when somebody has changed the session since that revision.
 */
export async function changeSession(
  tx: Tx,
  context: ClubContext,
  groupId: string,
  date: string,
  body: SessionBody,
  ifMatch: string | undefined,
): Promise<ChangedSession> {
  refuseIfProviderOwns(context)
  const group = await lockGroup(tx, context, groupId)
  const session = await readSession(tx, context, groupId, date)
  if (ifMatch !== undefined) matchRevision(ifMatch, session.revision)
  // a session that was moved to this day can be moved again only from its own day
  if (session.moved_from !== null && body.moved !== null)
    throw new Refusal('INVALID_REQUEST', {
      field: 'moved',
      detail: `moved: it is the session of ${session.moved_from}`,
    })
  const before = stateOf(session)
  const reason = body.cancelled ? body.reason?.trim() || null : null
  await checkMoved(tx, context, group, date, before, body)
  const moved = storedMove(body, date, group.start_at)
  const after: SessionBody = { cancelled: body.cancelled, reason, cover_uuid: body.cover_uuid, moved }
  if (after.cover_uuid !== null && after.cover_uuid !== before.cover_uuid)
    await checkCover(tx, context, after.cover_uuid, date)
  if (JSON.stringify(after) === JSON.stringify(before)) return { changed: [], parents: [] }
  return writeSession(tx, context, groupId, session, { ...after, taken: false })
}

interface SessionState extends SessionBody {
  /** True when the covering coach took the session; false when an administrator named the cover. */
  taken: boolean
}

const GIVE_COVER = tenantStatement(
  'scheduling/give-cover',
  `INSERT INTO session_covers (client_id, group_id, date, user_id) VALUES ($1, $2, $3, $4)
   ON CONFLICT (client_id, group_id, date, user_id) DO UPDATE SET ended_at = NULL`,
)

/** Writes the new state of a session and the rights of its cover. */
export async function writeSession(
  tx: Tx,
  context: ClubContext,
  groupId: string,
  session: DatedSession,
  after: SessionState,
): Promise<ChangedSession> {
  const { clubId, userId } = context
  const { date, members } = session
  const before = stateOf(session)
  await writeDay(tx, groupId, date, after)
  await writeOtherDay(tx, context, groupId, date, before, after)
  await endCovers(tx, context, groupId, date, after.cover_uuid)
  if (after.cover_uuid !== null) await execute(tx, GIVE_COVER, [groupId, date, after.cover_uuid])
  await audit(tx, {
    userId,
    action: 'change',
    entity: 'session',
    entityId: `${groupId}/${date}`,
    before,
    after,
  })
  const parents = await parentsOf(
    tx,
    members.map(({ uuid }) => uuid),
  )
  return { changed: [{ clubId, kind: 'group', key: groupId }], parents }
}
