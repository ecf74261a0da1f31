import type { UserType } from '#contract/platform/fields.ts'
import { audit } from '#server/platform/audit.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import type { RemotePerson } from '#server/identity/providers/provider.ts'
import { isSubject } from '#server/identity/providers/remote-name.ts'
import type { Authority } from '#server/identity/providers/settings.ts'
import { execute, findRow, queryRows, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { linkMember } from '#server/identity/users/link-member.ts'
import { countRename } from '#server/identity/users/count-rename.ts'
import { SET_CURRENT } from '#server/identity/users/club-user-commands.ts'
import { OTHER_WITH_EMAIL } from '#server/identity/users/email-change.ts'
import { lockEmail, LOCK_TEXT } from '#server/identity/users/invite.ts'
import { createUser } from '#server/identity/users/commands.ts'
import { refuseStatus } from './open-session.ts'
import { recheckSessions, revokeAll } from '#server/platform/http/end-sessions.ts'
import { todayAt } from '#server/tenants/clubs/today.ts'

const INSERT_IDENTITY = tenantStatement(
  'identity/insert-identity',
  'INSERT INTO identities (client_id, provider, issuer, subject, type, user_id) VALUES ($1, $2, $3, $4, $5, $6)',
)

/** Links a user to a person (subject) at the provider. */
export async function addIdentity(
  tx: Tx,
  identity: { provider: Authority; subject: string; type: UserType; userId: string },
): Promise<void> {
  const { provider, subject, type, userId } = identity
  await execute(tx, INSERT_IDENTITY, [provider.kind, provider.issuer, subject, type, userId])
}

const USER_OF_PERSON = tenantStatement(
  'identity/find-user-of-person',
  `SELECT identity.user_id, users.status, identity.ended_at IS NOT NULL AS ended_at_provider
   FROM identities identity
   JOIN users ON users.client_id = identity.client_id AND users.id = identity.user_id
   WHERE identity.client_id = $1 AND identity.provider = $2 AND identity.issuer = $3 AND identity.subject = $4
     AND identity.type = $5`,
)

/**
 * The user of a person whom the provider has authenticated; the first login creates the user. Issuer and subject alone
 * identify the person. Names, address and clubs are copied from the provider at each login.
 */
export async function findOrCreateUser(
  tx: Tx,
  clientId: string,
  provider: Authority,
  type: UserType,
  person: RemotePerson,
  nowMs: number,
): Promise<string> {
  // A subject that cannot be stored is a faulty answer of the provider.
  if (!isSubject(person.subject)) throw new Refusal('EXTERNAL_HTTP_ERROR')
  if (!person.types.includes(type)) throw new Refusal('AUTH_USER_INSUFFICIENT_PERMISSIONS')
  const clubIds = await clubIdsOf(tx, type, person.clubs)
  // The lock keeps two simultaneous first logins from creating two users.
  await execute(tx, LOCK_TEXT, [JSON.stringify([clientId, provider.issuer, person.subject, type])])
  const existing = await findRow(tx, USER_OF_PERSON, [provider.kind, provider.issuer, person.subject, type])
  if (existing) {
    if (existing.ended_at_provider) await reinstate(tx, existing.user_id)
    else refuseStatus(existing.status)
    await copyFromProvider(tx, existing.user_id, type, person, clubIds, nowMs)
    return existing.user_id
  }
  const id = crypto.randomUUID()
  await createUser(tx, /* actor */ null, {
    id,
    type,
    email: await freeEmail(tx, type, person.email, id),
    username: null,
    firstname: person.firstname,
    lastname: person.lastname,
    passwordHash: null,
    clubIds,
  })
  await addIdentity(tx, { provider, subject: person.subject, type, userId: id })
  if (type === 'parent') await linkOwnChildren(tx, id, person.subject)
  return id
}

const CHILDREN_OF_GUARDIAN = tenantStatement(
  'identity/list-children-of-guardian',
  'SELECT member_id FROM roster_guardians WHERE client_id = $1 AND subject = $2',
)

/**
 * Links a parent, at the first login, to the children that the provider's rosters name; the imports of rosters link
 * later ones.
 */
async function linkOwnChildren(tx: Tx, userId: string, subject: string): Promise<void> {
  const rows = await queryRows(tx, CHILDREN_OF_GUARDIAN, [subject])
  for (const { member_id } of rows) await linkMember(tx, /* actor */ null, userId, member_id)
}

const SET_ENDED = tenantStatement(
  'identity/set-identities-ended',
  'UPDATE identities SET ended_at = $3 WHERE client_id = $1 AND user_id = $2',
)

/** Reactivates a user whom the provider had ended and now lets log in again. */
async function reinstate(tx: Tx, userId: string): Promise<void> {
  await execute(tx, SET_ENDED, [userId, null])
  await execute(tx, SET_CURRENT, [userId])
  await audit(tx, {
    userId: null,
    action: 'follow-provider',
    entity: 'user',
    entityId: userId,
    after: { status: 'current' },
  })
}

const SUSPEND_USERS = tenantStatement(
  'identity/suspend-users-of-person',
  `UPDATE users SET status = 'lapsed' FROM identities identity
   WHERE users.client_id = $1 AND identity.provider = $2 AND identity.issuer = $3 AND identity.subject = $4
     AND identity.client_id = users.client_id AND users.id = identity.user_id AND users.status = 'current'
   RETURNING users.id`,
)

/**
 * Deactivates all users of a person whom the provider no longer lets log in, and ends their sessions. The next login at
 * the provider reactivates them.
 */
export async function suspendUsers(tx: Tx, provider: Authority, subject: string, endedAt: Date): Promise<void> {
  const rows = await queryRows(tx, SUSPEND_USERS, [provider.kind, provider.issuer, subject])
  for (const { id } of rows) {
    await execute(tx, SET_ENDED, [id, endedAt])
    await revokeAll(tx, id, endedAt)
    await audit(tx, {
      userId: null,
      action: 'follow-provider',
      entity: 'user',
      entityId: id,
      after: { status: 'lapsed' },
    })
  }
}

const CLUBS_WITH_NUMBERS = tenantStatement(
  'identity/list-clubs-with-numbers',
  'SELECT id FROM clubs WHERE client_id = $1 AND ngo_id = ANY($2) AND deleted_at IS NULL',
)

/**
 * The ids of the clubs with these numbers (`ngo_id`); none for parents and authors, who belong to no club. A person of
 * any type is refused when the provider names clubs and none of them is a club of this client.
 */
async function clubIdsOf(tx: Tx, type: UserType, numbers: readonly string[]): Promise<string[]> {
  const rows = await queryRows(tx, CLUBS_WITH_NUMBERS, [numbers])
  if (numbers.length > 0 && rows.length === 0) throw new Refusal('AUTH_CLUB_NOT_FOUND')
  return type === 'coach' || type === 'admin' ? rows.map((row) => row.id) : []
}

/**
 * The provider's e-mail address, or null when another account of the same type has it: an address does not identify a
 * person.
 */
async function freeEmail(tx: Tx, type: UserType, email: string | null, userId: string): Promise<string | null> {
  if (email === null) return null
  await lockEmail(tx, type, email)
  const others = await execute(tx, OTHER_WITH_EMAIL, [type, email, userId])
  return others === 0 ? email : null
}

const UPDATE_PERSON = tenantStatement(
  'identity/update-person',
  `UPDATE users SET firstname = $3, lastname = $4, email = $5 WHERE client_id = $1 AND id = $2
     AND (firstname, lastname, email) IS DISTINCT FROM ($3, $4, $5)`,
)

const LEAVE_OTHER_CLUBS = tenantStatement(
  'identity/leave-other-clubs',
  `UPDATE user_clubs SET to_date = ${todayAt('clubs', '$4::timestamptz')} - 1 FROM clubs
   WHERE user_clubs.client_id = $1 AND user_clubs.user_id = $2 AND user_clubs.club_id <> ALL($3::uuid[])
     AND clubs.client_id = user_clubs.client_id AND clubs.id = user_clubs.club_id
     AND (user_clubs.to_date IS NULL OR user_clubs.to_date >= ${todayAt('clubs', '$4::timestamptz')})`,
)

/** Reopens, from today on, the user's clubs whose time has ended or lies in the future. */
const REOPEN_CLUBS = tenantStatement(
  'identity/reopen-clubs',
  `UPDATE user_clubs SET to_date = NULL, from_date = least(from_date, ${todayAt('clubs', '$4::timestamptz')}) FROM clubs
   WHERE user_clubs.client_id = $1 AND user_clubs.user_id = $2 AND user_clubs.club_id = ANY($3::uuid[])
     AND clubs.client_id = user_clubs.client_id AND clubs.id = user_clubs.club_id
     AND (user_clubs.to_date IS NOT NULL OR user_clubs.from_date > ${todayAt('clubs', '$4::timestamptz')})`,
)

const ADD_CLUBS = tenantStatement(
  'identity/add-clubs',
  `INSERT INTO user_clubs (client_id, user_id, club_id) SELECT $1, $2, club FROM unnest($3::uuid[]) club
   ON CONFLICT DO NOTHING RETURNING client_id`,
)

/** Updates names, address and clubs of a user to what the provider says now. */
async function copyFromProvider(
  tx: Tx,
  userId: string,
  type: UserType,
  person: RemotePerson,
  clubIds: string[],
  nowMs: number,
): Promise<void> {
  const { firstname, lastname } = person
  const email = await freeEmail(tx, type, person.email, userId)
  const changed = await execute(tx, UPDATE_PERSON, [userId, firstname, lastname, email])
  if (changed !== 0) await countRename(tx)
  // The user's work at clubs that the provider no longer names ends yesterday.
  const now = new Date(nowMs)
  const leftClubs = await execute(tx, LEAVE_OTHER_CLUBS, [userId, clubIds, now])
  const reopenedClubs = await execute(tx, REOPEN_CLUBS, [userId, clubIds, now])
  const joinedClubs = reopenedClubs + (await execute(tx, ADD_CLUBS, [userId, clubIds]))
  if (leftClubs !== 0) await recheckSessions(tx, userId)
  if (changed === 0 && leftClubs === 0 && joinedClubs === 0) return
  await audit(tx, {
    userId: null,
    action: 'follow-provider',
    entity: 'user',
    entityId: userId,
    after: { firstname, lastname, email, clubIds },
  })
}
