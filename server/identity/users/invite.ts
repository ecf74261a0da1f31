import type { UserType } from '#contract/platform/fields.ts'
import { audit } from '#server/platform/audit.ts'
import { readLoginKind } from '#server/tenants/clients/login-kind.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { enqueueMail } from '#server/platform/mail/queue.ts'
import { linkMember } from './link-member.ts'
import { execute, findRow, queryRows, statement, tenantStatement, type RowOf } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { createUser, type NewUser } from './commands.ts'

/** The outcome of an invitation. */
export interface Invitation {
  userId: string
  /** `linked` means that a parent's account existed, so the child was linked at once. */
  state: 'invited' | 'linked'
}

/**
 * Brings the link of an invitation to its user: by default a mail. An operator without a mail server prints it instead.
 */
type SendInvitation = (tx: Tx, userId: string, now: Date) => Promise<void>

const byMail: SendInvitation = (tx, userId, now) => enqueueMail(tx, now, { userId, kind: 'invite' })

/**
 * Creates an account that its user completes by a mail's link. A user who was invited before gets the mail again. An
 * address or number (`ngo_id`) that another user has is a conflict.
 */
export async function inviteUser(
  tx: Tx,
  inviterId: string | null,
  now: Date,
  newUser: Omit<NewUser, 'id' | 'passwordHash' | 'verified'> & { email: string },
  send = byMail,
): Promise<Invitation> {
  const existing = await findByEmail(tx, newUser.type, newUser.email)
  if (existing && (existing.verified || existing.status !== 'current'))
    throw new Refusal('CONFLICT_EMAIL', { field: 'email' })
  await refuseAtProvider(tx)
  if (existing) return sendInvite(tx, inviterId, now, existing.id, send)
  return createInvited(tx, inviterId, now, newUser, send)
}

const INSERT_LINKS = tenantStatement(
  'identity/insert-invited-links',
  `INSERT INTO invited_links (client_id, user_id, member_id, invited_by)
   SELECT $1, $2, member, $4 FROM unnest($3::uuid[]) member
   ON CONFLICT DO NOTHING RETURNING client_id`,
)

/**
 * Invites the guardian of one or more children by one mail [R4.5]. An existing account is linked to the children at once
 * and informed by mail; otherwise the links are made when the guardian sets a password.
 */
export async function inviteParent(
  tx: Tx,
  inviterId: string | null,
  now: Date,
  guardian: { memberIds: readonly string[]; email: string; firstname: string; lastname: string },
  send = byMail,
): Promise<Invitation> {
  const { memberIds, email, firstname, lastname } = guardian
  const existing = await findByEmail(tx, 'parent', email)
  if (existing && existing.status !== 'current') throw new Refusal('CONFLICT_EMAIL', { field: 'email' })
  if (existing?.verified) {
    const members: string[] = []
    for (const memberId of memberIds) if (await linkMember(tx, inviterId, existing.id, memberId)) members.push(memberId)
    if (members.length === 0) throw new Refusal('CONFLICT_GUARDIAN', { field: 'email' })
    await enqueueMail(tx, now, { userId: existing.id, kind: 'linked', data: { members } })
    return { userId: existing.id, state: 'linked' }
  }
  await refuseAtProvider(tx)
  const invitation = existing
    ? await sendInvite(tx, inviterId, now, existing.id, send)
    : await createInvited(
        tx,
        inviterId,
        now,
        { type: 'parent', email, username: null, firstname, lastname, clubIds: [] },
        send,
      )
  await execute(tx, INSERT_LINKS, [invitation.userId, memberIds, inviterId])
  return invitation
}

/** A merge, which moves invitations, has ended then, and so has an erasure. */
const LOCK_INVITED_CHILDREN = tenantStatement(
  'identity/lock-invited-children',
  `SELECT FROM members WHERE client_id = $1 AND id IN (SELECT member_id FROM invited_links
     WHERE invited_links.client_id = $1 AND invited_links.user_id = $2) ORDER BY id FOR SHARE`,
)

/** Refuses an invitation where users log in at a provider: they have accounts by that, and set no password here. */
async function refuseAtProvider(tx: Tx): Promise<void> {
  const kind = await readLoginKind(tx)
  if (kind === 'openid' || kind === 'course-provider') throw new Refusal('PROVIDER_OWNS', { field: 'email' })
}

const TAKE_LINKS = tenantStatement(
  'identity/take-invited-links',
  'DELETE FROM invited_links WHERE client_id = $1 AND user_id = $2 RETURNING member_id, invited_by',
)

/** Links a parent who has just accepted an invitation to the children for whom it was sent. */
export async function linkInvitedChildren(tx: Tx, userId: string): Promise<void> {
  await execute(tx, LOCK_INVITED_CHILDREN, [userId])
  const links = await queryRows(tx, TAKE_LINKS, [userId])
  for (const { member_id, invited_by } of links) await linkMember(tx, invited_by, userId, member_id)
}

/** Keeps two transactions that lock the same text from running at the same time. */
export const LOCK_TEXT = statement('identity/lock-text', 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))')

const USER_WITH_EMAIL = tenantStatement(
  'identity/find-user-with-email',
  `SELECT id, verified, status FROM users WHERE client_id = $1 AND type = $2 AND lower(email) = lower($3)
   FOR NO KEY UPDATE`,
)
type ExistingUser = RowOf<typeof USER_WITH_EMAIL>

/** Keeps two transactions from looking up who has this address at the same time, and so from giving it to two users. */
export async function lockEmail(tx: Tx, type: UserType, email: string): Promise<void> {
  await execute(tx, LOCK_TEXT, [`${tx.clientId}:${type}:${email.toLowerCase()}`])
}

/** The user with this address, who may be invited or active; locks address and user until the transaction ends. */
async function findByEmail(tx: Tx, type: UserType, email: string): Promise<ExistingUser | null> {
  await lockEmail(tx, type, email)
  return (await findRow(tx, USER_WITH_EMAIL, [type, email])) ?? null
}

const USER_WITH_NUMBER = tenantStatement(
  'identity/find-user-with-number',
  'SELECT FROM users WHERE client_id = $1 AND type = $2 AND ngo_id = $3',
)

async function createInvited(
  tx: Tx,
  inviterId: string | null,
  now: Date,
  user: Omit<NewUser, 'id' | 'passwordHash' | 'verified'>,
  send: SendInvitation,
): Promise<Invitation> {
  const { ngo_id: number = null } = user
  if (number !== null && (await execute(tx, USER_WITH_NUMBER, [user.type, number])) !== 0)
    throw new Refusal('CONFLICT_NGO_ID', { field: 'ngo_id' })
  const id = crypto.randomUUID()
  await createUser(tx, inviterId, { ...user, id, passwordHash: null, verified: false })
  return sendInvite(tx, inviterId, now, id, send)
}

async function sendInvite(
  tx: Tx,
  inviterId: string | null,
  now: Date,
  userId: string,
  send: SendInvitation,
): Promise<Invitation> {
  await send(tx, userId, now)
  await audit(tx, { userId: inviterId, action: 'invite', entity: 'user', entityId: userId })
  return { userId, state: 'invited' }
}
