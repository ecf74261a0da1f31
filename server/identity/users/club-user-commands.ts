import type { NewUserBody, NewUserReply } from '#contract/identity/user-writes.ts'
import { userField } from '#domain/identity/user-fields.ts'
import { audit } from '#server/platform/audit.ts'
import { recheckSessions, revokeAll } from '#server/platform/http/end-sessions.ts'
import { refuseIfProviderOwns, type ClubContext } from '#server/tenants/clubs/club-context.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import type { ChangedKey } from '#server/tenants/changes/change-counters.ts'
import { execute, findRow, queryRows, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { lockAccount } from './commands.ts'
import { invitedFields, refuseOthers } from './entered-fields.ts'
import { inviteUser } from './invite.ts'

const REJOIN_CLUB = tenantStatement(
  'identity/rejoin-club',
  `INSERT INTO user_clubs (client_id, user_id, club_id) VALUES ($1, $2, $3)
   ON CONFLICT (client_id, user_id, club_id) DO UPDATE SET to_date = NULL`,
)

/** Adds a coach or administrator to the club: with an existing account at once, otherwise by an invitation. */
export async function inviteToClub(tx: Tx, context: ClubContext, body: NewUserBody): Promise<NewUserReply> {
  refuseIfProviderOwns(context)
  const { type } = body
  if (type !== 'admin' && type !== 'coach')
    throw new Refusal('INVALID_REQUEST', { field: 'type', detail: 'type: is not one of a club' })
  refuseOthers(body, (name) => userField(name).in.includes('club-form'), 'is the client’s to say')
  const fields = invitedFields(body, 'club-form')
  const joined = await joinWithAccount(tx, context, type, fields.email)
  if (joined !== null) return { uuid: joined, state: 'joined' }
  const { userId } = await inviteUser(tx, context.userId, new Date(context.nowMs), {
    type,
    username: null,
    ...fields,
    clubIds: [context.clubId],
  })
  // The user may have been invited by another club before, or removed from this one before the first login.
  await execute(tx, REJOIN_CLUB, [userId, context.clubId])
  return { uuid: userId, state: 'invited' }
}

/**
 * The user with a type and address, and whether they work at a club today, or worked there before and have left every
 * club; locked for the change.
 */
const LOCK_CANDIDATE = tenantStatement(
  'identity/lock-candidate-for-club',
  `SELECT users.id, users.status, users.verified, coalesce(employment.to_date < $5, false)
       AND NOT EXISTS (SELECT FROM user_clubs elsewhere WHERE elsewhere.client_id = users.client_id
         AND elsewhere.user_id = users.id AND (elsewhere.to_date IS NULL OR elsewhere.to_date >= $5)) AS has_left_all,
     coalesce(employment.to_date IS NULL OR employment.to_date >= $5, false) AND employment.club_id IS NOT NULL
       AS works_here
   FROM users LEFT JOIN user_clubs employment
     ON employment.client_id = users.client_id AND employment.user_id = users.id AND employment.club_id = $4
   WHERE users.client_id = $1 AND users.type = $2 AND lower(users.email) = lower($3) FOR NO KEY UPDATE OF users`,
)

export const SET_CURRENT = tenantStatement(
  'identity/set-user-current',
  `UPDATE users SET status = 'current' WHERE client_id = $1 AND id = $2`,
)

const JOIN_CLUB = tenantStatement(
  'identity/join-club-from-today',
  `INSERT INTO user_clubs (client_id, user_id, club_id, from_date) VALUES ($1, $2, $3, $4)
   ON CONFLICT (client_id, user_id, club_id) DO UPDATE SET to_date = NULL`,
)

/**
 * Adds a user with an active account to this club, also one who was removed from it before; returns the user's id.
 * Returns null when there is no such account or it was never confirmed, when it was deactivated otherwise than by leaving
 * its last club, and when the user works here already; `inviteUser` then invites or refuses. An account that was never
 * confirmed and that lapsed when its user left the last club can be invited again.
 */
async function joinWithAccount(tx: Tx, context: ClubContext, type: string, email: string): Promise<string | null> {
  const user = await findRow(tx, LOCK_CANDIDATE, [type, email, context.clubId, context.today])
  if (!user || user.works_here) return null
  const mayJoin = user.status === 'current' || (user.status === 'lapsed' && user.has_left_all)
  if (!mayJoin) return null
  await execute(tx, SET_CURRENT, [user.id])
  if (!user.verified) return null
  await execute(tx, JOIN_CLUB, [user.id, context.clubId, context.today])
  await audit(tx, {
    userId: context.userId,
    action: 'join-club',
    entity: 'user',
    entityId: user.id,
    after: { clubId: context.clubId },
  })
  return user.id
}

const LEAVE_CLUB = tenantStatement(
  'identity/leave-club',
  `UPDATE user_clubs employment SET to_date = $4::date - 1 FROM users
   WHERE employment.client_id = $1 AND users.client_id = employment.client_id AND users.id = employment.user_id
     AND users.type IN ('admin', 'coach') AND employment.user_id = $3 AND employment.club_id = $2
     AND (employment.to_date IS NULL OR employment.to_date >= $4)`,
)

const LEAVE_GROUPS = tenantStatement(
  'identity/leave-groups-of-club',
  `UPDATE group_coaches assignment SET to_date = $4::date - 1 FROM groups
   WHERE assignment.client_id = $1 AND groups.client_id = assignment.client_id AND groups.id = assignment.group_id
     AND groups.club_id = $2 AND assignment.user_id = $3
     AND (assignment.to_date IS NULL OR assignment.to_date >= $4)
   RETURNING assignment.group_id`,
)

const CURRENT_CLUBS = tenantStatement(
  'identity/find-current-clubs',
  'SELECT FROM user_clubs WHERE client_id = $1 AND user_id = $2 AND (to_date IS NULL OR to_date >= $3)',
)

const SET_LAPSED = tenantStatement(
  'identity/set-user-lapsed',
  `UPDATE users SET status = 'lapsed' WHERE client_id = $1 AND id = $2`,
)

/**
 * Removes a user from the club and its groups as of yesterday [7.25]. Without another club the account lapses and its
 * sessions end. Returns the keys of the groups that the user left, for the devices.
 */
export async function removeFromClub(tx: Tx, context: ClubContext, userId: string): Promise<ChangedKey[]> {
  refuseIfProviderOwns(context)
  await lockAccount(tx, userId)
  const left = await execute(tx, LEAVE_CLUB, [context.clubId, userId, context.today])
  if (left === 0) throw new Refusal('NOT_FOUND', { field: 'uuid' })
  // Administrators cannot remove themselves; the refusal rolls the update back.
  if (userId === context.userId) throw new Refusal('AUTH_USER_INSUFFICIENT_PERMISSIONS', { field: 'uuid' })
  const groups = await queryRows(tx, LEAVE_GROUPS, [context.clubId, userId, context.today])
  const remainingClubs = await execute(tx, CURRENT_CLUBS, [userId, context.today])
  if (remainingClubs === 0) {
    await execute(tx, SET_LAPSED, [userId])
    await revokeAll(tx, userId, new Date(context.nowMs))
  } else await recheckSessions(tx, userId)
  await audit(tx, {
    userId: context.userId,
    action: 'leave-club',
    entity: 'user',
    entityId: userId,
    after: { clubId: context.clubId, lapsed: remainingClubs === 0 },
  })
  const groupIds = new Set(groups.map((row) => row.group_id))
  return [...groupIds].map((key) => ({ clubId: context.clubId, kind: 'group', key }))
}
