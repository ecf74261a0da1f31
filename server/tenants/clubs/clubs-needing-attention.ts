import { todayAt } from './today.ts'

/** SQL condition: the club with this alias has an administrator on its own day; `now` is SQL of the current time. */
const hasAdministrator = (club: string, now: string) => `EXISTS (SELECT FROM user_clubs employment
  JOIN users admin ON admin.client_id = employment.client_id AND admin.id = employment.user_id
    AND admin.type = 'admin' AND admin.status = 'current'
  WHERE employment.client_id = ${club}.client_id AND employment.club_id = ${club}.id
    AND employment.from_date <= ${todayAt(club, now)}
    AND (employment.to_date IS NULL OR employment.to_date >= ${todayAt(club, now)}))`

/** SQL conditions for clubs that need attention. `club` is the alias of the club, `now` SQL of the current time. */
export const clubsNeedingAttention = {
  unadministered: (club: string, now: string) => `NOT ${hasAdministrator(club, now)}`,
  /**
   * The club has active members, but its coaches have marked nobody in the last four weeks. OFFSET 0 has that day worked
   * out first: the day at a club comes from a function that may tell the club's time zone, so no index of a table with
   * row-level security would be searched with it, and all marks of the club would be read.
   */
  idle: (club: string, now: string) => `EXISTS (SELECT FROM club_members membership
      WHERE membership.client_id = ${club}.client_id AND membership.club_id = ${club}.id
        AND membership.status = 'active')
    AND NOT EXISTS (SELECT FROM (SELECT ${todayAt(club, now)} - 28 AS day OFFSET 0) last_idle
      JOIN assessments mark ON mark.client_id = ${club}.client_id AND mark.club_id = ${club}.id
        AND mark.date > last_idle.day
        -- what was passed elsewhere has no group
        AND mark.group_id IS NOT NULL)`,
}
