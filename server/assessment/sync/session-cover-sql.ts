import { COVER_DAYS_AHEAD } from '#domain/assessment/commands/group-day.ts'

/**
 * SQL condition: the coach covers the session of the row `exception` of `groups`, and the coach's tablet holds the group
 * for it: from COVER_DAYS_AHEAD before the session until the day after. A group that was given an earlier last date has
 * no session after it. `today` is the SQL of today's date at the club.
 */
export function coversNow(coach: string, today: string): string {
  return `exception.cover_id = ${coach} AND NOT exception.cancelled
    AND exception.date BETWEEN ${today} - 1 AND ${today} + ${COVER_DAYS_AHEAD}
    AND (groups.last_date IS NULL OR groups.last_date >= exception.date)`
}
