import type { UserType } from '#contract/platform/fields.ts'
import { audit } from '#server/platform/audit.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { enqueueMail } from '#server/platform/mail/queue.ts'
import { linkMember } from './link-member.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { createUser, type NewUser } from './commands.ts'

export interface Invited {
  userId: string
  /** `linked`: the account exists, so the child stands on its page at once. */
  state: 'invited' | 'linked'
}

interface Known {
  id: string
  verified: boolean
  status: string
}

/**
 * Makes an account that its user completes by a mail's link. Who was invited before gets the mail again; an address or a
 * number that somebody has is a conflict.
 */
export async function inviteUser(
  tx: Tx,
  clientId: string,
  by: string | null,
  at: Date,
  invited: Omit<NewUser, 'id' | 'passwordHash' | 'verified'> & { email: string },
): Promise<Invited> {
  const known = await findByEmail(tx, clientId, invited.type, invited.email)
  if (known && (known.verified || known.status !== 'current')) throw new Refusal('CONFLICT_EMAIL', { field: 'email' })
  if (known) return mailInvite(tx, clientId, by, at, known.id)
  return createInvited(tx, clientId, by, at, invited)
}

/**
 * Invites a child's guardian [R4.5]. An account that is in use is linked at once and told by mail; otherwise the
 * link is made when the password is set.
 */
export async function inviteParent(
  tx: Tx,
  clientId: string,
  by: string | null,
  at: Date,
  guardian: { memberId: string; email: string; firstname: string; lastname: string },
): Promise<Invited> {
  const { memberId, email, firstname, lastname } = guardian
  const known = await findByEmail(tx, clientId, 'parent', email)
  if (known && known.status !== 'current') throw new Refusal('CONFLICT_EMAIL', { field: 'email' })
  if (known?.verified) {
    if (!(await linkMember(tx, clientId, by, known.id, memberId)))
      throw new Refusal('CONFLICT_GUARDIAN', { field: 'email' })
    await enqueueMail(tx, clientId, at, { userId: known.id, kind: 'linked', data: { members: [memberId] } })
    return { userId: known.id, state: 'linked' }
  }
  const invited = known
    ? await mailInvite(tx, clientId, by, at, known.id)
    : await createInvited(tx, clientId, by, at, {
        type: 'parent',
        email,
        username: null,
        ngoId: null,
        firstname,
        lastname,
        clubIds: [],
      })
  await tx.query(
    'INSERT INTO invited_links (client_id, user_id, member_id, invited_by) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING',
    [clientId, invited.userId, memberId, by],
  )
  return invited
}

/** The children that waited for this account become its own. */
export async function linkInvited(tx: Tx, clientId: string, userId: string): Promise<void> {
  const { rows } = await tx.query<{ member_id: string; invited_by: string | null }>(
    'DELETE FROM invited_links WHERE user_id = $1 RETURNING member_id, invited_by',
    [userId],
  )
  for (const { member_id, invited_by } of rows) await linkMember(tx, clientId, invited_by, userId, member_id)
}

async function findByEmail(tx: Tx, clientId: string, type: UserType, email: string): Promise<Known | null> {
  // two invitations of one address at the same moment make one account
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
    `${clientId}:${type}:${email.toLowerCase()}`,
  ])
  const { rows } = await tx.query<Known>(
    'SELECT id, verified, status FROM users WHERE type = $1 AND lower(email) = lower($2)',
    [type, email],
  )
  return rows[0] ?? null
}

async function createInvited(
  tx: Tx,
  clientId: string,
  by: string | null,
  at: Date,
  user: Omit<NewUser, 'id' | 'passwordHash' | 'verified'>,
): Promise<Invited> {
  const { rowCount } = await tx.query('SELECT FROM users WHERE type = $1 AND ngo_id = $2', [
    user.type,
    user.ngoId ?? null,
  ])
  if (rowCount !== 0) throw new Refusal('CONFLICT_NGO_ID', { field: 'ngo_id' })
  const id = crypto.randomUUID()
  await createUser(tx, clientId, by, { ...user, id, passwordHash: null, verified: false })
  return mailInvite(tx, clientId, by, at, id)
}

async function mailInvite(tx: Tx, clientId: string, by: string | null, at: Date, userId: string): Promise<Invited> {
  await enqueueMail(tx, clientId, at, { userId, kind: 'invite' })
  await audit(tx, clientId, { userId: by, action: 'invite', entity: 'user', entityId: userId })
  return { userId, state: 'invited' }
}
