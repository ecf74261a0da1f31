/**
 * SQL condition: the coach covers the session of the group of the row `groups` on a date. The day after the session
 * counts too, because marks may be entered after midnight, and so do the `ahead` days before it, because a session is
 * planned before it is held. `operation` is the row of the operation, with `entered` and `base_rev`.
 */
export function coversSession(date: string, coach: string, ahead = 0): string {
  return `EXISTS (SELECT FROM session_covers cover
         JOIN user_clubs ON user_clubs.client_id = cover.client_id AND user_clubs.user_id = cover.user_id
           AND user_clubs.club_id = groups.club_id
         WHERE cover.client_id = groups.client_id AND cover.group_id = groups.id AND cover.user_id = ${coach}
           AND ${date} BETWEEN cover.date - ${ahead} AND cover.date + 1
           AND ${date} >= user_clubs.from_date AND (user_clubs.to_date IS NULL OR ${date} <= user_clubs.to_date + 1)
           -- the operation was entered before the cover ended, or on a device that had not received the end
           AND (cover.ended_at IS NULL OR to_timestamp(operation.entered) <= cover.ended_at
             OR EXISTS (SELECT FROM changes
               WHERE changes.client_id = groups.client_id AND changes.club_id = groups.club_id
                 AND changes.kind = 'group' AND changes.key = groups.id::text AND changes.rev > operation.base_rev)))`
}

/** A covering coach's tablet holds the group this many days before the covered session. */
export const COVER_DAYS_AHEAD = 7

/**
 * SQL condition: the coach covers the session of the row `exception`, and the coach's tablet holds the group for it:
 * from COVER_DAYS_AHEAD before the session until the day after.
 */
export function coversNow(coach: string): string {
  return `exception.cover_id = ${coach} AND NOT exception.cancelled
    AND exception.date BETWEEN current_date - 1 AND current_date + ${COVER_DAYS_AHEAD}`
}
