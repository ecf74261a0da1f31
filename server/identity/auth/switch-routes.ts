import { Type } from 'typebox'
import { ClubUsers, LoginReply, PinBody, SwitchUserBody } from '#contract/identity/auth.ts'
import { Uuid } from '#contract/platform/fields.ts'
import type { App, Deps } from '#server/platform/deps.ts'
import { clientContextOf } from '#server/tenants/clubs/client-context.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { problems, secured } from '#server/platform/http/schemas.ts'
import type { Session } from '#server/platform/http/session.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { readClubUsers } from './club-users.ts'
import { clearPin, setPin } from './pins.ts'
import { switchUser } from './switch-user.ts'

/** Switching between coaches who share a tablet, and their PINs [2.44]. */
export function switchRoutes(app: App, deps: Deps): void {
  function refuseUnlessCoach({ type, features }: Session): void {
    if (type !== 'coach' || features['SWITCH_USER'] !== true) throw new Refusal('AUTH_USER_INSUFFICIENT_PERMISSIONS')
  }

  app.get(
    '/v1/auth/club-users',
    { schema: { security: secured, response: { 200: ClubUsers, ...problems } } },
    async (request) => {
      const session = await deps.session(request)
      refuseUnlessCoach(session)
      return deps.read(session, (tx) => readClubUsers(tx, session.clubId))
    },
  )
  app.post(
    '/v1/auth/switch-user',
    { schema: { body: SwitchUserBody, response: { 200: LoginReply, ...problems } } },
    async (request) => switchUser(deps, await deps.tenant(request), request.body),
  )
  app.post(
    '/v1/auth/pin',
    { schema: { security: secured, body: PinBody, response: { 204: Type.Null(), ...problems } } },
    async (request, reply) => {
      const session = await deps.session(request)
      refuseUnlessCoach(session)
      // Only a coach who logged in with a password may set a PIN, not one who was switched to by PIN.
      if (session.originalUserId !== null) throw new Refusal('AUTH_USER_INSUFFICIENT_PERMISSIONS')
      reply.code(204)
      await deps.writeOnce(session, request, reply, (tx) =>
        setPin(tx, session.clientId, session.userId, request.body.pin, deps.pinSecret),
      )
      return null
    },
  )
  app.delete(
    '/v1/users/:userUuid/pin',
    {
      schema: {
        security: secured,
        params: Type.Object({ userUuid: Uuid }),
        response: { 204: Type.Null(), ...problems },
      },
    },
    async (request, reply) => {
      const session = await deps.session(request)
      const { userUuid } = request.params
      const own = session.type === 'coach' && session.userId === userUuid && session.originalUserId === null
      if (session.type !== 'admin' && session.type !== 'ngo' && !own)
        throw new Refusal('AUTH_USER_INSUFFICIENT_PERMISSIONS')
      reply.code(204)
      await deps.writeOnce(session, request, reply, async (tx) => {
        if (session.type === 'ngo') await clientContextOf(tx, session, '/users')
        const mayClear = () =>
          session.type === 'ngo' ? isCoach(tx, userUuid) : isCoachOf(tx, session.userId, userUuid)
        if (!own && !(await mayClear())) throw new Refusal('NOT_FOUND', { field: 'userUuid' })
        await clearPin(tx, session.clientId, userUuid, session.userId)
      })
      return null
    },
  )
}

async function isCoach(tx: Tx, userId: string): Promise<boolean> {
  const { rowCount } = await tx.query(`SELECT FROM users WHERE id = $1 AND type = 'coach'`, [userId])
  return rowCount === 1
}

/** Whether a user is today a coach at one of the administrator's clubs. */
async function isCoachOf(tx: Tx, adminId: string, userId: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    `SELECT FROM user_clubs a JOIN user_clubs c ON c.client_id = a.client_id AND c.club_id = a.club_id
       JOIN users u ON u.client_id = c.client_id AND u.id = c.user_id
     WHERE a.user_id = $1 AND c.user_id = $2 AND u.type = 'coach'
       AND current_date >= a.from_date AND (a.to_date IS NULL OR current_date <= a.to_date)
       AND current_date >= c.from_date AND (c.to_date IS NULL OR current_date <= c.to_date) LIMIT 1`,
    [adminId, userId],
  )
  return rowCount === 1
}
