import { Type } from 'typebox'
import { Flag, strict } from '#contract/platform/fields.ts'
import { Me } from '#contract/identity/users.ts'
import type { App, Deps } from '#server/platform/deps.ts'
import { clubJson } from '#server/tenants/clubs/queries.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { problems, secured } from '#server/platform/http/schemas.ts'

const MeQuery = Type.Object({ with_last_login: Type.Optional(Flag), with_unsubscribes: Type.Optional(Flag) }, strict)

/** The user of the session [7.16]. */
export function userRoutes(app: App, deps: Deps): void {
  app.get(
    '/v1/me',
    { schema: { security: secured, querystring: MeQuery, response: { 200: Me, ...problems } } },
    async (request) => {
      const session = await deps.session(request)
      const { rows } = await deps.read(session, (tx) =>
        tx.query<{ me: Me }>(
          `SELECT (jsonb_build_object('uuid', u.id, 'firstname', u.firstname, 'lastname', u.lastname, 'email', u.email, 'type', u.type,
           'ngo_id', u.ngo_id, 'status', u.status, 'auth_status', CASE WHEN u.verified THEN 'verified' ELSE 'unverified' END,
           'club', (SELECT ${clubJson} FROM clubs cl WHERE cl.client_id = u.client_id AND cl.id = $2),
           'club_ids', coalesce((SELECT jsonb_agg(uc.club_id ORDER BY uc.club_id) FROM user_clubs uc WHERE uc.client_id = u.client_id AND uc.user_id = u.id
              AND current_date >= uc.from_date AND (uc.to_date IS NULL OR current_date <= uc.to_date)), '[]'))
           || CASE WHEN $3 THEN jsonb_build_object('last_login', floor(extract(epoch FROM u.last_login))) ELSE '{}' END
           || CASE WHEN $4 THEN jsonb_build_object('unsubscribe_operational', u.unsubscribe_operational::int, 'award_mail', u.award_mail::int) ELSE '{}' END) AS me
         FROM users u WHERE u.id = $1 AND u.status = 'current'`,
          [
            session.userId,
            session.clubId,
            request.query.with_last_login === '1',
            request.query.with_unsubscribes === '1',
          ],
        ),
      )
      const row = rows[0]
      if (!row) throw new Refusal('AUTH_INVALID_TOKEN')
      return row.me
    },
  )
}
