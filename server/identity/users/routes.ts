import { Me, MeQuery } from '#contract/identity/users.ts'
import type { App, Deps } from '#server/platform/deps.ts'
import { clubJson } from '#server/tenants/clubs/queries.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { problems, secured } from '#server/platform/http/schemas.ts'
import { includesToday } from '#server/tenants/clubs/today.ts'
import { findRow, tenantStatement } from '#server/platform/sql/statement.ts'

/**
 * The user as JSON, with the club of the session (`$3`) and, when asked for, with the last login (`$4`) and the choices
 * about mails (`$5`).
 */
const ME = tenantStatement(
  'identity/read-own-user',
  `SELECT (jsonb_build_object('uuid', users.id, 'firstname', users.firstname, 'lastname', users.lastname,
     'email', users.email, 'type', users.type, 'ngo_id', users.ngo_id, 'status', users.status,
     'auth_status', CASE WHEN users.verified THEN 'verified' ELSE 'unverified' END,
     'club', (SELECT ${clubJson} FROM clubs club WHERE club.client_id = users.client_id AND club.id = $3::uuid
       AND $3::uuid IS NOT NULL),
     'club_ids', coalesce((SELECT jsonb_agg(employment.club_id ORDER BY employment.club_id)
       FROM user_clubs employment
       WHERE employment.client_id = users.client_id AND employment.user_id = users.id
         AND ${includesToday('employment')}), '[]'))
   || CASE WHEN $4::boolean THEN jsonb_build_object('last_login', floor(extract(epoch FROM users.last_login)))
     ELSE '{}' END
   || CASE WHEN $5::boolean THEN jsonb_build_object('unsubscribe_operational', users.unsubscribe_operational::int,
       'award_mail', users.award_mail::int) ELSE '{}' END) AS me
   FROM users WHERE users.client_id = $1 AND users.id = $2 AND users.status = 'current'`,
  { json: { me: Me } },
)

/** The user of the session [7.16]. */
export function userRoutes(app: App, deps: Deps): void {
  app.get(
    '/v1/me',
    {
      config: { action: 'me.read' },
      schema: { security: secured, querystring: MeQuery, response: { 200: Me, ...problems } },
    },
    async (request) => {
      const session = await deps.session(request)
      const { with_last_login, with_unsubscribes } = request.query
      const row = await deps.read(session, (tx) =>
        findRow(tx, ME, [session.userId, session.clubId, with_last_login === '1', with_unsubscribes === '1']),
      )
      if (!row) throw new Refusal('AUTH_INVALID_TOKEN')
      return row.me
    },
  )
}
