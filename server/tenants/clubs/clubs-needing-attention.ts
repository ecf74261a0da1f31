/** SQL condition: the club with alias `cl` has an administrator on the day `day`. */
const administered = (cl: string, day: string) => `EXISTS (SELECT FROM user_clubs uc
  JOIN users u ON u.client_id = uc.client_id AND u.id = uc.user_id AND u.type = 'admin' AND u.status = 'current'
  WHERE uc.client_id = ${cl}.client_id AND uc.club_id = ${cl}.id AND uc.from_date <= ${day}::date
    AND (uc.to_date IS NULL OR uc.to_date >= ${day}::date))`

/** SQL conditions for clubs that need attention. `cl` is the alias of the club, `now` the current time. */
export const clubsNeedingAttention = {
  unadministered: (cl: string, now: string) => `NOT ${administered(cl, now)}`,
  /** The club has active members, but no mark for four weeks. */
  idle: (cl: string, now: string) => `EXISTS (SELECT FROM club_members cm
      WHERE cm.client_id = ${cl}.client_id AND cm.club_id = ${cl}.id AND cm.status = 'active')
    AND NOT EXISTS (SELECT FROM club_members cm JOIN results r ON r.client_id = cm.client_id AND r.member_id = cm.member_id
      WHERE cm.client_id = ${cl}.client_id AND cm.club_id = ${cl}.id
        AND r.ts > extract(epoch FROM ${now}::timestamptz - interval '28 days'))`,
}
