/**
 * SQL condition: the coach covers the session of group `g` on a date. The day after the session counts too, because
 * marks may be entered after midnight, and so do the `ahead` days before it, because a session is planned before it is
 * held. When the cover was ended, an operation still counts if it was entered before that, or on a device that had not
 * received the change. `a` is the row of the operation, with `entered` and `base_rev`.
 */
export function coversSession(date: string, coach: string, ahead = 0): string {
  return `EXISTS (SELECT FROM session_covers sc
         JOIN user_clubs uc ON uc.client_id = sc.client_id AND uc.user_id = sc.user_id AND uc.club_id = g.club_id
         WHERE sc.client_id = g.client_id AND sc.group_id = g.id AND sc.user_id = ${coach}
           AND ${date} BETWEEN sc.date - ${ahead} AND sc.date + 1
           AND ${date} >= uc.from_date AND (uc.to_date IS NULL OR ${date} <= uc.to_date + 1)
           AND (sc.ended_at IS NULL OR to_timestamp(a.entered) <= sc.ended_at
             OR EXISTS (SELECT FROM changes c WHERE c.client_id = g.client_id AND c.club_id = g.club_id AND c.kind = 'group'
               AND c.key = g.id::text AND c.rev > a.base_rev)))`
}

/** A covering coach's tablet holds the group this many days before the covered session. */
export const COVER_DAYS_AHEAD = 7

/** SQL condition: the coach covers session `x`, and the group is on the coach's tablet for it, until the day after. */
export function coversNow(coach: string): string {
  return `x.cover_id = ${coach} AND NOT x.cancelled AND x.date BETWEEN current_date - 1 AND current_date + ${COVER_DAYS_AHEAD}`
}
