import type { UserType } from '#contract/platform/fields.ts'
import { audit } from '#server/platform/audit.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import type { RemotePerson } from '#server/identity/providers/provider.ts'
import { isSubject } from '#server/identity/providers/remote-name.ts'
import type { Authority } from '#server/identity/providers/settings.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { linkMember } from '#server/identity/users/link-member.ts'
import { createUser } from '#server/identity/users/commands.ts'
import { refuseStatus } from './open-session.ts'
import { recheckSessions, revokeAll } from '#server/platform/http/end-sessions.ts'
import { todayAt, todayAtClubOf } from '#server/tenants/clubs/today.ts'

/** Links a user to a person (subject) at the provider. */
export async function addIdentity(
  tx: Tx,
  clientId: string,
  identity: { provider: Authority; subject: string; type: UserType; userId: string },
): Promise<void> {
  const { provider, subject, type, userId } = identity
  await tx.query(
    'INSERT INTO identities (client_id, provider, issuer, subject, type, user_id) VALUES ($1, $2, $3, $4, $5, $6)',
    [clientId, provider.kind, provider.issuer, subject, type, userId],
  )
}

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
): Promise<string> {
  // A subject that cannot be stored is a faulty answer of the provider.
  if (!isSubject(person.subject)) throw new Refusal('EXTERNAL_HTTP_ERROR')
  if (!person.types.includes(type)) throw new Refusal('AUTH_USER_INSUFFICIENT_PERMISSIONS')
  const clubIds = await clubIdsOf(tx, type, person.clubs)
  // The lock keeps two simultaneous first logins from creating two users.
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
    JSON.stringify([clientId, provider.issuer, person.subject, type]),
  ])
  const { rows } = await tx.query<{ user_id: string; status: string; ended_at_provider: boolean }>(
    `SELECT identity.user_id, users.status, identity.ended_at IS NOT NULL AS ended_at_provider
     FROM identities identity
     JOIN users ON users.client_id = identity.client_id AND users.id = identity.user_id
     WHERE identity.provider = $1 AND identity.issuer = $2 AND identity.subject = $3 AND identity.type = $4`,
    [provider.kind, provider.issuer, person.subject, type],
  )
  const [existing] = rows
  if (existing) {
    if (existing.ended_at_provider) await reinstate(tx, clientId, existing.user_id)
    else refuseStatus(existing.status)
    await copyFromProvider(tx, clientId, existing.user_id, type, person, clubIds)
    return existing.user_id
  }
  const id = crypto.randomUUID()
  await createUser(tx, clientId, /* actor */ null, {
    id,
    type,
    email: await freeEmail(tx, type, person.email, id),
    username: null,
    firstname: person.firstname,
    lastname: person.lastname,
    passwordHash: null,
    clubIds,
  })
  await addIdentity(tx, clientId, { provider, subject: person.subject, type, userId: id })
  if (type === 'parent') await linkOwnChildren(tx, clientId, id, person.subject)
  return id
}

/**
 * Links a parent, at the first login, to the children that the provider's rosters name; the imports of rosters link
 * later ones.
 */
async function linkOwnChildren(tx: Tx, clientId: string, userId: string, subject: string): Promise<void> {
  const { rows } = await tx.query<{ member_id: string }>('SELECT member_id FROM roster_guardians WHERE subject = $1', [
    subject,
  ])
  for (const { member_id } of rows) await linkMember(tx, clientId, /* actor */ null, userId, member_id)
}

/** Reactivates a user whom the provider had ended and now lets log in again. */
async function reinstate(tx: Tx, clientId: string, userId: string): Promise<void> {
  await tx.query('UPDATE identities SET ended_at = NULL WHERE user_id = $1', [userId])
  await tx.query(`UPDATE users SET status = 'current' WHERE id = $1`, [userId])
  await audit(tx, clientId, {
    userId: null,
    action: 'follow-provider',
    entity: 'user',
    entityId: userId,
    after: { status: 'current' },
  })
}

/**
 * Deactivates all users of a person whom the provider no longer lets log in, and ends their sessions. The next login at
 * the provider reactivates them.
 */
export async function suspendUsers(
  tx: Tx,
  clientId: string,
  provider: Authority,
  subject: string,
  endedAt: Date,
): Promise<void> {
  const { rows } = await tx.query<{ id: string }>(
    `UPDATE users SET status = 'lapsed' FROM identities identity
     WHERE identity.provider = $1 AND identity.issuer = $2 AND identity.subject = $3
       AND users.client_id = identity.client_id AND users.id = identity.user_id AND users.status = 'current'
     RETURNING users.id`,
    [provider.kind, provider.issuer, subject],
  )
  for (const { id } of rows) {
    await tx.query('UPDATE identities SET ended_at = $2 WHERE user_id = $1', [id, endedAt])
    await revokeAll(tx, id, endedAt)
    await audit(tx, clientId, {
      userId: null,
      action: 'follow-provider',
      entity: 'user',
      entityId: id,
      after: { status: 'lapsed' },
    })
  }
}

/**
 * The ids of the clubs with these numbers (`ngo_id`); none for parents and authors, who belong to no club. A person of
 * any type is refused when the provider names clubs and none of them is a club of this client.
 */
async function clubIdsOf(tx: Tx, type: UserType, numbers: readonly string[]): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>('SELECT id FROM clubs WHERE ngo_id = ANY($1)', [numbers])
  if (numbers.length > 0 && rows.length === 0) throw new Refusal('AUTH_CLUB_NOT_FOUND')
  return type === 'coach' || type === 'admin' ? rows.map((row) => row.id) : []
}

/**
 * The provider's e-mail address, or null when another account of the same type has it: an address does not identify a
 * person.
 */
async function freeEmail(tx: Tx, type: UserType, email: string | null, userId: string): Promise<string | null> {
  if (email === null) return null
  const { rowCount } = await tx.query('SELECT FROM users WHERE type = $1 AND lower(email) = lower($2) AND id <> $3', [
    type,
    email,
    userId,
  ])
  return rowCount === 0 ? email : null
}

/** Updates names, address and clubs of a user to what the provider says now. */
async function copyFromProvider(
  tx: Tx,
  clientId: string,
  userId: string,
  type: UserType,
  person: RemotePerson,
  clubIds: string[],
): Promise<void> {
  const { firstname, lastname } = person
  const email = await freeEmail(tx, type, person.email, userId)
  const changed = await tx.query(
    `UPDATE users SET firstname = $2, lastname = $3, email = $4 WHERE id = $1
       AND (firstname, lastname, email) IS DISTINCT FROM ($2, $3, $4)`,
    [userId, firstname, lastname, email],
  )
  // The user's work at clubs that the provider no longer names ends yesterday.
  const leftClubs = await tx.query(
    `UPDATE user_clubs SET to_date = ${todayAt('clubs')} - 1 FROM clubs
     WHERE clubs.client_id = user_clubs.client_id AND clubs.id = user_clubs.club_id
       AND user_clubs.user_id = $1 AND user_clubs.club_id <> ALL($2::uuid[])
       AND (user_clubs.to_date IS NULL OR user_clubs.to_date >= ${todayAt('clubs')})`,
    [userId, clubIds],
  )
  const joinedClubs = await tx.query(
    // Adds the other clubs, from today on, or reopens their rows that have ended or lie in the future.
    `INSERT INTO user_clubs AS existing (client_id, user_id, club_id) SELECT $1, $2, * FROM unnest($3::uuid[])
     ON CONFLICT (client_id, user_id, club_id) DO UPDATE
       SET to_date = NULL, from_date = least(existing.from_date, ${todayAtClubOf('existing')})
       WHERE existing.to_date IS NOT NULL OR existing.from_date > ${todayAtClubOf('existing')}`,
    [clientId, userId, clubIds],
  )
  if (leftClubs.rowCount !== 0) await recheckSessions(tx, userId)
  if (changed.rowCount === 0 && leftClubs.rowCount === 0 && joinedClubs.rowCount === 0) return
  await audit(tx, clientId, {
    userId: null,
    action: 'follow-provider',
    entity: 'user',
    entityId: userId,
    after: { firstname, lastname, email, clubIds },
  })
}
