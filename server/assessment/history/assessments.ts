import { Type } from 'typebox'
import { Assessment, AssessmentsQuery } from '#contract/assessment/assessments.ts'
import { Uuid } from '#contract/platform/fields.ts'
import type { App, Deps } from '#server/platform/deps.ts'
import { clubsOf } from '#server/tenants/clubs/queries.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { problems, secured, wordsOf } from '#server/platform/http/schemas.ts'
import { coversNow } from '#server/assessment/sync/session-cover-sql.ts'
import { prepared, type Tx } from '#server/platform/tenancy.ts'

interface AssessmentsRequest {
  coach: string
  club: string
  member: string
  /** Two-letter key of titles. */
  language: string
  page: number
  perPage: number
}

/**
 * A page of all marks of a member of the coach's groups (the groups that a device holds), newest first by stamp, each
 * with the mark that counted before it; null when the member is in none of these groups.
 */
async function readAssessments(
  tx: Tx,
  request: AssessmentsRequest,
): Promise<{ marks: Assessment[]; total: number } | null> {
  const { coach, club, member, language, page, perPage } = request
  const { rows } = await tx.query<{ marks: Assessment[]; total: number }>(
    prepared(
      `WITH mine AS (
         SELECT m.client_id, m.id FROM members m WHERE m.id = $1 AND EXISTS (
           SELECT FROM group_members gm
           JOIN groups g ON g.client_id = gm.client_id AND g.id = gm.group_id AND g.club_id = $3
           WHERE gm.client_id = m.client_id AND gm.member_id = m.id
             AND (EXISTS (SELECT FROM group_coaches gc WHERE gc.client_id = g.client_id AND gc.group_id = g.id AND gc.user_id = $2
                 AND gc.from_date <= current_date + 7 AND (gc.to_date IS NULL OR gc.to_date >= current_date - 30))
               OR EXISTS (SELECT FROM session_exceptions x WHERE x.client_id = g.client_id AND x.group_id = g.id
                 AND ${coversNow('$2')}))
             AND (gm.to_date IS NULL OR gm.to_date >= current_date - 30))),
       shown AS (
         SELECT a.* FROM mine JOIN assessments a ON a.client_id = mine.client_id AND a.member_id = mine.id
         ORDER BY a.stamp_ms DESC, a.stamp_counter DESC, a.stamp_device DESC, a.stamp_seq DESC LIMIT $5 OFFSET $6)
       SELECT (SELECT count(*) FROM assessments a WHERE a.member_id = mine.id) AS total,
         coalesce((SELECT json_agg(json_build_object('op_id', a.op_id, 'scheme_slug', s.slug, 'node_id', a.node_id,
             'title', coalesce(n.title ->> $4, n.title ->> 'en', a.node_id), 'grade', a.grade, 'pass', a.pass, 'date', a.date,
             'entered_ts', a.entered_ts, 'author_uuid', a.author_id, 'author', u.firstname || ' ' || u.lastname,
             'counts', EXISTS (SELECT FROM results r WHERE r.client_id = a.client_id AND r.member_id = a.member_id
               AND r.scheme_id = a.scheme_id AND r.node_id = a.node_id AND (r.stamp_device, r.stamp_seq) = (a.stamp_device, a.stamp_seq)),
             'before', (SELECT json_build_object('grade', b.grade, 'pass', b.pass) FROM assessments b
               WHERE b.client_id = a.client_id AND b.member_id = a.member_id AND b.scheme_id = a.scheme_id AND b.node_id = a.node_id
                 AND NOT b.superseded_by_own_edit AND (b.stamp_ms, b.stamp_counter, b.stamp_device, b.stamp_seq)
                   < (a.stamp_ms, a.stamp_counter, a.stamp_device, a.stamp_seq)
               ORDER BY b.stamp_ms DESC, b.stamp_counter DESC, b.stamp_device DESC, b.stamp_seq DESC LIMIT 1))
             ORDER BY a.stamp_ms DESC, a.stamp_counter DESC, a.stamp_device DESC, a.stamp_seq DESC)
           FROM shown a
           JOIN schemes s ON s.client_id = a.client_id AND s.id = a.scheme_id
           JOIN users u ON u.client_id = a.client_id AND u.id = a.author_id
           LEFT JOIN scheme_nodes n ON n.client_id = a.client_id AND n.scheme_id = a.scheme_id
             AND n.id = regexp_replace(a.node_id, '/manual$', '')), '[]') AS marks
       FROM mine`,
      [member, coach, club, language, perPage, page * perPage],
    ),
  )
  return rows[0] ?? null
}

/** The history of a member's marks, for the member's coaches. */
export function assessmentRoutes(app: App, deps: Deps): void {
  app.get(
    '/v1/members/:uuid/assessments',
    {
      schema: {
        security: secured,
        params: Type.Object({ uuid: Uuid }),
        querystring: AssessmentsQuery,
        response: { 200: Type.Array(Assessment), ...problems },
      },
    },
    async (request, reply) => {
      const session = await deps.session(request)
      if (session.type !== 'coach') throw new Refusal('AUTH_USER_INSUFFICIENT_PERMISSIONS')
      const { page, per_page } = request.query
      const found = await deps.read(session, async (tx) => {
        const clubs = await clubsOf(tx, session.userId, { logos: false, languages: false })
        const club = clubs.find(({ id }) => id === session.clubId)
        return club
          ? readAssessments(tx, {
              coach: session.userId,
              club: club.id,
              member: request.params.uuid,
              language: wordsOf(session.language),
              page: Number(page ?? 0),
              perPage: Number(per_page ?? 10),
            })
          : null
      })
      if (!found) throw new Refusal('NOT_FOUND', { field: 'uuid' })
      reply.header('x-total-count', found.total)
      return found.marks
    },
  )
}
