/**
 * SQL of a length of time of days that have 24 hours each. PostgreSQL adds `interval '30 days'` by the calendar of the
 * session's time zone, which is the operator's choice, so a limit would be an hour off after the clocks changed there.
 * `npm run statements` refuses intervals of days.
 */
export function exactDays(days: number): string {
  return `interval '${days * 24} hours'`
}
