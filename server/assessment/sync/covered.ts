/**
 * Whether a coach covers the session of group `g` on a date, or the day before it, as for those who left: what is
 * finished after midnight counts. Who was named and is not any more keeps what was entered before, and what a device
 * entered that could not know. `a` is an asked row with `entered` and `base_rev`. `ahead` days before it are as good:
 * a session is planned before it is held.
 */
export function covered(date: string, coach: string, ahead = 0): string {
  return `EXISTS (SELECT FROM session_covers sc
         JOIN user_clubs uc ON uc.client_id = sc.client_id AND uc.user_id = sc.user_id AND uc.club_id = g.club_id
         WHERE sc.client_id = g.client_id AND sc.group_id = g.id AND sc.user_id = ${coach}
           AND ${date} BETWEEN sc.date - ${ahead} AND sc.date + 1
           AND ${date} >= uc.from_date AND (uc.to_date IS NULL OR ${date} <= uc.to_date + 1)
           AND (sc.ended_at IS NULL OR to_timestamp(a.entered) <= sc.ended_at
             OR EXISTS (SELECT FROM changes c WHERE c.client_id = g.client_id AND c.club_id = g.club_id AND c.kind = 'group'
               AND c.key = g.id::text AND c.rev > a.base_rev)))`
}

/** So many days before a covered session its group is on the cover's tablet. */
export const COVER_DAYS_AHEAD = 7

/** Session `x` is covered by a coach and on their tablet: from then until the day after. */
export function coveredNow(coach: string): string {
  return `x.cover_id = ${coach} AND NOT x.cancelled AND x.date BETWEEN current_date - 1 AND current_date + ${COVER_DAYS_AHEAD}`
}
