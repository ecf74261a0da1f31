import type { QueryConfig } from 'pg'
import { prepared, type Tx } from '#server/platform/tenancy.ts'

/** SQL: `{slug: {node: value}}` over rows `r` of one member, joined to their scheme. */
export const keyed = (value: string, from: string, where = 'true') => `coalesce((
  SELECT json_object_agg(slug, nodes) FROM (
    SELECT s.slug, json_object_agg(r.node_id, ${value}) AS nodes
    FROM ${from} r JOIN schemes s ON s.client_id = r.client_id AND s.id = r.scheme_id
    WHERE r.client_id = m.client_id AND r.member_id = m.id AND ${where}
    GROUP BY s.slug) k), '{}')`

export const progress = keyed(
  `json_build_object('state', r.state, 'percent', r.percent, 'forced', r.forced, 'completed_ts', r.completed_ts)`,
  'progress',
)
/** Winning marks of member `m`, by scheme and node. */
export const scores = keyed(
  `json_build_object('grade', r.grade, 'pass', r.pass, 'ts', r.ts, 'since', r.since)`,
  'results',
)
/** Progress of member `m` as its detail view shows it; `$2` is the two-letter key of award titles. */
export const memberProgress = `json_build_object('progress', ${progress}, 'scores', ${scores}, 'awards', coalesce((
  SELECT json_agg(json_build_object('scheme_slug', s.slug, 'node_id', r.node_id, 'title', coalesce(r.title ->> $2, r.title ->> 'en'),
      'completed_ts', r.completed_ts, 'forced', r.forced, 'ended_ts', floor(extract(epoch FROM r.ended_at)))
    ORDER BY r.ended_at IS NOT NULL, r.completed_ts DESC)
  FROM awards r JOIN schemes s ON s.client_id = r.client_id AND s.id = r.scheme_id
  WHERE r.client_id = m.client_id AND r.member_id = m.id), '[]'))`

/** Clubs that hold any of these members, with the members each holds. */
export async function clubsOfMembers(
  tx: Tx,
  memberIds: readonly string[],
): Promise<{ club_id: string; member_id: string }[]> {
  const { rows } = await tx.query<{ club_id: string; member_id: string }>(
    prepared('SELECT club_id, member_id FROM club_members WHERE member_id = ANY($1)', [memberIds]),
  )
  return rows
}

/**
 * A text that changes whenever the overview of this parent may: the counters of the clubs that hold the children, the
 * revisions of the schemes, the links, and the day. Each change of a club moves its counter in the same transaction.
 */
export function overviewVersion(userId: string): QueryConfig {
  return prepared(
    `SELECT concat_ws('/', current_date,
       (SELECT string_agg(l.member_id || ':' || cc.club_id || ':' || cc.rev, ',' ORDER BY l.member_id, cc.club_id)
        FROM member_links l
        JOIN club_members cm ON cm.client_id = l.client_id AND cm.member_id = l.member_id
        JOIN club_counters cc ON cc.client_id = cm.client_id AND cc.club_id = cm.club_id
        WHERE l.user_id = $1),
       (SELECT sum(revision) FROM schemes),
       (SELECT sum(ms.revision) FROM member_links l
        JOIN member_schemes ms ON ms.client_id = l.client_id AND ms.member_id = l.member_id WHERE l.user_id = $1)) AS version`,
    [userId],
  )
}
