import { Type } from 'typebox'
import { ClubUsers, LoginReply, PinBody, SwitchUserBody } from '#contract/identity/auth.ts'
import { Uuid } from '#contract/platform/fields.ts'
import type { App, Deps } from '#server/platform/deps.ts'
import { clientContextOf } from '#server/tenants/clubs/client-context.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { problems, secured } from '#server/platform/http/schemas.ts'
import type { Session } from '#server/platform/http/session.ts'
import { execute, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { includesToday } from '#server/tenants/clubs/today.ts'
import { readClubUsers } from './club-users.ts'
import { clearPin, setPin } from './pins.ts'
import { switchUser } from './switch-user.ts'

/** Switching between coaches who share a tablet, and their PINs [2.44]. */
export function switchRoutes(app: App, deps: Deps): void {
  app.get(
    '/v1/auth/club-users',
    {
      config: { action: 'login.switch-user' },
      schema: { security: secured, response: { 200: ClubUsers, ...problems } },
    },
    async (request) => {
      const session = await deps.session(request)
      return deps.read(session, (tx) => readClubUsers(tx, session.clubId))
    },
  )
  // Takes no access token: the refresh token in the body proves the session, and the PIN the user.
  app.post(
    '/v1/auth/switch-user',
    { config: { action: 'login.use' }, schema: { body: SwitchUserBody, response: { 200: LoginReply, ...problems } } },
    async (request) => switchUser(deps, await deps.tenant(request), request.body),
  )
  app.post(
    '/v1/auth/pin',
    {
      config: { action: 'pins.set' },
      schema: { security: secured, body: PinBody, response: { 204: Type.Null(), ...problems } },
    },
    async (request, reply) => {
      const session = await deps.session(request)
      reply.code(204)
      await deps.writeOnce(session, request, reply, (tx) => setPin(tx, session.userId, request.body.pin, deps.pepper))
      return null
    },
  )
  app.delete(
    '/v1/users/:userUuid/pin',
    {
      config: { action: 'pins.clear' },
      schema: {
        security: secured,
        params: Type.Object({ userUuid: Uuid }),
        response: { 204: Type.Null(), ...problems },
      },
    },
    async (request, reply) => {
      const session = await deps.session(request)
      const { userUuid } = request.params
      reply.code(204)
      await deps.writeOnce(session, request, reply, async (tx) => {
        if (!(await mayClear(tx, session, userUuid))) throw new Refusal('NOT_FOUND', { field: 'userUuid' })
        await clearPin(tx, userUuid, session.userId)
      })
      return null
    },
  )
}

/** Whether the user of the session may delete this user's PIN: the own one, or a coach's whom the right is about. */
async function mayClear(tx: Tx, session: Session, userId: string): Promise<boolean> {
  switch (session.right.on) {
    case 'own-account':
      return true
    case 'own-clubs':
      return isCoachOf(tx, session.userId, userId)
    default:
      // refuses an author to whom the page of users is closed
      await clientContextOf(tx, session)
      return isCoach(tx, userId)
  }
}

const COACH = tenantStatement(
  'identity/find-coach',
  `SELECT FROM users WHERE client_id = $1 AND id = $2 AND type = 'coach'`,
)

async function isCoach(tx: Tx, userId: string): Promise<boolean> {
  return (await execute(tx, COACH, [userId])) === 1
}

/** `$2` is the administrator, `$3` the coach; both must belong to one club today. */
const COACH_OF_ADMIN = tenantStatement(
  'identity/find-coach-of-administrator',
  `SELECT FROM user_clubs admin_club
     JOIN user_clubs coach_club ON coach_club.client_id = admin_club.client_id AND coach_club.club_id = admin_club.club_id
     JOIN users coach ON coach.client_id = coach_club.client_id AND coach.id = coach_club.user_id
   WHERE admin_club.client_id = $1 AND admin_club.user_id = $2 AND coach_club.user_id = $3 AND coach.type = 'coach'
     AND ${includesToday('admin_club')}
     AND ${includesToday('coach_club')}
   LIMIT 1`,
)

/** Whether a user is today a coach at one of the administrator's clubs. */
async function isCoachOf(tx: Tx, adminId: string, userId: string): Promise<boolean> {
  return (await execute(tx, COACH_OF_ADMIN, [adminId, userId])) === 1
}
