import type { MarkEntry } from '#contract/assessment/member-record.ts'
import { fromClubMember } from '#server/members/member-detail.ts'
import { bySchemeAndNode, scoresSql } from '#server/members/queries.ts'
import { prepared, type Tx } from '#server/platform/tenancy.ts'
import type { ClubContext } from '#server/tenants/clubs/club-context.ts'

/** SQL of a member's progress, by scheme and node; `member` is the name of the member's row. */
export const progressSql = (member: string) =>
  bySchemeAndNode(
    member,
    `json_build_object('state', entry.state, 'percent', entry.percent, 'forced', entry.forced,
      'completed_ts', entry.completed_ts)`,
    'progress',
  )

/**
 * SQL of the progress, scores and awards of a member, for the club portal's detail view; `members` is the member's row,
 * `$2` the two-letter key of award titles.
 */
const memberProgress = `json_build_object('progress', ${progressSql('members')}, 'scores', ${scoresSql('members')},
  'awards', coalesce((
    SELECT json_agg(json_build_object('scheme_slug', schemes.slug, 'node_id', awards.node_id,
        'title', coalesce(awards.title ->> $2, awards.title ->> 'en'), 'completed_ts', awards.completed_ts,
        'forced', awards.forced, 'ended_ts', floor(extract(epoch FROM awards.ended_at)))
      ORDER BY awards.ended_at IS NOT NULL, awards.completed_ts DESC)
    FROM awards JOIN schemes ON schemes.client_id = awards.client_id AND schemes.id = awards.scheme_id
    WHERE awards.client_id = members.client_id AND awards.member_id = members.id), '[]'))`

/** Progress, scores and awards of a member of this club as JSON text; null for a member of another club. */
export async function readProgress(
  tx: Tx,
  context: ClubContext,
  memberId: string,
  language: string,
): Promise<string | null> {
  const { rows } = await tx.query<{ json: string }>(
    prepared(
      `SELECT (${memberProgress})::text AS json FROM members WHERE members.id = $1
         AND EXISTS (SELECT FROM club_members WHERE club_members.club_id = $3 AND club_members.member_id = members.id)`,
      [memberId, language, context.clubId],
    ),
  )
  return rows[0]?.json ?? null
}

/** SQL of the order of marks: by the time at which the skill was performed, then by stamp. */
const newestFirst = (table: string) =>
  `${table}.ts DESC, ${table}.stamp_ms DESC, ${table}.stamp_counter DESC, ${table}.stamp_seq DESC`

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
      `SELECT coalesce((
          SELECT json_agg(json_build_object('scheme_slug', schemes.slug, 'node_id', mark.node_id,
              'title', coalesce(scheme_nodes.title ->> $3, scheme_nodes.title ->> 'en', mark.node_id),
              'grade', mark.grade, 'pass', mark.pass, 'ts', mark.ts,
              'by', users.firstname || ' ' || users.lastname, 'group', groups.name) ORDER BY ${newestFirst('mark')})
          FROM (SELECT * FROM assessments WHERE assessments.member_id = members.id
            ORDER BY ${newestFirst('assessments')} LIMIT $4 OFFSET $5) mark
          JOIN schemes ON schemes.client_id = mark.client_id AND schemes.id = mark.scheme_id
          LEFT JOIN scheme_nodes ON scheme_nodes.client_id = mark.client_id AND scheme_nodes.scheme_id = mark.scheme_id
            AND scheme_nodes.id = regexp_replace(mark.node_id, '/manual$', '')
          JOIN users ON users.client_id = mark.client_id AND users.id = mark.author_id
          JOIN groups ON groups.client_id = mark.client_id AND groups.id = mark.group_id), '[]') AS marks,
        (SELECT count(*) FROM assessments WHERE assessments.member_id = members.id) AS total ${fromClubMember}`,
      // `fromClubMember` reads $1 and $2
      [context.clubId, memberId, language, perPage, page * perPage],
    ),
  )
  return rows[0] ?? null
}
