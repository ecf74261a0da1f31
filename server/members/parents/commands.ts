import type { LinkBody } from '#contract/members/guardians.ts'
import { sameName } from '#domain/platform/name.ts'
import { audit } from '#server/platform/audit.ts'
import { clearAfterSuccess, reserve, triesAt, type Limit } from '#server/identity/auth/tries.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { linkMember } from '#server/identity/users/link-member.ts'
import { inTenant, type Database, type Tx } from '#server/platform/tenancy.ts'

/** Wrong membership details of a user. */
const WRONG: Limit = { free: 5, windowMs: 3_600_000, after: 'hold' }

/**
 * The member whose membership number, names and date of birth are these, at a club that has a parent portal. Whatever
 * does not match gets the one answer [5.21]; after five of them in an hour the user has to wait.
 */
export async function findMembership(
  db: Database,
  clientId: string,
  userId: string,
  now: number,
  { ngo_id, firstname, lastname, dob }: LinkBody,
): Promise<string> {
  const tries = [triesAt(['membership', userId], WRONG)]
  await reserve(db, clientId, now, tries)
  const member = await inTenant(db, clientId, 'read', async (tx) => {
    const { rows } = await tx.query<{ id: string; firstname: string; lastname: string; dob: string }>(
      `SELECT id, firstname, lastname, dob FROM members m WHERE ngo_id = ANY($1) AND EXISTS (
         SELECT FROM club_members cm JOIN clubs c ON c.client_id = cm.client_id AND c.id = cm.club_id
         WHERE cm.client_id = m.client_id AND cm.member_id = m.id AND c.parent_portal AND c.deleted_at IS NULL)`,
      [[ngo_id.trim(), ngo_id.trim().toUpperCase()]],
    )
    // where a first name ends is not for the form to know
    const name = `${firstname} ${lastname}`
    return rows.find((m) => sameName(`${m.firstname} ${m.lastname}`, name) && m.dob === dob)
  })
  if (!member) throw new Refusal('NO_MEMBERSHIP_MATCH')
  // only itself: a child of one's own must not give back the tries at somebody else's
  await inTenant(db, clientId, 'write', (tx) => clearAfterSuccess(tx, tries))
  return member.id
}

export async function linkOwn(tx: Tx, clientId: string, userId: string, memberId: string): Promise<void> {
  if (!(await linkMember(tx, clientId, userId, userId, memberId))) throw new Refusal('CONFLICT_MEMBER')
}

/** False when nothing was linked. */
export async function unlinkOwn(tx: Tx, clientId: string, userId: string, memberId: string): Promise<boolean> {
  const { rowCount } = await tx.query('DELETE FROM member_links WHERE user_id = $1 AND member_id::text = $2', [
    userId,
    memberId,
  ])
  if (rowCount === 0) return false
  await audit(tx, clientId, {
    userId,
    action: 'unlink',
    entity: 'member',
    entityId: memberId,
    before: { parent: userId },
  })
  return true
}

/** Whether a member is of one of the clubs that an administrator stands in today. */
export async function isOfOwnClubs(tx: Tx, adminId: string, memberId: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    `SELECT FROM club_members cm JOIN user_clubs uc ON uc.client_id = cm.client_id AND uc.club_id = cm.club_id
     WHERE uc.user_id = $1 AND cm.member_id::text = $2
       AND current_date >= uc.from_date AND (uc.to_date IS NULL OR current_date <= uc.to_date)`,
    [adminId, memberId],
  )
  return rowCount !== 0
}
