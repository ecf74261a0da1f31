import { CalendarSession } from '#contract/scheduling/sessions.ts'
import type { Today, TodaysSession } from '#contract/scheduling/today.ts'
import { localMinutes } from '#domain/platform/club-time.ts'
import { canRemind, todaysRegisterState } from '#domain/scheduling/register-state.ts'
import { audit } from '#server/platform/audit.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { enqueueMails } from '#server/platform/mail/queue.ts'
import { findRow, queryRows, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { lockGroup } from '#server/scheduling/groups/group-detail.ts'
import type { ClubContext } from '#server/tenants/clubs/club-context.ts'
import { readCalendar } from './calendar.ts'

const AUTHORS = tenantStatement(
  'scheduling/list-authors-of-registers',
  `SELECT taken.group_id, json_agg(json_build_object('uuid', users.id, 'firstname', users.firstname,
     'lastname', users.lastname) ORDER BY users.lastname, users.firstname, users.id) AS authors
   FROM (SELECT DISTINCT registers.client_id, registers.group_id, registers.author_id FROM registers
     WHERE registers.client_id = $1 AND registers.club_id = $2 AND registers.date = $3
       AND registers.present IS NOT NULL) taken
   JOIN users ON users.client_id = taken.client_id AND users.id = taken.author_id
   GROUP BY taken.group_id`,
  { json: { authors: CalendarSession.properties.coaches } },
)

/** When the coaches of these sessions (`group/date`) were reminded; the audit log says so. */
const REMINDERS = tenantStatement(
  'scheduling/list-reminders-of-sessions',
  `SELECT entity_id, extract(epoch FROM max(at))::int AS reminded_ts FROM audit_log
   WHERE client_id = $1 AND entity = 'session' AND action = 'remind' AND entity_id = ANY($2::text[])
   GROUP BY entity_id`,
)

const entityId = (groupId: string, date: string) => `${groupId}/${date}`

/** All sessions of the club's own day, with the states of their registers. */
export async function readToday(tx: Tx, context: ClubContext): Promise<Today> {
  const { today: date, clubId, nowMs, timeZone } = context
  const { days } = await readCalendar(tx, context, { from: date, to: date, per_day: '1000' })
  const sessions = days.flatMap((day) => day.sessions)
  const [authors, reminders] = await Promise.all([
    queryRows(tx, AUTHORS, [clubId, date]),
    queryRows(tx, REMINDERS, [sessions.map(({ group_id: id }) => entityId(id, date))]),
  ])
  const authorsOf = new Map(authors.map((row) => [row.group_id, row.authors]))
  const remindedAt = new Map(reminders.map((row) => [row.entity_id, row.reminded_ts]))
  const minutes = localMinutes(nowMs, timeZone)
  return {
    date,
    sessions: sessions.map((session): TodaysSession => ({
      ...session,
      state: todaysRegisterState(session, minutes),
      taken_by: authorsOf.get(session.group_id) ?? [],
      reminded_ts: remindedAt.get(entityId(session.group_id, date)) ?? null,
    })),
  }
}

/**
 * Reminds the coaches of one of today's sessions, or its cover, of the register, once: a repeated call changes nothing.
 * Refuses a session whose register is complete or not begun, and one that nobody takes.
 */
export async function remindOfRegister(
  tx: Tx,
  context: ClubContext,
  groupId: string,
  date: string,
): Promise<TodaysSession> {
  // the lock lets one of two administrators in at a time, so that no coach gets two mails
  await lockGroup(tx, context, groupId)
  const read = async () => {
    const { sessions } = await readToday(tx, context)
    return date === context.today ? sessions.find(({ group_id: id }) => id === groupId) : undefined
  }
  const session = await read()
  if (session === undefined) throw new Refusal('NOT_FOUND', { field: 'date' })
  if (session.reminded_ts !== null) return session
  const coaches = session.cover === null ? session.coaches : [session.cover]
  if (!canRemind(session.state) || coaches.length === 0)
    throw new Refusal('INVALID_REQUEST', { field: 'date', detail: 'date: there is nobody to remind of a register' })
  const userIds = coaches.map(({ uuid }) => uuid)
  const data = { group: groupId, date }
  await enqueueMails(tx, new Date(context.nowMs), { userIds, kind: 'register-reminder', data })
  await audit(tx, {
    userId: context.userId,
    action: 'remind',
    entity: 'session',
    entityId: entityId(groupId, date),
    after: { coaches: userIds },
  })
  return (await read()) ?? session
}

const OPEN_REGISTER = tenantStatement(
  'scheduling/find-open-register',
  `SELECT groups.name FROM groups
   WHERE groups.client_id = $1 AND groups.id = $2
     AND NOT EXISTS (SELECT FROM session_exceptions WHERE session_exceptions.client_id = groups.client_id
       AND session_exceptions.group_id = groups.id AND session_exceptions.date = $3
       AND (session_exceptions.cancelled
         -- moved away, and no other session moved here
         OR session_exceptions.moved_to IS NOT NULL AND session_exceptions.moved_from IS NULL))
     AND EXISTS (SELECT FROM group_members
       WHERE group_members.client_id = groups.client_id AND group_members.group_id = groups.id
         AND group_members.from_date <= $3 AND (group_members.to_date IS NULL OR group_members.to_date >= $3)
         AND NOT EXISTS (SELECT FROM registers WHERE registers.client_id = groups.client_id
           AND registers.group_id = groups.id AND registers.member_id = group_members.member_id
           AND registers.date = $3 AND registers.present IS NOT NULL))`,
)

/**
 * The group of a session whose register still lacks somebody; null when it is complete, or the session was cancelled or
 * moved to another day.
 */
export async function readOpenRegister(tx: Tx, groupId: string, date: string): Promise<{ name: string } | null> {
  return (await findRow(tx, OPEN_REGISTER, [groupId, date])) ?? null
}
