import type { NewUserBody, NewUserReply } from '#contract/identity/user-writes.ts'
import { userField } from '#domain/identity/user-fields.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import type { ChangedKey } from '#server/tenants/changes/change-counters.ts'
import { execute, queryRows, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { closeAccount } from './close-account.ts'
import { createUser } from './commands.ts'
import { invitedFields, invalidField, refuseOthers, refuseProblem } from './entered-fields.ts'
import { inviteUser } from './invite.ts'
import type { UserAdminContext } from './user-admin-context.ts'
import { lockUser, removeCoachFromGroups, refuseForeignStaff } from './user-detail.ts'

/**
 * Creates a user of any type but `parent` for the client [6.5]. People are invited by mail; an API user exists at once.
 */
export async function addUser(tx: Tx, context: UserAdminContext, body: NewUserBody): Promise<NewUserReply> {
  refuseForeignStaff(context, body.type)
  return body.type === 'api' ? createApiUser(tx, context, body) : inviteByClient(tx, context, body)
}

async function createApiUser(tx: Tx, context: UserAdminContext, body: NewUserBody): Promise<NewUserReply> {
  refuseOthers(body, (name) => userField(name).ofPrograms === true, 'an API user has none')
  refuseProblem('firstname', body.firstname, /* isProgram */ true)
  const id = crypto.randomUUID()
  await createUser(tx, context.userId, {
    id,
    type: 'api',
    username: null,
    firstname: body.firstname,
    lastname: '',
    passwordHash: null,
    clubIds: [],
  })
  return { uuid: id, state: 'made' }
}

const JOIN_CLUBS = tenantStatement(
  'identity/join-clubs',
  `INSERT INTO user_clubs (client_id, user_id, club_id) SELECT $1, $2, club FROM unnest($3::uuid[]) club
   ON CONFLICT (client_id, user_id, club_id) DO UPDATE SET to_date = NULL RETURNING client_id`,
)

async function inviteByClient(tx: Tx, context: UserAdminContext, body: NewUserBody): Promise<NewUserReply> {
  const { type, club_ids: clubIds = [] } = body
  const fields = invitedFields(body, 'client-form')
  const isStaff = type === 'admin' || type === 'coach'
  // Staff without a club is refused, and so is anybody else with one.
  if (isStaff === (clubIds.length === 0))
    throw invalidField('club_ids', isStaff ? 'needs at least one' : 'only staff has clubs')
  await refuseMissingClub(tx, clubIds)
  const { userId } = await inviteUser(tx, context.userId, new Date(context.nowMs), {
    type,
    username: null,
    ...fields,
    clubIds,
  })
  // A user who was invited before, to other clubs, joins these clubs too.
  await execute(tx, JOIN_CLUBS, [userId, clubIds])
  return { uuid: userId, state: 'invited' }
}

const LOCK_CLUBS = tenantStatement(
  'identity/lock-clubs-of-user',
  'SELECT id FROM clubs WHERE client_id = $1 AND id = ANY($2) AND deleted_at IS NULL FOR KEY SHARE',
)

async function refuseMissingClub(tx: Tx, ids: readonly string[]): Promise<void> {
  const clubs = await queryRows(tx, LOCK_CLUBS, [ids])
  const missingIndex = ids.findIndex((id) => !clubs.some((club) => club.id === id))
  if (missingIndex >= 0) throw new Refusal('NOT_FOUND', { field: `club_ids/${missingIndex}` })
}

const LEAVE_ALL_CLUBS = tenantStatement(
  'identity/leave-all-clubs',
  `UPDATE user_clubs SET to_date = $3::date - 1
   WHERE client_id = $1 AND user_id = $2 AND (to_date IS NULL OR to_date >= $3)`,
)

/**
 * Closes an account of the client, which leaves its groups and clubs first. `changed` are the keys of the groups that
 * the user left, for the devices; `ended` are the families of the ended sessions.
 */
export async function closeUser(
  tx: Tx,
  context: UserAdminContext,
  userId: string,
): Promise<{ changed: ChangedKey[]; ended: string[] }> {
  const user = await lockUser(tx, context, userId)
  // Authors cannot close their own account. An account of a provider is not `own` and cannot be closed, because the
  // next login would restore it.
  if (userId === context.userId || !user.own) throw new Refusal('AUTH_USER_INSUFFICIENT_PERMISSIONS', { field: 'uuid' })
  const changed = await removeCoachFromGroups(tx, context, userId, /* of all clubs */ null)
  await execute(tx, LEAVE_ALL_CLUBS, [userId, context.today])
  const ended = await closeAccount(tx, context.userId, userId, new Date(context.nowMs))
  return { changed, ended }
}
