import type { CalendarQuery } from '#contract/scheduling/sessions.ts'
import { daysBetween, isDate } from '#domain/platform/club-time.ts'
import type { ClubContext } from '#server/tenants/clubs/club-context.ts'
import { coverJson } from '#server/scheduling/groups/queries.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { SqlParams } from '#server/platform/http/sql-params.ts'
import type { Tx } from '#server/platform/tenancy.ts'

/** Six weeks, because a calendar of whole weeks needs them for some months. */
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

/** SQL of the name of the club's term or holiday that includes day `d`. */
const nameOfRange = (
  kind: 'term' | 'holiday',
  club: string,
) => `(SELECT t.name FROM terms t WHERE t.club_id = ${club} AND t.kind = '${kind}'
    AND d.date BETWEEN t.first_date AND t.last_date ORDER BY t.first_date, t.id LIMIT 1)`

/**
 * All dated sessions of the club between two days as JSON text, in one query. The rule for closed days is also in
 * `domain/scheduling/sessions.ts`; a test compares the two.
 */
export async function readCalendar(tx: Tx, context: ClubContext, query: CalendarQuery): Promise<string> {
  checkRange(query)
  const params = new SqlParams()
  const club = params.add(context.clubId)
  const days = `generate_series(${params.add(query.from)}::date, ${params.add(query.to)}::date, '1 day')`
  const filters: string[] = []
  if (query.place !== undefined) filters.push(`g.place = ${params.add(query.place)}`)
  if (query.coach_uuid !== undefined) {
    const coach = params.add(query.coach_uuid)
    filters.push(`(x.cover_id = ${coach} OR EXISTS (SELECT FROM group_coaches gc WHERE gc.client_id = g.client_id AND gc.group_id = g.id
      AND gc.user_id = ${coach} AND gc.from_date <= d.date AND (gc.to_date IS NULL OR gc.to_date >= d.date)))`)
  }
  const perDay = params.add(Number(query.per_day ?? 100))
  const { rows } = await tx.query<{ json: string }>(
    `WITH days AS MATERIALIZED (
       SELECT d.date, ${nameOfRange('term', club)} AS term, ${nameOfRange('holiday', club)} AS holiday,
         EXISTS (SELECT FROM terms t WHERE t.club_id = ${club} AND t.kind = 'term' AND t.last_date < d.date) AS after_one,
         EXISTS (SELECT FROM terms t WHERE t.club_id = ${club} AND t.kind = 'term' AND t.first_date > d.date) AS before_one
       FROM (SELECT generate_series::date AS date FROM ${days}) d),
     open AS MATERIALIZED (
       SELECT *, holiday IS NOT NULL OR (term IS NULL AND after_one AND before_one) AS closed FROM days),
     met AS (
       SELECT d.date, g.client_id, g.club_id, g.id, g.name, g.place, coalesce(x.start_at, g.start_at) AS start_at, g.duration_minutes, coalesce(x.cancelled, false) AS cancelled,
         x.reason, x.cover_id, x.moved_from, row_number() OVER (PARTITION BY d.date ORDER BY coalesce(x.start_at, g.start_at), g.name, g.id) AS n
       FROM open d JOIN groups g ON g.club_id = ${club} AND g.first_date <= d.date AND (g.last_date IS NULL OR d.date <= g.last_date)
         AND (NOT d.closed AND extract(dow FROM d.date)::int = ANY(g.weekdays)
           OR (g.id, d.date) IN (SELECT m.group_id, m.date FROM session_exceptions m WHERE m.moved_from IS NOT NULL))
       LEFT JOIN session_exceptions x ON x.client_id = g.client_id AND x.group_id = g.id AND x.date = d.date
       WHERE ${['x.moved_to IS NULL', ...filters].join(' AND ')}),
     counted AS (
       SELECT date, count(*) AS total, count(*) FILTER (WHERE cancelled) AS cancelled,
         count(*) FILTER (WHERE cover_id IS NOT NULL AND NOT cancelled) AS covered FROM met GROUP BY date),
     shown AS (
       SELECT g.date, json_agg(json_build_object('group_id', g.id, 'name', g.name, 'place', g.place, 'start_at', to_char(g.start_at, 'HH24:MI'),
           'duration_minutes', g.duration_minutes, 'cancelled', g.cancelled, 'reason', g.reason, 'moved_from', g.moved_from,
           'cover', CASE WHEN g.cover_id IS NOT NULL THEN (SELECT ${coverJson} FROM (SELECT g.client_id, g.cover_id, g.date) x) END,
           'coaches', coalesce((SELECT json_agg(json_build_object('uuid', u.id, 'firstname', u.firstname, 'lastname', u.lastname)
               ORDER BY u.lastname, u.firstname, u.id)
             FROM group_coaches gc JOIN users u ON u.client_id = gc.client_id AND u.id = gc.user_id
             WHERE gc.client_id = g.client_id AND gc.group_id = g.id AND gc.from_date <= g.date
               AND (gc.to_date IS NULL OR gc.to_date >= g.date)), '[]'),
           'members', (SELECT count(*) FROM group_members gm WHERE gm.client_id = g.client_id AND gm.group_id = g.id
             AND gm.from_date <= g.date AND (gm.to_date IS NULL OR gm.to_date >= g.date)),
           'present', k.present, 'absent', k.absent) ORDER BY g.n) AS sessions
       FROM met g CROSS JOIN LATERAL (
         SELECT count(*) FILTER (WHERE r.value = '"present"') AS present, count(*) FILTER (WHERE r.value = '"absent"') AS absent
         FROM registers r WHERE r.client_id = g.client_id AND r.group_id = g.id AND r.date = g.date AND r.kind = 'attendance') k
       WHERE g.n <= ${perDay} GROUP BY g.date)
     SELECT json_build_object(
       'days', (SELECT json_agg(json_build_object('date', d.date, 'term', d.term, 'holiday', d.holiday, 'closed', d.closed,
           'total', coalesce(c.total, 0), 'cancelled', coalesce(c.cancelled, 0), 'covered', coalesce(c.covered, 0),
           'sessions', coalesce(s.sessions, '[]')) ORDER BY d.date)
         FROM open d LEFT JOIN counted c ON c.date = d.date LEFT JOIN shown s ON s.date = d.date),
       'places', (SELECT coalesce(json_agg(p.place ORDER BY p.place), '[]') FROM (
         SELECT DISTINCT g.place FROM groups g WHERE g.club_id = ${club} AND g.place IS NOT NULL) p))::text AS json`,
    params.values,
  )
  return rows[0]?.json ?? ''
}
