import { LEAST_DAYS_HELD_AFTER_END } from '#domain/assessment/commands/group-day.ts'

/** For how many days attendance is sent to tablets, or for more where registers may be taken later [5.2]. */
export const ATTENDANCE_DAYS = 28

/** For how many days the tablets of a coach with these features get attendance. */
export function attendanceDaysOf(features: Readonly<Record<string, boolean | number>>): number {
  return Math.max(ATTENDANCE_DAYS, Number(features['MAX_PAST_DAYS_ATTENDANCE'] ?? 0))
}

/**
 * SQL condition: the tablets of the coaches of `groups` still hold it. A group that reaches its last day keeps its
 * coaches and members; it is held as long after it as `daysHeldAfterEnd` of the domain says.
 */
export const isHeldAfterEnd = (today: string, attendanceDays: string) =>
  `(groups.last_date IS NULL OR groups.last_date >= ${today} - greatest(${LEAST_DAYS_HELD_AFTER_END}, ${attendanceDays}::int))`
