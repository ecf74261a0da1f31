/**
 * SQL of today's date at a club, whose row has the alias `club`; the same as `localDate` of the club's time zone.
 * Statements never ask for `current_date`, which is the day in the database's time zone.
 */
export function todayAt(club: string): string {
  return `(now() AT TIME ZONE ${club}.time_zone)::date`
}
