import { Type } from 'typebox'
import { UserDetail, type UserPatch } from '#contract/identity/user-writes.ts'
import { storedUserFields, USER_FIELDS, userField, type UserFields } from '#domain/identity/user-fields.ts'
import { audit } from '#server/platform/audit.ts'
import { recheckSessions, revokeAll } from '#server/platform/http/end-sessions.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { matchRevision, revisionOf } from '#server/platform/http/revision.ts'
import { enqueueMail } from '#server/platform/mail/queue.ts'
import type { ChangedKey } from '#server/tenants/changes/change-counters.ts'
import { todayAt } from '#server/tenants/clubs/today.ts'
import { enteredJson } from '#server/platform/sql/entered-rows.ts'
import { execute, findRow, queryRows, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { enteredUser, lockAccount, refusingTaken } from './commands.ts'
import { countRename } from './count-rename.ts'
import { requestEmailChange, USE_UP_LINKS } from './email-change.ts'
import { invalidField, refuseProblem } from './entered-fields.ts'
import { clubsJson, listedUserJson } from './listed-user.ts'
import type { UserAdminContext } from './user-admin-context.ts'

/**
 * Fields of the account itself. Only some administrators may change them, because the address decides who can log in.
 */
const ACCOUNT_FIELDS = ['type', ...USER_FIELDS, 'status'] as const

/** SQL condition: the row of `user_clubs` with this alias is valid on the day `$4`. */
const isCurrent = (alias: string) => `${alias}.from_date <= $4 AND (${alias}.to_date IS NULL OR ${alias}.to_date >= $4)`

/**
 * `$2` is the reader's club (null for an author), `$3` the user, `$4` today, `$5` the reader, `$6` whether the client
 * owns staff.
 */
const USER = tenantStatement(
  'identity/read-user',
  `SELECT ${listedUserJson} || jsonb_build_object('clubs', ${clubsJson('$4')},
     'pending_email', (SELECT change.email FROM email_changes change
       WHERE change.client_id = users.client_id AND change.user_id = users.id),
     'own', users.status <> 'anonymised' AND ($6 OR users.type NOT IN ('admin', 'coach'))
       AND NOT EXISTS (SELECT FROM identities identity
         WHERE identity.client_id = users.client_id AND identity.user_id = users.id)
       -- and, for an administrator, the user works at no club at which the administrator does not work
       AND ($2::uuid IS NULL OR NOT EXISTS (SELECT FROM user_clubs user_club
         WHERE user_club.client_id = users.client_id AND user_club.user_id = users.id AND ${isCurrent('user_club')}
         AND NOT EXISTS (SELECT FROM user_clubs reader_club
           WHERE reader_club.client_id = user_club.client_id AND reader_club.club_id = user_club.club_id
             AND reader_club.user_id = $5 AND ${isCurrent('reader_club')})))) AS detail
   FROM users WHERE users.client_id = $1 AND users.id = $3 AND CASE WHEN $2::uuid IS NULL THEN users.type <> 'parent'
     ELSE users.type IN ('admin', 'coach') AND EXISTS (SELECT FROM user_clubs user_club
       WHERE user_club.client_id = users.client_id AND user_club.user_id = users.id AND user_club.club_id = $2) END`,
  { json: { detail: Type.Omit(UserDetail, ['revision']) } },
)

/**
 * A user whom the reader may see: for an administrator one who works or worked at the club, for an author any user but
 * a parent; null for others. `own` says whether the reader may change the account: nobody may change one of a login
 * provider, and an administrator may not change a user who also works at a club of others.
 */
export async function readUser(tx: Tx, context: UserAdminContext, userId: string): Promise<UserDetail | null> {
  const row = await findRow(tx, USER, [context.clubId, userId, context.today, context.userId, context.ownsRecords])
  if (!row) return null
  // A login is no change of the account, so the last login does not count for the revision.
  const { last_login: _lastLogin, ...versioned } = row.detail
  return { ...row.detail, revision: revisionOf(versioned) }
}

/** Reads a user for a change, and locks them until the transaction ends. */
export async function lockUser(tx: Tx, context: UserAdminContext, userId: string): Promise<UserDetail> {
  // An administrator is refused before the user is known, because all users of a club are staff.
  if (context.clubId !== null) refuseForeignStaff(context, 'coach')
  await lockAccount(tx, userId)
  const user = await readUser(tx, context, userId)
  if (!user) throw new Refusal('NOT_FOUND', { field: 'uuid' })
  refuseForeignStaff(context, user.type)
  return user
}

/** Refuses to change coaches and administrators whom a course provider owns. */
export function refuseForeignStaff({ ownsRecords }: UserAdminContext, type: UserDetail['type']): void {
  if (!ownsRecords && (type === 'admin' || type === 'coach')) throw new Refusal('AUTH_USER_INSUFFICIENT_PERMISSIONS')
}

/** The fields by which a user is shown to families as a coach. */
const RENAMING: ReadonlySet<string> = new Set(['firstname', 'lastname', 'type'])

/**
 * Changes an account or its clubs [7.24]. `changed` are the keys of the groups that the user left, for the devices;
 * `ended` are the families of the ended sessions.
 */
export async function changeUser(
  tx: Tx,
  context: UserAdminContext,
  userId: string,
  patch: UserPatch,
  ifMatch: string | undefined,
): Promise<{ changed: ChangedKey[]; ended: string[] }> {
  const before = await lockUser(tx, context, userId)
  if (ifMatch !== undefined) matchRevision(ifMatch, before.revision)
  const { type = before.type, status = before.status } = patch
  const entered = storedUserFields({ ...before, ...patch })
  const fields = USER_FIELDS.map((name) => [name, patch[name] === undefined ? before[name] : entered[name]])
  // the object has each of the fields
  const account = { type, ...(Object.fromEntries(fields) as UserFields), status }
  const changedFields = ACCOUNT_FIELDS.filter((field) => account[field] !== before[field])
  refuseProblems(account, changedFields)
  if (changedFields.length > 0 && !before.own)
    throw new Refusal('AUTH_USER_INSUFFICIENT_PERMISSIONS', { field: changedFields[0] ?? 'uuid' })
  // Another type or status changes what the user may do, so the user's sessions end and the groups are left.
  const accessField = changedFields.find((field) => field === 'type' || field === 'status')
  if (patch.type !== undefined && patch.type !== before.type && before.type !== 'admin' && before.type !== 'coach')
    throw new Refusal('INVALID_REQUEST', { field: 'type', detail: 'type: stays what it is' })
  if (patch.club_ids !== undefined && before.type !== 'admin' && before.type !== 'coach')
    throw new Refusal('INVALID_REQUEST', { field: 'club_ids', detail: 'club_ids: only staff has clubs' })
  // Nobody can change their own type or status, and an account that was closed for good stays closed.
  if (accessField !== undefined && (userId === context.userId || !['current', 'lapsed'].includes(before.status)))
    throw new Refusal('AUTH_USER_INSUFFICIENT_PERMISSIONS', { field: accessField })
  const emailChanged = changedFields.includes('email')
  // A new address must be confirmed, unless nobody uses the account yet or only the case of letters changes.
  const pendingEmail =
    emailChanged && before.verified === 1 && account.email?.toLowerCase() !== before.email?.toLowerCase()
      ? account.email
      : null
  if (pendingEmail !== null) await requestEmailChange(tx, context, before, pendingEmail)
  if (changedFields.length > 0)
    await writeAccount(tx, userId, pendingEmail === null ? account : { ...account, email: before.email })
  if (changedFields.some((field) => RENAMING.has(field))) await countRename(tx)
  const ended = accessField === undefined ? [] : await revokeAll(tx, userId, new Date(context.nowMs))
  // A user who never logged in gets the invitation again, at the corrected address; links to the wrong one end.
  if (emailChanged && before.verified === 0) {
    await execute(tx, USE_UP_LINKS, [userId, new Date(context.nowMs)])
    await enqueueMail(tx, new Date(context.nowMs), { userId, kind: 'invite' })
  }
  const changedClubs = patch.club_ids === undefined ? [] : await changeClubs(tx, context, before, patch.club_ids)
  const leftGroups =
    accessField === undefined ? [] : await removeCoachFromGroups(tx, context, userId, /* of all clubs */ null)
  await audit(tx, {
    userId: context.userId,
    action: 'change',
    entity: 'user',
    entityId: userId,
    before: Object.fromEntries(changedFields.map((field) => [field, before[field]])),
    after: {
      ...Object.fromEntries(
        changedFields.map((field) => [
          pendingEmail !== null && field === 'email' ? 'pending_email' : field,
          account[field],
        ]),
      ),
      ...(patch.club_ids === undefined ? {} : { club_ids: patch.club_ids }),
    },
  })
  return { changed: [...changedClubs, ...leftGroups], ended }
}

/** The fields of an account that are to be stored. */
type Account = Pick<UserDetail, (typeof ACCOUNT_FIELDS)[number]>

/** Refuses invalid values of the fields that change. */
function refuseProblems(account: Account, changed: readonly (keyof Account)[]): void {
  const isProgram = account.type === 'api'
  const fields = USER_FIELDS.filter((name) => changed.includes(name))
  const notOfPrograms = fields.find((name) => isProgram && userField(name).ofPrograms !== true)
  if (notOfPrograms !== undefined) throw invalidField(notOfPrograms, 'an API user has none')
  for (const name of fields) refuseProblem(name, account[name], isProgram)
}

const UPDATE_ACCOUNT = tenantStatement(
  'identity/update-account',
  `UPDATE users SET type = $3, status = $4, ${USER_FIELDS.map((name) => `${name} = entered.${name}`).join(', ')}
   FROM ${enteredUser('$5')} WHERE users.client_id = $1 AND users.id = $2`,
)

async function writeAccount(tx: Tx, userId: string, account: Account): Promise<void> {
  const values = [userId, account.type, account.status, enteredJson([account])] as const
  try {
    await refusingTaken(() => execute(tx, UPDATE_ACCOUNT, values))
  } catch (error) {
    const { constraint } = error as { constraint?: string }
    // A username is unique among users of one type and cannot be changed here, so only a change of the type collides.
    if (constraint === 'users_username') throw new Refusal('NAME_TAKEN', { field: 'type' })
    throw error
  }
}

const ALL_CLUBS = tenantStatement(
  'identity/list-all-clubs',
  'SELECT id AS club_id FROM clubs WHERE client_id = $1 AND deleted_at IS NULL',
)

const OWN_CLUBS = tenantStatement(
  'identity/list-own-clubs',
  `SELECT club_id FROM user_clubs
   WHERE client_id = $1 AND user_id = $2 AND from_date <= $3 AND (to_date IS NULL OR to_date >= $3)`,
)

/**
 * SQL of today at the club of the row `clubs`, `$4` being the moment, or of the reader's today (`$5`) where that is
 * earlier: an author's is that of UTC. So a change counts at once for both.
 */
const dayOfChange = `least(${todayAt('clubs', '$4::timestamptz')}, $5::date)`

const LEAVE_CLUBS = tenantStatement(
  'identity/leave-clubs',
  `UPDATE user_clubs SET to_date = ${dayOfChange} - 1 FROM clubs
   WHERE user_clubs.client_id = $1 AND user_clubs.user_id = $2 AND user_clubs.club_id = ANY($3::uuid[])
     AND clubs.client_id = user_clubs.client_id AND clubs.id = user_clubs.club_id`,
)

const JOIN_CLUBS = tenantStatement(
  'identity/join-clubs-from-today',
  `INSERT INTO user_clubs (client_id, user_id, club_id, from_date)
   SELECT $1, $2, clubs.id, ${dayOfChange} FROM clubs WHERE clubs.client_id = $1 AND clubs.id = ANY($3::uuid[])
   ON CONFLICT (client_id, user_id, club_id) DO UPDATE SET to_date = NULL
     WHERE user_clubs.to_date < excluded.from_date RETURNING client_id`,
)

/**
 * Sets the user's clubs to `newClubIds`. An author decides about all clubs of the client, an administrator only about
 * the own ones; at other clubs the user stays.
 */
async function changeClubs(
  tx: Tx,
  context: UserAdminContext,
  { uuid, clubs }: UserDetail,
  newClubIds: readonly string[],
): Promise<ChangedKey[]> {
  const administered = await (context.clubId === null
    ? queryRows(tx, ALL_CLUBS)
    : queryRows(tx, OWN_CLUBS, [context.userId, context.today]))
  const administeredClubIds = administered.map((row) => row.club_id)
  const foreignIndex = newClubIds.findIndex(
    (id) => !administeredClubIds.includes(id) && !clubs.some((club) => club.id === id),
  )
  if (foreignIndex >= 0) throw new Refusal('NOT_FOUND', { field: `club_ids/${foreignIndex}` })
  const removedClubIds = clubs
    .map((club) => club.id)
    .filter((id) => administeredClubIds.includes(id) && !newClubIds.includes(id))
  if (uuid === context.userId && removedClubIds.length > 0)
    throw new Refusal('AUTH_USER_INSUFFICIENT_PERMISSIONS', { field: 'club_ids' })
  const now = new Date(context.nowMs)
  await execute(tx, LEAVE_CLUBS, [uuid, removedClubIds, now, context.today])
  await execute(tx, JOIN_CLUBS, [uuid, newClubIds, now, context.today])
  if (removedClubIds.length > 0) await recheckSessions(tx, uuid)
  return removeCoachFromGroups(tx, context, uuid, removedClubIds)
}

const LEAVE_GROUPS = tenantStatement(
  'identity/leave-groups',
  `UPDATE group_coaches assignment SET to_date = ${todayAt('clubs', '$4::timestamptz')} - 1 FROM groups
   JOIN clubs ON clubs.client_id = groups.client_id AND clubs.id = groups.club_id
   WHERE assignment.client_id = $1 AND groups.client_id = assignment.client_id AND groups.id = assignment.group_id
     AND ($3::uuid[] IS NULL OR groups.club_id = ANY($3)) AND assignment.user_id = $2
     AND (assignment.to_date IS NULL OR assignment.to_date >= ${todayAt('clubs', '$4::timestamptz')})
   RETURNING assignment.group_id, groups.club_id`,
)

/**
 * Removes a coach from the groups of these clubs, or of all clubs when `clubIds` is null, as of yesterday at each club;
 * returns the groups' keys.
 */
export async function removeCoachFromGroups(
  tx: Tx,
  { nowMs }: Pick<UserAdminContext, 'nowMs'>,
  userId: string,
  clubIds: readonly string[] | null,
): Promise<ChangedKey[]> {
  const rows = await queryRows(tx, LEAVE_GROUPS, [userId, clubIds, new Date(nowMs)])
  return rows.map(({ group_id: key, club_id: clubId }) => ({ clubId, kind: 'group', key }))
}
