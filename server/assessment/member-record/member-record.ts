import { Type } from 'typebox'
import { MarkEntry } from '#contract/assessment/member-record.ts'
import { fromClubMember } from '#server/members/member-detail.ts'
import { bySchemeAndNode, scoresSql } from '#server/members/queries.ts'
import { findRow, tenantStatement, type RowOf } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import type { ClubContext } from '#server/tenants/clubs/club-context.ts'
import { wordsIn } from '#server/platform/sql/words-in.ts'

/** SQL of a member's progress, by scheme and node; `member` is the name of the member's row. */
export const progressSql = (member: string) =>
  bySchemeAndNode(
    member,
    `json_build_object('state', entry.state, 'percent', entry.percent, 'forced', entry.forced,
      'completed_ts', entry.completed_ts)`,
    'progress',
  )

// all of the member $3 at the club $2, with titles in the language $4
const PROGRESS = tenantStatement(
  'assessment/read-progress-of-member',
  `SELECT json_build_object('progress', ${progressSql('members')}, 'scores', ${scoresSql('members')},
     'awards', coalesce((
       SELECT json_agg(json_build_object('scheme_slug', schemes.slug, 'node_id', awards.node_id,
           'title', ${wordsIn('awards.title', '$4')}, 'completed_ts', awards.completed_ts,
           'forced', awards.forced, 'brought', awards.brought, 'ended_ts', floor(extract(epoch FROM awards.ended_at)))
         ORDER BY awards.ended_at IS NOT NULL, awards.completed_ts DESC)
       FROM awards JOIN schemes ON schemes.client_id = awards.client_id AND schemes.id = awards.scheme_id
       WHERE awards.client_id = members.client_id AND awards.member_id = members.id), '[]'))::text AS json
   FROM members WHERE members.client_id = $1 AND members.id = $3
     AND EXISTS (SELECT FROM club_members WHERE club_members.client_id = members.client_id
       AND club_members.club_id = $2 AND club_members.member_id = members.id)`,
  { prepare: true },
)

/**
 * Progress, scores and awards of a member of this club as JSON text, with the awards' titles in `language` (two
 * letters); null for a member of another club.
 */
export async function readProgress(
  tx: Tx,
  context: ClubContext,
  memberId: string,
  language: string,
): Promise<string | null> {
  const row = await findRow(tx, PROGRESS, [context.clubId, memberId, language])
  return row?.json ?? null
}

/** SQL of the order of marks: by the time at which the skill was performed, then by stamp. */
const newestFirst = (table: string) =>
  `${table}.ts DESC, ${table}.stamp_ms DESC, ${table}.stamp_counter DESC, ${table}.stamp_seq DESC`

const MARKS = tenantStatement(
  'assessment/list-marks-of-member',
  `SELECT coalesce((
      SELECT json_agg(json_build_object('scheme_slug', schemes.slug, 'node_id', mark.node_id,
          'title', coalesce(${wordsIn('scheme_nodes.title', '$4')}, mark.node_id),
          'grade_kind', scheme_nodes.grade,
          'grade', mark.grade, 'pass', mark.pass, 'ts', mark.ts,
          'by', users.firstname || ' ' || users.lastname, 'group', groups.name) ORDER BY ${newestFirst('mark')})
      FROM (SELECT * FROM assessments
        WHERE assessments.client_id = members.client_id AND assessments.member_id = members.id
        ORDER BY ${newestFirst('assessments')} LIMIT $5 OFFSET $6) mark
      JOIN schemes ON schemes.client_id = mark.client_id AND schemes.id = mark.scheme_id
      LEFT JOIN scheme_nodes ON scheme_nodes.client_id = mark.client_id AND scheme_nodes.scheme_id = mark.scheme_id
        AND scheme_nodes.id = regexp_replace(mark.node_id, '/manual$', '')
      JOIN users ON users.client_id = mark.client_id AND users.id = mark.author_id
      LEFT JOIN groups ON groups.client_id = mark.client_id AND groups.id = mark.group_id AND groups.club_id = $2), '[]') AS marks,
    (SELECT count(*) FROM assessments
      WHERE assessments.client_id = members.client_id AND assessments.member_id = members.id) AS total
   ${fromClubMember}`,
  { json: { marks: Type.Array(MarkEntry) }, prepare: true },
)

/** A page of all marks of a member of this club, newest first; null for a member of another club. */
export async function readMarks(
  tx: Tx,
  context: ClubContext,
  memberId: string,
  language: string,
  page: number,
  perPage: number,
): Promise<RowOf<typeof MARKS> | null> {
  return (await findRow(tx, MARKS, [context.clubId, memberId, language, perPage, page * perPage])) ?? null
}
