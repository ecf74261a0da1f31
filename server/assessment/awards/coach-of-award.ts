/**
 * SQL of the mark with which a level was passed: the newest in the scheme at that time. `award` is the name of the
 * award's row.
 */
export const lastMarkOf = (award: string) => `SELECT mark.client_id, mark.club_id, mark.author_id FROM assessments mark
  WHERE mark.client_id = ${award}.client_id AND mark.member_id = ${award}.member_id
    AND mark.scheme_id = ${award}.scheme_id AND mark.ts <= ${award}.completed_ts
  ORDER BY mark.ts DESC, mark.stamp_ms DESC LIMIT 1`

/**
 * SQL of the name of the coach who made that mark; null when it has none, an administrator made it, or the coach's account
 * was closed, which has no name any more.
 */
export const coachOfAward = (award: string) => `(
  SELECT coach.firstname || ' ' || coach.lastname FROM (${lastMarkOf(award)}) last_mark
  JOIN users coach ON coach.client_id = last_mark.client_id AND coach.id = last_mark.author_id
    AND coach.type = 'coach' AND coach.status <> 'anonymised')`
