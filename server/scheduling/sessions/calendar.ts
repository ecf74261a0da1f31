import type { CalendarQuery } from '#contract/scheduling/sessions.ts'
import { daysBetween, isDate } from '#domain/platform/club-time.ts'
import type { ClubContext } from '#server/tenants/clubs/club-context.ts'
import { coverJson } from '#server/scheduling/groups/queries.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { SqlParams } from '#server/platform/http/sql-params.ts'
import type { Tx } from '#server/platform/tenancy.ts'

/** The longest range: six weeks, because a calendar of whole weeks needs them for some months. */
const MAX_DAYS = 42

function checkRange({ from, to }: CalendarQuery): void {
  for (const [field, date] of [
    ['from', from],
    ['to', to],
  ] as const)
    if (!isDate(date)) throw new Refusal('INVALID_REQUEST', { field })
  const days = daysBetween(from, to) + 1
  if (days < 1 || days > MAX_DAYS) throw new Refusal('INVALID_REQUEST', { field: 'to' })
}

/** SQL of the name of the club's term or holiday that includes the day `day.date`. */
const nameOfRange = (kind: 'term' | 'holiday', club: string) => `(
  SELECT terms.name FROM terms WHERE terms.club_id = ${club} AND terms.kind = '${kind}'
    AND day.date BETWEEN terms.first_date AND terms.last_date ORDER BY terms.first_date, terms.id LIMIT 1)`

/**
 * All dated sessions of the club between two days as JSON text, in one query. The rule for closed days is also in
 * `domain/scheduling/sessions.ts`; a test compares the two.
 */
export async function readCalendar(tx: Tx, context: ClubContext, query: CalendarQuery): Promise<string> {
  checkRange(query)
  const params = new SqlParams()
  const club = params.add(context.clubId)
  const allDays = `generate_series(${params.add(query.from)}::date, ${params.add(query.to)}::date, '1 day')`
  const filters: string[] = []
  if (query.place !== undefined) filters.push(`groups.place = ${params.add(query.place)}`)
  if (query.coach_uuid !== undefined) {
    const coach = params.add(query.coach_uuid)
    filters.push(`(exception.cover_id = ${coach} OR EXISTS (SELECT FROM group_coaches
      WHERE group_coaches.client_id = groups.client_id AND group_coaches.group_id = groups.id
        AND group_coaches.user_id = ${coach} AND group_coaches.from_date <= day.date
        AND (group_coaches.to_date IS NULL OR group_coaches.to_date >= day.date)))`)
  }
  const perDay = params.add(Number(query.per_day ?? 100))
  const { rows } = await tx.query<{ json: string }>(
    `WITH days AS MATERIALIZED (
       SELECT day.date, ${nameOfRange('term', club)} AS term, ${nameOfRange('holiday', club)} AS holiday,
         EXISTS (SELECT FROM terms WHERE terms.club_id = ${club} AND terms.kind = 'term'
           AND terms.last_date < day.date) AS after_a_term,
         EXISTS (SELECT FROM terms WHERE terms.club_id = ${club} AND terms.kind = 'term'
           AND terms.first_date > day.date) AS before_a_term
       FROM (SELECT generate_series::date AS date FROM ${allDays}) day),
     -- a day is closed in a holiday and between two terms
     days_with_closed AS MATERIALIZED (
       SELECT *, holiday IS NOT NULL OR (term IS NULL AND after_a_term AND before_a_term) AS closed FROM days),
     -- one row for each session that takes place or is cancelled; number counts those of a day
     sessions AS (
       SELECT day.date, groups.client_id, groups.club_id, groups.id, groups.name, groups.place,
         coalesce(exception.start_at, groups.start_at) AS start_at, groups.duration_minutes,
         coalesce(exception.cancelled, false) AS cancelled, exception.reason, exception.cover_id, exception.moved_from,
         row_number() OVER (PARTITION BY day.date
           ORDER BY coalesce(exception.start_at, groups.start_at), groups.name, groups.id) AS number
       FROM days_with_closed day
       JOIN groups ON groups.club_id = ${club} AND groups.first_date <= day.date
         AND (groups.last_date IS NULL OR day.date <= groups.last_date)
         AND (NOT day.closed AND extract(dow FROM day.date)::int = ANY(groups.weekdays)
           OR (groups.id, day.date) IN (
             SELECT moved.group_id, moved.date FROM session_exceptions moved WHERE moved.moved_from IS NOT NULL))
       LEFT JOIN session_exceptions exception ON exception.client_id = groups.client_id
         AND exception.group_id = groups.id AND exception.date = day.date
       WHERE ${['exception.moved_to IS NULL', ...filters].join(' AND ')}),
     counts AS (
       SELECT date, count(*) AS total, count(*) FILTER (WHERE cancelled) AS cancelled,
         count(*) FILTER (WHERE cover_id IS NOT NULL AND NOT cancelled) AS covered FROM sessions GROUP BY date),
     -- the first sessions of each day as JSON; a session has the alias groups here, because coverJson reads groups and
     -- exception
     shown AS (
       SELECT groups.date, json_agg(json_build_object('group_id', groups.id, 'name', groups.name,
           'place', groups.place, 'start_at', to_char(groups.start_at, 'HH24:MI'),
           'duration_minutes', groups.duration_minutes, 'cancelled', groups.cancelled, 'reason', groups.reason,
           'moved_from', groups.moved_from,
           'cover', CASE WHEN groups.cover_id IS NOT NULL THEN (
             SELECT ${coverJson} FROM (SELECT groups.client_id, groups.cover_id, groups.date) exception) END,
           'coaches', coalesce((
             SELECT json_agg(json_build_object('uuid', users.id, 'firstname', users.firstname,
               'lastname', users.lastname) ORDER BY users.lastname, users.firstname, users.id)
             FROM group_coaches
             JOIN users ON users.client_id = group_coaches.client_id AND users.id = group_coaches.user_id
             WHERE group_coaches.client_id = groups.client_id AND group_coaches.group_id = groups.id
               AND group_coaches.from_date <= groups.date
               AND (group_coaches.to_date IS NULL OR group_coaches.to_date >= groups.date)), '[]'),
           'members', (SELECT count(*) FROM group_members
             WHERE group_members.client_id = groups.client_id AND group_members.group_id = groups.id
               AND group_members.from_date <= groups.date
               AND (group_members.to_date IS NULL OR group_members.to_date >= groups.date)),
           'present', attendance.present, 'absent', attendance.absent) ORDER BY groups.number) AS sessions
       FROM sessions groups CROSS JOIN LATERAL (
         SELECT count(*) FILTER (WHERE registers.value = '"present"') AS present,
           count(*) FILTER (WHERE registers.value = '"absent"') AS absent
         FROM registers WHERE registers.client_id = groups.client_id AND registers.group_id = groups.id
           AND registers.date = groups.date AND registers.kind = 'attendance') attendance
       WHERE groups.number <= ${perDay} GROUP BY groups.date)
     SELECT json_build_object(
       'days', (SELECT json_agg(json_build_object('date', day.date, 'term', day.term, 'holiday', day.holiday,
           'closed', day.closed, 'total', coalesce(counts.total, 0), 'cancelled', coalesce(counts.cancelled, 0),
           'covered', coalesce(counts.covered, 0), 'sessions', coalesce(shown.sessions, '[]')) ORDER BY day.date)
         FROM days_with_closed day LEFT JOIN counts ON counts.date = day.date LEFT JOIN shown ON shown.date = day.date),
       -- where the club's groups meet
       'places', (SELECT coalesce(json_agg(place ORDER BY place), '[]') FROM (
         SELECT DISTINCT groups.place FROM groups
         WHERE groups.club_id = ${club} AND groups.place IS NOT NULL) places))::text AS json`,
    params.values,
  )
  return rows[0]?.json ?? ''
}
