import type { MarkEntry } from '#contract/assessment/member-record.ts'
import { fromClubMember } from '#server/members/member-detail.ts'
import { bySchemeAndNode, scoresSql } from '#server/members/queries.ts'
import { prepared, type Tx } from '#server/platform/tenancy.ts'
import type { ClubContext } from '#server/tenants/clubs/club-context.ts'

/** SQL of the progress of member `m`, by scheme and node. */
export const progressSql = bySchemeAndNode(
  `json_build_object('state', r.state, 'percent', r.percent, 'forced', r.forced, 'completed_ts', r.completed_ts)`,
  'progress',
)
/**
 * SQL of the progress, scores and awards of member `m`, for the club portal's detail view; `$2` is the two-letter key
 * of award titles.
 */
const memberProgress = `json_build_object('progress', ${progressSql}, 'scores', ${scoresSql}, 'awards', coalesce((
  SELECT json_agg(json_build_object('scheme_slug', s.slug, 'node_id', r.node_id, 'title', coalesce(r.title ->> $2, r.title ->> 'en'),
      'completed_ts', r.completed_ts, 'forced', r.forced, 'ended_ts', floor(extract(epoch FROM r.ended_at)))
    ORDER BY r.ended_at IS NOT NULL, r.completed_ts DESC)
  FROM awards r JOIN schemes s ON s.client_id = r.client_id AND s.id = r.scheme_id
  WHERE r.client_id = m.client_id AND r.member_id = m.id), '[]'))`

/** Progress, scores and awards of a member of this club as JSON text; null for a member of another club. */
export async function readProgress(
  tx: Tx,
  context: ClubContext,
  memberId: string,
  language: string,
): Promise<string | null> {
  const { rows } = await tx.query<{ json: string }>(
    prepared(
      `SELECT (${memberProgress})::text AS json FROM members m WHERE m.id = $1
         AND EXISTS (SELECT FROM club_members cm WHERE cm.club_id = $3 AND cm.member_id = m.id)`,
      [memberId, language, context.clubId],
    ),
  )
  return rows[0]?.json ?? null
}

/** A page of all marks of a member of this club, newest first; null for a member of another club. */
export async function readMarks(
  tx: Tx,
  context: ClubContext,
  memberId: string,
  language: string,
  page: number,
  perPage: number,
): Promise<{ marks: MarkEntry[]; total: number } | null> {
  const { rows } = await tx.query<{ marks: MarkEntry[]; total: number }>(
    prepared(
      `SELECT coalesce((SELECT json_agg(json_build_object('scheme_slug', s.slug, 'node_id', a.node_id,
            'title', coalesce(n.title ->> $3, n.title ->> 'en', a.node_id), 'grade', a.grade, 'pass', a.pass, 'ts', a.ts,
            'by', u.firstname || ' ' || u.lastname, 'group', g.name) ORDER BY a.ts DESC, a.stamp_ms DESC, a.stamp_counter DESC, a.stamp_seq DESC)
          FROM (SELECT * FROM assessments a WHERE a.member_id = m.id ORDER BY a.ts DESC, a.stamp_ms DESC, a.stamp_counter DESC, a.stamp_seq DESC LIMIT $4 OFFSET $5) a
          JOIN schemes s ON s.client_id = a.client_id AND s.id = a.scheme_id
          LEFT JOIN scheme_nodes n ON n.client_id = a.client_id AND n.scheme_id = a.scheme_id
            AND n.id = regexp_replace(a.node_id, '/manual$', '')
          JOIN users u ON u.client_id = a.client_id AND u.id = a.author_id
          JOIN groups g ON g.client_id = a.client_id AND g.id = a.group_id), '[]') AS marks,
        (SELECT count(*) FROM assessments a WHERE a.member_id = m.id) AS total ${fromClubMember}`,
      [context.clubId, memberId, language, perPage, page * perPage],
    ),
  )
  return rows[0] ?? null
}
