import { COVER_DAYS_AHEAD } from '#domain/assessment/commands/group-day.ts'

/**
 * SQL condition: the coach covers the session of the row `exception`, and the coach's tablet holds the group for it:
 * from COVER_DAYS_AHEAD before the session until the day after.
 */
export function coversNow(coach: string): string {
  return `exception.cover_id = ${coach} AND NOT exception.cancelled
    AND exception.date BETWEEN current_date - 1 AND current_date + ${COVER_DAYS_AHEAD}`
}
