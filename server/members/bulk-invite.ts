import { MAX_INVITES_AT_ONCE } from '#contract/tenants/club-tasks.ts'
import type { BulkInviteReply, ChosenMembers, InvitePreview, NotInvited } from '#contract/members/club-members.ts'
import { nameToInvite } from '#domain/members/guardian-fields.ts'
import { refuseIfProviderOwns, type ClubContext } from '#server/tenants/clubs/club-context.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import type { ChangedKey } from '#server/tenants/changes/change-counters.ts'
import { execute, queryRows, tenantStatement, type RowOf } from '#server/platform/sql/statement.ts'
import { undoIfRefused } from '#server/platform/sql/undo-if-refused.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { inviteParent } from '#server/identity/users/invite.ts'
import { chosenMembers } from './chosen-members.ts'

/** How many members who are left out a preview names for each reason. */
const MAX_NAMED = 5

/** A row for each guardian with an address, and one for a member without such a guardian. */
const GUARDIANS = tenantStatement(
  'members/list-guardians-to-invite',
  `SELECT club_members.member_id, members.firstname, members.lastname,
     guardians.firstname AS guardian_firstname, guardians.lastname AS guardian_lastname, guardians.email,
     CASE WHEN club_members.status = 'inactive' THEN 'inactive'
       WHEN guardians.email IS NULL THEN 'no_email'
       WHEN EXISTS (SELECT FROM member_links WHERE member_links.client_id = $1 AND member_links.user_id = account.id
         AND member_links.member_id = club_members.member_id) THEN 'linked'
       WHEN EXISTS (SELECT FROM invited_links WHERE invited_links.client_id = $1 AND invited_links.user_id = account.id
         AND invited_links.member_id = club_members.member_id) THEN 'invited'
       WHEN account.status <> 'current' THEN 'closed'
       ELSE 'open' END AS state
   FROM unnest($3::uuid[]) WITH ORDINALITY listed (id, number)
   JOIN club_members ON club_members.client_id = $1 AND club_members.club_id = $2
     AND club_members.member_id = listed.id AND club_members.status <> 'merged'
   JOIN members ON members.client_id = club_members.client_id AND members.id = club_members.member_id
   LEFT JOIN guardians ON guardians.client_id = club_members.client_id
     AND guardians.member_id = club_members.member_id AND guardians.email IS NOT NULL
   LEFT JOIN users account ON account.client_id = $1 AND account.type = 'parent'
     AND lower(account.email) = lower(guardians.email)
   ORDER BY listed.number, guardians.position`,
)
type GuardianRow = RowOf<typeof GUARDIANS>

const LOCK_CHOSEN = tenantStatement(
  'members/lock-members-to-invite-for',
  `SELECT FROM club_members WHERE client_id = $1 AND club_id = $2 AND member_id = ANY($3)
   ORDER BY member_id FOR SHARE`,
)

/** With `lock`, no merge moves the parents of these members meanwhile. */
async function readGuardians(
  tx: Tx,
  context: ClubContext,
  chosen: ChosenMembers,
  { lock } = { lock: false },
): Promise<GuardianRow[]> {
  refuseIfProviderOwns(context)
  const ids = await chosenMembers(tx, context, chosen)
  if (lock) await execute(tx, LOCK_CHOSEN, [context.clubId, ids])
  return queryRows(tx, GUARDIANS, [context.clubId, ids])
}

/** A guardian who gets a mail, with all children for whom the mail is. */
interface Invitee {
  email: string
  firstname: string
  lastname: string
  memberIds: string[]
}

/** The guardians who get a mail, each address once. */
function inviteesOf(rows: readonly GuardianRow[]): Invitee[] {
  const invitees = new Map<string, Invitee>()
  for (const { member_id, lastname, guardian_firstname, guardian_lastname, email, state } of rows) {
    if (state !== 'open' || email === null || guardian_firstname === null || guardian_lastname === null) continue
    const guardian = { guardian_firstname, guardian_lastname, guardian_email: email }
    const invitee = invitees.get(email.toLowerCase()) ?? {
      email,
      ...nameToInvite(guardian, { lastname }),
      memberIds: [],
    }
    invitees.set(email.toLowerCase(), invitee)
    if (!invitee.memberIds.includes(member_id)) invitee.memberIds.push(member_id)
  }
  return [...invitees.values()]
}

/** The reasons in the order in which they are said, and in which one of several guardians' reasons is chosen. */
const REASONS: readonly NotInvited[] = ['linked', 'invited', 'closed', 'no_email', 'inactive']

/** Why nobody gets a mail for the member of these rows; null when somebody does. */
function reasonOf(rows: readonly GuardianRow[]): NotInvited | null {
  if (rows.some(({ state }) => state === 'open')) return null
  return REASONS.find((reason) => rows.some(({ state }) => state === reason)) ?? null
}

/** How many guardians an invitation of these members' guardians concerns. */
export async function countInvitees(tx: Tx, context: ClubContext, chosen: ChosenMembers): Promise<number> {
  return inviteesOf(await readGuardians(tx, context, chosen)).length
}

/** Says how many mails an invitation of these members' guardians would send, and for whom none. */
export async function previewInvites(tx: Tx, context: ClubContext, chosen: ChosenMembers): Promise<InvitePreview> {
  const rows = await readGuardians(tx, context, chosen)
  const byMember = Map.groupBy(rows, ({ member_id }) => member_id)
  const leftOut = Map.groupBy(byMember.values(), reasonOf)
  return {
    mails: inviteesOf(rows).length,
    left_out: REASONS.flatMap((why) => {
      const members = leftOut.get(why) ?? []
      const names = members.slice(0, MAX_NAMED).flatMap(([first]) => first && `${first.firstname} ${first.lastname}`)
      return members.length === 0
        ? []
        : [{ why, count: members.length, members: names.filter((name) => name !== undefined) }]
    }),
  }
}

/**
 * Invites the guardians of members to the parent portal, except those who are linked or invited already. Each address
 * gets one mail, for all its children. In the answer, `linked` counts guardians who had an account, to whom the children
 * were linked at once, and `refused` those who cannot be invited. At most `MAX_INVITES_AT_ONCE` are invited; `left`
 * counts those for a further call.
 */
export async function inviteGuardians(
  tx: Tx,
  context: ClubContext,
  chosen: ChosenMembers,
): Promise<{ answer: BulkInviteReply; changed: ChangedKey[]; left: number }> {
  const rows = await readGuardians(tx, context, chosen, { lock: true })
  const closed = new Set(
    rows.flatMap(({ state, email }) => (state === 'closed' && email !== null ? [email.toLowerCase()] : [])),
  )
  const answer = { invited: 0, linked: 0, refused: closed.size }
  let left = 0
  const changed: ChangedKey[] = []
  // in the order of their addresses, so that two invitations do not wait for each other in a circle
  const invitees = inviteesOf(rows).toSorted((a, b) => (a.email.toLowerCase() < b.email.toLowerCase() ? -1 : 1))
  for (const invitee of invitees) {
    if (answer.invited + answer.linked === MAX_INVITES_AT_ONCE) {
      left++
      continue
    }
    try {
      const now = new Date(context.nowMs)
      const { state } = await undoIfRefused(tx, () => inviteParent(tx, context.userId, now, invitee))
      answer[state]++
      if (state === 'linked')
        changed.push(...invitee.memberIds.map((key) => ({ clubId: context.clubId, kind: 'member' as const, key })))
    } catch (error) {
      // Who is linked or got an account meanwhile is refused; the others are still invited.
      if (!(error instanceof Refusal)) throw error
      answer.refused++
    }
  }
  return { answer, changed, left }
}
