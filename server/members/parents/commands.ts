import type { LinkBody } from '#contract/members/guardians.ts'
import { formOfNumbers, sameNumber } from '#domain/members/membership-number.ts'
import { isDate } from '#domain/platform/club-time.ts'
import { sameName } from '#domain/platform/name.ts'
import { audit } from '#server/platform/audit.ts'
import { clearAfterSuccess, reserveTries, triesAt, type Limit } from '#server/identity/auth/tries.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { linkMember } from '#server/identity/users/link-member.ts'
import { execute, queryRows, tenantStatement } from '#server/platform/sql/statement.ts'
import { inTenant, type Database, type Tx } from '#server/platform/tenancy.ts'
import { includesToday } from '#server/tenants/clubs/today.ts'

/** The limit of a user's wrong membership details: five in an hour. */
const MEMBERSHIP_LIMIT: Limit = { free: 5, windowMs: 3_600_000, after: 'hold' }

const MEMBERS_BORN_ON = tenantStatement(
  'members/find-members-born-on',
  `SELECT id, firstname, lastname, ngo_id FROM members WHERE client_id = $1 AND dob = $2 AND ngo_id IS NOT NULL AND EXISTS (
     SELECT FROM club_members
       JOIN clubs ON clubs.client_id = club_members.client_id AND clubs.id = club_members.club_id
     WHERE club_members.client_id = members.client_id AND club_members.member_id = members.id
       AND clubs.parent_portal AND clubs.deleted_at IS NULL)`,
)

/**
 * Finds the member with this membership number, name and date of birth, at a club with a parent portal. Every mismatch
 * gets the same answer, whatever does not match [5.21]. After five mismatches in an hour the user must wait.
 */
export async function findMembership(
  db: Database,
  clientId: string,
  userId: string,
  now: number,
  { ngo_id, firstname, lastname, dob }: LinkBody,
): Promise<string> {
  // names no child, so it is no try
  if (!isDate(dob)) throw new Refusal('INVALID_REQUEST', { field: 'dob' })
  const tries = [triesAt(['membership', userId], MEMBERSHIP_LIMIT)]
  await reserveTries(db, clientId, now, tries)
  const member = await inTenant(db, clientId, 'read', async (tx) => {
    const rows = await queryRows(tx, MEMBERS_BORN_ON, [dob])
    // The whole name is compared, because a parent may divide it into first and last name differently.
    const name = `${firstname} ${lastname}`
    return rows.find(
      (found) => sameNumber(found.ngo_id, ngo_id) && sameName(`${found.firstname} ${found.lastname}`, name),
    )
  })
  if (!member) throw new Refusal('NO_MEMBERSHIP_MATCH')
  // This forgives only the successful try: finding an own child must not give new tries at other children.
  await inTenant(db, clientId, 'write', (tx) => clearAfterSuccess(tx, tries))
  return member.id
}

const SOME_NUMBERS = tenantStatement(
  'members/list-some-numbers',
  'SELECT ngo_id FROM members WHERE client_id = $1 AND ngo_id IS NOT NULL LIMIT 200',
)

/** How this client writes its membership numbers; null when they have no form in common. */
export async function numberForm(tx: Tx): Promise<string | null> {
  const rows = await queryRows(tx, SOME_NUMBERS)
  return formOfNumbers(rows.map(({ ngo_id }) => ngo_id))
}

/** A record that was merged since it was found has no number any more, and one that was erased does not exist. */
const LOCK_NUMBERED = tenantStatement(
  'members/lock-member-with-number',
  'SELECT FROM members WHERE client_id = $1 AND id = $2 AND ngo_id IS NOT NULL FOR SHARE',
)

/** Links a parent to a child at the parent's own request; refuses when they are linked already. */
export async function linkChild(tx: Tx, userId: string, memberId: string): Promise<void> {
  if ((await execute(tx, LOCK_NUMBERED, [memberId])) === 0) throw new Refusal('NO_MEMBERSHIP_MATCH')
  if (!(await linkMember(tx, userId, userId, memberId))) throw new Refusal('CONFLICT_MEMBER')
}

const UNLINK = tenantStatement(
  'members/unlink-parent',
  'DELETE FROM member_links WHERE client_id = $1 AND user_id = $2 AND member_id::text = $3',
)

/**
 * Unlinks a parent from a child; false when they were not linked. `memberId` may be any text, so it is compared as text.
 */
export async function unlinkChild(tx: Tx, userId: string, memberId: string): Promise<boolean> {
  const unlinked = await execute(tx, UNLINK, [userId, memberId])
  if (unlinked === 0) return false
  await audit(tx, {
    userId,
    action: 'unlink',
    entity: 'member',
    entityId: memberId,
    before: { parent: userId },
  })
  return true
}

const CLUB_OF_BOTH = tenantStatement(
  'members/find-club-of-administrator-and-member',
  `SELECT FROM club_members
     JOIN user_clubs ON user_clubs.client_id = club_members.client_id AND user_clubs.club_id = club_members.club_id
   WHERE user_clubs.client_id = $1 AND user_clubs.user_id = $2 AND club_members.member_id::text = $3
     AND club_members.status <> 'merged' AND ${includesToday('user_clubs')} FOR SHARE OF club_members`,
)

/**
 * Whether a member belongs to a club at which the administrator works today; locked, so that no merge moves the parents
 * of the record meanwhile. `memberId` may be any text, so it is compared as text.
 */
export async function worksAtClubOf(tx: Tx, adminId: string, memberId: string): Promise<boolean> {
  return (await execute(tx, CLUB_OF_BOTH, [adminId, memberId])) !== 0
}
