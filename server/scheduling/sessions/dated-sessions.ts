import type { GroupDetail } from '#contract/scheduling/groups.ts'
import type { DatedSession, SessionBody } from '#contract/scheduling/sessions.ts'
import { addDays, isDate } from '#domain/platform/club-time.ts'
import { isPlanned, isTime } from '#domain/scheduling/sessions.ts'
import { audit } from '#server/platform/audit.ts'
import { refuseForeignRecords, type ClubContext } from '#server/tenants/clubs/club-context.ts'
import { coverJson } from '#server/scheduling/groups/queries.ts'
import { lockGroup } from '#server/scheduling/groups/group-detail.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { parentsOf, type ParentOf } from '#server/tenants/changes/linked-parents.ts'
import type { ChangedKey } from '#server/tenants/changes/change-counters.ts'
import { prepared, type Tx } from '#server/platform/tenancy.ts'
import { readTerms } from './terms.ts'

/** How many days ahead a session can be read, changed or moved. */
const AHEAD_DAYS = 400

/** SQL of a session on date $3 of group $2 at club $1, with the group's regular days. */
const SESSION = `SELECT json_build_object('date', $3::date,
    'group', json_build_object('id', g.id, 'name', g.name, 'place', g.place, 'start_at', to_char(coalesce(x.start_at, g.start_at), 'HH24:MI'),
      'duration_minutes', g.duration_minutes),
    'coaches', coalesce((SELECT json_agg(json_build_object('uuid', u.id, 'firstname', u.firstname, 'lastname', u.lastname)
        ORDER BY u.lastname, u.firstname, u.id)
      FROM group_coaches gc JOIN users u ON u.client_id = gc.client_id AND u.id = gc.user_id
      WHERE gc.client_id = g.client_id AND gc.group_id = g.id AND gc.from_date <= $3 AND (gc.to_date IS NULL OR gc.to_date >= $3)), '[]'),
    'cancelled', coalesce(x.cancelled, false), 'reason', x.reason, 'cover', CASE WHEN x.cover_id IS NOT NULL THEN ${coverJson} END,
    'moved_to', x.moved_to, 'moved_from', x.moved_from, 'moved_start', to_char(coalesce(x.start_at, e.start_at), 'HH24:MI'),
    'members', coalesce((SELECT json_agg(json_build_object('uuid', m.id, 'firstname', m.firstname, 'lastname', m.lastname,
        'attendance', (SELECT r.value #>> '{}' FROM registers r WHERE r.client_id = m.client_id AND r.group_id = g.id AND r.date = $3
          AND r.kind = 'attendance' AND r.member_id = m.id)) ORDER BY m.firstname, m.lastname, m.id)
      FROM group_members gm JOIN members m ON m.client_id = gm.client_id AND m.id = gm.member_id
      WHERE gm.client_id = g.client_id AND gm.group_id = g.id AND gm.from_date <= $3 AND (gm.to_date IS NULL OR gm.to_date >= $3)), '[]')) AS session,
    g.weekdays, g.first_date, g.last_date
  FROM groups g LEFT JOIN session_exceptions x ON x.client_id = g.client_id AND x.group_id = g.id AND x.date = $3
    LEFT JOIN session_exceptions e ON e.client_id = x.client_id AND e.group_id = x.group_id AND e.date = x.moved_to
  WHERE g.club_id = $1 AND g.id = $2`

type RegularDays = Pick<GroupDetail, 'weekdays' | 'first_date' | 'last_date'>

/** Reads a session of a group of this club; refuses other clubs' groups and a date on which the group does not meet. */
export async function readSession(tx: Tx, context: ClubContext, groupId: string, date: string): Promise<DatedSession> {
  if (!isDate(date)) throw new Refusal('INVALID_REQUEST', { field: 'date' })
  const { rows } = await tx.query<RegularDays & { session: DatedSession }>(
    prepared(SESSION, [context.clubId, groupId, date]),
  )
  const [row] = rows
  if (!row) throw new Refusal('NOT_FOUND', { field: 'id' })
  const slot = { ...row, start_at: null, duration_minutes: 0, terms: await readTerms(tx, context) }
  if (date > addDays(context.today, AHEAD_DAYS) || !(row.session.moved_from !== null || isPlanned(slot, date)))
    throw new Refusal('NOT_FOUND', { field: 'date' })
  return row.session
}

/** Refuses a cover who is not a coach of the club on that day. */
async function checkCover(tx: Tx, { clubId }: ClubContext, uuid: string, date: string): Promise<void> {
  const { rowCount } = await tx.query(
    `SELECT FROM users u JOIN user_clubs uc ON uc.client_id = u.client_id AND uc.user_id = u.id AND uc.club_id = $1
     WHERE u.id = $2 AND u.type = 'coach' AND u.status = 'current' AND uc.from_date <= $3 AND (uc.to_date IS NULL OR uc.to_date >= $3)`,
    [clubId, uuid, date],
  )
  if (rowCount === 0) throw new Refusal('NOT_FOUND', { field: 'cover_uuid' })
}

/** What a change of a session has to be announced to. */
export interface ChangedSession {
  changed: ChangedKey[]
  /** The parents of the session's members. */
  parents: ParentOf[]
}

/** The new day and start of a moved session, as they are stored; null when they are the regular ones. */
function movedOf(body: SessionBody, date: string, regularStart: string | null): SessionBody['moved'] {
  if (body.moved === null) return null
  const startAt = body.moved.start_at === regularStart ? null : body.moved.start_at
  return body.moved.date === date && startAt === null ? null : { date: body.moved.date, start_at: startAt }
}

/**
 * Refuses an impossible time, a day outside the group's time or the days ahead, and a day on which the group meets
 * anyway.
 */
async function checkMoved(
  tx: Tx,
  context: ClubContext,
  group: GroupDetail,
  date: string,
  body: SessionBody,
): Promise<void> {
  const { moved } = body
  if (moved === null) return
  const wrong = (field: string, problem: string) =>
    new Refusal('INVALID_REQUEST', { field, detail: `${field}: ${problem}` })
  if (moved.start_at !== null && !isTime(moved.start_at)) throw wrong('moved/start_at', 'no time')
  if (!isDate(moved.date)) throw wrong('moved/date', 'no date')
  if (moved.date === date) return
  if (body.cancelled || body.cover_uuid !== null) throw wrong('moved', 'neither cancelled nor covered at its old day')
  const outside = moved.date < group.first_date || (group.last_date !== null && moved.date > group.last_date)
  if (outside || moved.date < context.today || moved.date > addDays(context.today, AHEAD_DAYS))
    throw wrong('moved/date', 'outside')
  const { rowCount } = await tx.query(
    'SELECT FROM session_exceptions WHERE group_id = $1 AND date = $2 AND (moved_to IS NOT NULL OR moved_from <> $3)',
    [group.id, moved.date, date],
  )
  if (rowCount !== 0 || isPlanned({ ...group, terms: await readTerms(tx, context) }, moved.date))
    throw new Refusal('SESSION_TAKEN', { field: 'moved/date' })
}

/** Ends the rights of everybody who covers the session on a date, except the new cover. */
async function endCovers(
  tx: Tx,
  context: ClubContext,
  groupId: string,
  date: string,
  newCover: string | null,
): Promise<void> {
  await tx.query(
    `UPDATE session_covers SET ended_at = $4 WHERE group_id = $1 AND date = $2 AND ended_at IS NULL AND user_id IS DISTINCT FROM $3`,
    [groupId, date, newCover, new Date(context.nowMs)],
  )
}

/** Writes the exception of the session's own day; an exception without any difference is deleted. */
async function writeDay(tx: Tx, { clientId }: ClubContext, groupId: string, date: string, after: SessionState) {
  const elsewhere = after.moved !== null && after.moved.date !== date ? after.moved.date : null
  const startAt = elsewhere === null ? (after.moved?.start_at ?? null) : null
  await tx.query(
    `INSERT INTO session_exceptions (client_id, group_id, date, cancelled, reason, cover_id, taken, moved_to, start_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     ON CONFLICT (client_id, group_id, date) DO UPDATE
       SET cancelled = excluded.cancelled, reason = excluded.reason, cover_id = excluded.cover_id, taken = excluded.taken, moved_to = excluded.moved_to,
         start_at = CASE WHEN session_exceptions.moved_from IS NULL THEN excluded.start_at ELSE session_exceptions.start_at END`,
    [clientId, groupId, date, after.cancelled, after.reason, after.cover_uuid, after.taken, elsewhere, startAt],
  )
  await tx.query(
    `DELETE FROM session_exceptions WHERE group_id = $1 AND date = $2 AND NOT cancelled AND cover_id IS NULL
       AND moved_to IS NULL AND moved_from IS NULL AND start_at IS NULL`,
    [groupId, date],
  )
}

/** Writes the exception of the day to which the session is moved. A cover on that day is named in that exception. */
async function writeOtherDay(
  tx: Tx,
  context: ClubContext,
  groupId: string,
  date: string,
  before: SessionBody,
  after: SessionBody,
) {
  const [old, next] = [before.moved, after.moved].map((moved) => (moved?.date === date ? null : moved))
  if (old && old.date !== next?.date) {
    await endCovers(tx, context, groupId, old.date, null)
    await tx.query('DELETE FROM session_exceptions WHERE group_id = $1 AND date = $2 AND moved_from = $3', [
      groupId,
      old.date,
      date,
    ])
  }
  if (next)
    await tx.query(
      `INSERT INTO session_exceptions (client_id, group_id, date, cancelled, moved_from, start_at) VALUES ($1, $2, $3, false, $4, $5)
       ON CONFLICT (client_id, group_id, date) DO UPDATE SET moved_from = excluded.moved_from, start_at = excluded.start_at`,
      [context.clientId, groupId, next.date, date, next.start_at],
    )
}

/** The present state of a session, in the shape in which it is changed. */
export function stateOf(session: DatedSession): SessionBody {
  const { moved_to: movedTo, moved_from: movedFrom, moved_start: startAt } = session
  const moved = movedFrom === null && (movedTo !== null || startAt !== null)
  return {
    cancelled: session.cancelled,
    reason: session.reason,
    cover_uuid: session.cover?.uuid ?? null,
    moved: moved ? { date: movedTo ?? session.date, start_at: startAt } : null,
  }
}

/** Cancels, restores or moves one dated session, or names its cover. It is idempotent. */
export async function changeSession(
  tx: Tx,
  context: ClubContext,
  groupId: string,
  date: string,
  body: SessionBody,
): Promise<ChangedSession> {
  refuseForeignRecords(context)
  const group = await lockGroup(tx, context, groupId)
  const session = await readSession(tx, context, groupId, date)
  // a session that was moved to this day must be moved from its own day
  if (session.moved_from !== null && body.moved !== null)
    throw new Refusal('INVALID_REQUEST', {
      field: 'moved',
      detail: `moved: it is the session of ${session.moved_from}`,
    })
  const before = stateOf(session)
  const reason = body.cancelled ? body.reason?.trim() || null : null
  await checkMoved(tx, context, group, date, body)
  const moved = movedOf(body, date, group.start_at)
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

/** Writes the new state of a session and the rights of its cover. */
export async function writeSession(
  tx: Tx,
  context: ClubContext,
  groupId: string,
  session: DatedSession,
  after: SessionState,
): Promise<ChangedSession> {
  const { clientId, clubId, userId } = context
  const { date, members } = session
  const before = stateOf(session)
  await writeDay(tx, context, groupId, date, after)
  await writeOtherDay(tx, context, groupId, date, before, after)
  await endCovers(tx, context, groupId, date, after.cover_uuid)
  if (after.cover_uuid !== null)
    await tx.query(
      `INSERT INTO session_covers (client_id, group_id, date, user_id) VALUES ($1, $2, $3, $4)
       ON CONFLICT (client_id, group_id, date, user_id) DO UPDATE SET ended_at = NULL`,
      [clientId, groupId, date, after.cover_uuid],
    )
  await audit(tx, clientId, {
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
