/**
 * SQL of today's date at a club, whose row has the alias `club`; the same as `localDate` of the club's time zone.
 * `current_date` is the day in the database's time zone, on which nothing of a club depends. `now` is the SQL of the
 * present moment, for a statement that is given one.
 */
export function todayAt(club: string, now = 'now()'): string {
  return `(${now} AT TIME ZONE ${club}.time_zone)::date`
}

/** SQL of today's date at the club of a row, which names it by `club_id`. */
export function todayAtClubOf(row: string): string {
  return `(SELECT ${todayAt('today_club')} FROM clubs today_club
    WHERE today_club.client_id = ${row}.client_id AND today_club.id = ${row}.club_id)`
}

/**
 * SQL condition: today at the club of a row (`row.club_id`) is one of the days from `period.from_date` to
 * `period.to_date`. Without `row`, the period names the club itself, as the rows of `user_clubs` do. `now` is as for
 * `todayAt`.
 */
export function includesToday(period: string, row = period, now = 'now()'): string {
  return `EXISTS (SELECT FROM clubs today_club
    WHERE today_club.client_id = ${row}.client_id AND today_club.id = ${row}.club_id
      AND ${period}.from_date <= ${todayAt('today_club', now)}
      AND (${period}.to_date IS NULL OR ${period}.to_date >= ${todayAt('today_club', now)}))`
}

/** SQL condition: the group `groups` has not ended before the day. Places in one that has ended stay open [R6.10]. */
export const isRunning = (day: string) => `(groups.last_date IS NULL OR groups.last_date >= ${day})`
