import type { UserType } from '#contract/platform/fields.ts'
import { audit } from '#server/platform/audit.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { enqueueMail } from '#server/platform/mail/queue.ts'
import { linkMember } from './link-member.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { createUser, type NewUser } from './commands.ts'

/** The outcome of an invitation. */
export interface Invitation {
  userId: string
  /** `linked` means that a parent's account existed, so the child was linked at once. */
  state: 'invited' | 'linked'
}

interface ExistingUser {
  id: string
  verified: boolean
  status: string
}

/**
 * Creates an account that its user completes by a mail's link. A user who was invited before gets the mail again. An
 * address or number (`ngo_id`) that another user has is a conflict.
 */
export async function inviteUser(
  tx: Tx,
  clientId: string,
  inviterId: string | null,
  now: Date,
  newUser: Omit<NewUser, 'id' | 'passwordHash' | 'verified'> & { email: string },
): Promise<Invitation> {
  const existing = await findByEmail(tx, clientId, newUser.type, newUser.email)
  if (existing && (existing.verified || existing.status !== 'current'))
    throw new Refusal('CONFLICT_EMAIL', { field: 'email' })
  if (existing) return mailInvite(tx, clientId, inviterId, now, existing.id)
  return createInvited(tx, clientId, inviterId, now, newUser)
}

/**
 * Invites a child's guardian [R4.5]. An existing account is linked to the child at once and informed by mail; otherwise
 * the link is made when the guardian sets a password.
 */
export async function inviteParent(
  tx: Tx,
  clientId: string,
  inviterId: string | null,
  now: Date,
  guardian: { memberId: string; email: string; firstname: string; lastname: string },
): Promise<Invitation> {
  const { memberId, email, firstname, lastname } = guardian
  const existing = await findByEmail(tx, clientId, 'parent', email)
  if (existing && existing.status !== 'current') throw new Refusal('CONFLICT_EMAIL', { field: 'email' })
  if (existing?.verified) {
    if (!(await linkMember(tx, clientId, inviterId, existing.id, memberId)))
      throw new Refusal('CONFLICT_GUARDIAN', { field: 'email' })
    await enqueueMail(tx, clientId, now, { userId: existing.id, kind: 'linked', data: { members: [memberId] } })
    return { userId: existing.id, state: 'linked' }
  }
  const invitation = existing
    ? await mailInvite(tx, clientId, inviterId, now, existing.id)
    : await createInvited(tx, clientId, inviterId, now, {
        type: 'parent',
        email,
        username: null,
        ngoId: null,
        firstname,
        lastname,
        clubIds: [],
      })
  await tx.query(
    `INSERT INTO invited_links (client_id, user_id, member_id, invited_by) VALUES ($1, $2, $3, $4)
     ON CONFLICT DO NOTHING`,
    [clientId, invitation.userId, memberId, inviterId],
  )
  return invitation
}

/** Links a parent who has just accepted an invitation to the children for whom it was sent. */
export async function linkInvitedChildren(tx: Tx, clientId: string, userId: string): Promise<void> {
  const { rows } = await tx.query<{ member_id: string; invited_by: string | null }>(
    'DELETE FROM invited_links WHERE user_id = $1 RETURNING member_id, invited_by',
    [userId],
  )
  for (const { member_id, invited_by } of rows) await linkMember(tx, clientId, invited_by, userId, member_id)
}

/** The user with this address, who may be invited or active; locks the address until the transaction ends. */
async function findByEmail(tx: Tx, clientId: string, type: UserType, email: string): Promise<ExistingUser | null> {
  // The lock keeps two simultaneous invitations of one address from creating two accounts.
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
    `${clientId}:${type}:${email.toLowerCase()}`,
  ])
  const { rows } = await tx.query<ExistingUser>(
    'SELECT id, verified, status FROM users WHERE type = $1 AND lower(email) = lower($2)',
    [type, email],
  )
  return rows[0] ?? null
}

async function createInvited(
  tx: Tx,
  clientId: string,
  inviterId: string | null,
  now: Date,
  user: Omit<NewUser, 'id' | 'passwordHash' | 'verified'>,
): Promise<Invitation> {
  // For a user without a number the query finds nobody, because in SQL null equals nothing.
  const { rowCount } = await tx.query('SELECT FROM users WHERE type = $1 AND ngo_id = $2', [
    user.type,
    user.ngoId ?? null,
  ])
  if (rowCount !== 0) throw new Refusal('CONFLICT_NGO_ID', { field: 'ngo_id' })
  const id = crypto.randomUUID()
  await createUser(tx, clientId, inviterId, { ...user, id, passwordHash: null, verified: false })
  return mailInvite(tx, clientId, inviterId, now, id)
}

async function mailInvite(
  tx: Tx,
  clientId: string,
  inviterId: string | null,
  now: Date,
  userId: string,
): Promise<Invitation> {
  await enqueueMail(tx, clientId, now, { userId, kind: 'invite' })
  await audit(tx, clientId, { userId: inviterId, action: 'invite', entity: 'user', entityId: userId })
  return { userId, state: 'invited' }
}
