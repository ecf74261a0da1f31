import { Type } from 'typebox'
import { Assessment, AssessmentsQuery } from '#contract/assessment/assessments.ts'
import { Uuid } from '#contract/platform/fields.ts'
import { pageOf } from '#server/platform/http/page-of.ts'
import type { App, Deps } from '#server/platform/deps.ts'
import { clubsOf } from '#server/tenants/clubs/queries.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { problems, secured, languageOf } from '#server/platform/http/schemas.ts'
import { coversNow } from '#server/assessment/sync/session-cover-sql.ts'
import { attendanceDaysOf, isHeldAfterEnd } from '#server/assessment/sync/tablet-days.ts'
import { findRow, tenantStatement, type RowOf } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { todayAt } from '#server/tenants/clubs/today.ts'
import { wordsIn } from '#server/platform/sql/words-in.ts'

/** SQL of a mark's stamp as a row value, for comparisons. */
const stampOf = (table: string) =>
  `(${table}.stamp_ms, ${table}.stamp_counter, ${table}.stamp_device, ${table}.stamp_seq)`
/** SQL of the order of marks by stamp. */
const newestFirst = (table: string) =>
  `${table}.stamp_ms DESC, ${table}.stamp_counter DESC, ${table}.stamp_device DESC, ${table}.stamp_seq DESC`

// the member or guest $2, if one of the groups of the coach $3 at the club $4 has this child or had until 30 days ago;
// the coach's groups are those assigned until 30 days ago or within 7 days, but not those that ended long ago, and those
// of covered sessions
const ASSESSMENTS = tenantStatement(
  'assessment/list-assessments',
  `WITH day AS (SELECT ${todayAt('clubs')} AS today FROM clubs WHERE clubs.client_id = $1 AND clubs.id = $4),
   member AS (
     SELECT members.client_id, members.id FROM members WHERE members.client_id = $1 AND members.id = $2 AND EXISTS (
       SELECT FROM day CROSS JOIN (
         SELECT group_id, to_date FROM group_members
         WHERE group_members.client_id = members.client_id AND group_members.member_id = members.id
         UNION ALL
         SELECT group_id, to_date FROM guests
         WHERE guests.client_id = members.client_id AND guests.member_id = members.id) stay
       JOIN groups ON groups.client_id = members.client_id AND groups.id = stay.group_id AND groups.club_id = $4
       WHERE (EXISTS (SELECT FROM group_coaches
             WHERE group_coaches.client_id = groups.client_id AND group_coaches.group_id = groups.id
               AND group_coaches.user_id = $3 AND group_coaches.from_date <= day.today + 7
               AND (group_coaches.to_date IS NULL OR group_coaches.to_date >= day.today - 30)
               AND ${isHeldAfterEnd('day.today', '$8')})
           OR EXISTS (SELECT FROM session_exceptions exception
             WHERE exception.client_id = groups.client_id AND exception.group_id = groups.id
               AND ${coversNow('$3', 'day.today')}))
         AND (stay.to_date IS NULL OR stay.to_date >= day.today - 30))),
   mark AS (
     SELECT assessments.* FROM member
     JOIN assessments ON assessments.client_id = member.client_id AND assessments.member_id = member.id
     ORDER BY ${newestFirst('assessments')} LIMIT $6 OFFSET $7)
   SELECT (SELECT count(*) FROM assessments
       WHERE assessments.client_id = member.client_id AND assessments.member_id = member.id) AS total,
     coalesce((
       SELECT json_agg(json_build_object('op_id', mark.op_id, 'scheme_slug', schemes.slug,
         'node_id', mark.node_id,
           'title', coalesce(${wordsIn('scheme_nodes.title', '$5')}, mark.node_id),
           'grade_kind', scheme_nodes.grade,
           'grade', mark.grade, 'pass', mark.pass, 'date', mark.date, 'entered_ts', mark.entered_ts,
           'author_uuid', mark.author_id, 'author', users.firstname || ' ' || users.lastname,
           'counts', EXISTS (SELECT FROM results WHERE results.client_id = mark.client_id
             AND results.member_id = mark.member_id AND results.scheme_id = mark.scheme_id
             AND results.node_id = mark.node_id
             AND (results.stamp_device, results.stamp_seq) = (mark.stamp_device, mark.stamp_seq)),
           'before', (SELECT json_build_object('grade', earlier.grade, 'pass', earlier.pass)
             FROM assessments earlier
             WHERE earlier.client_id = mark.client_id AND earlier.member_id = mark.member_id
               AND earlier.scheme_id = mark.scheme_id AND earlier.node_id = mark.node_id
               AND NOT earlier.superseded_by_own_edit AND ${stampOf('earlier')} < ${stampOf('mark')}
             ORDER BY ${newestFirst('earlier')} LIMIT 1))
         ORDER BY ${newestFirst('mark')})
       FROM mark
       JOIN schemes ON schemes.client_id = mark.client_id AND schemes.id = mark.scheme_id
       JOIN users ON users.client_id = mark.client_id AND users.id = mark.author_id
       LEFT JOIN scheme_nodes ON scheme_nodes.client_id = mark.client_id
         AND scheme_nodes.scheme_id = mark.scheme_id
         AND scheme_nodes.id = regexp_replace(mark.node_id, '/manual$', '')), '[]') AS marks
   FROM member`,
  { json: { marks: Type.Array(Assessment) }, prepare: true },
)

interface AssessmentsRequest {
  coach: string
  club: string
  member: string
  /** Two-letter key of titles. */
  language: string
  page: number
  perPage: number
  /** For how many days the coach's tablet gets attendance. */
  attendanceDays: number
}

/**
 * A page of all marks of a member, newest first by stamp, each with the mark that counted before it; null when the
 * member is in none of the groups that the coach's device holds as its own (`scopeOf` in `changes.ts`).
 */
async function readAssessments(
  tx: Tx,
  { coach, club, member, language, page, perPage, attendanceDays }: AssessmentsRequest,
): Promise<RowOf<typeof ASSESSMENTS> | null> {
  const parameters = [member, coach, club, language, perPage, page * perPage, attendanceDays] as const
  return (await findRow(tx, ASSESSMENTS, parameters)) ?? null
}

/** The history of a member's marks, for the member's coaches. */
export function assessmentRoutes(app: App, deps: Deps): void {
  app.get(
    '/v1/members/:uuid/assessments',
    {
      config: { action: 'marks.read-history' },
      schema: {
        security: secured,
        params: Type.Object({ uuid: Uuid }),
        querystring: AssessmentsQuery,
        response: { 200: Type.Array(Assessment), ...problems },
      },
    },
    async (request, reply) => {
      const session = await deps.session(request)
      const { page, perPage } = pageOf(request.query)
      const history = await deps.read(session, async (tx) => {
        const clubs = await clubsOf(tx, session.userId, { logos: false, languages: false })
        const club = clubs.find(({ id }) => id === session.clubId)
        return club
          ? readAssessments(tx, {
              coach: session.userId,
              club: club.id,
              member: request.params.uuid,
              language: languageOf(session.language),
              page,
              perPage,
              attendanceDays: attendanceDaysOf(session.features),
            })
          : null
      })
      if (!history) throw new Refusal('NOT_FOUND', { field: 'uuid' })
      reply.header('x-total-count', history.total)
      return history.marks
    },
  )
}
