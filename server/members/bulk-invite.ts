import type { BulkInviteBody, BulkInviteReply } from '#contract/members/club-members.ts'
import { refuseIfProviderOwns, type ClubContext } from '#server/tenants/clubs/club-context.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import type { ChangedKey } from '#server/tenants/changes/change-counters.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { inviteParent } from '#server/identity/users/invite.ts'
import { guardiansToInvite } from './club-list.ts'

/** The largest number of guardians invited or linked in one request, so that it takes far less than a second. */
const MAX_INVITES = 200

/**
 * Invites the guardians of members to the parent portal, except those who are linked or invited already. In the answer,
 * `linked` counts guardians who had an account, to whom the child was linked at once, `refused` those who cannot be
 * invited, and `left` those for a further request.
 */
export async function inviteGuardians(
  tx: Tx,
  context: ClubContext,
  query: BulkInviteBody,
): Promise<{ answer: BulkInviteReply; changed: ChangedKey[] }> {
  refuseIfProviderOwns(context)
  const guardians = await guardiansToInvite(tx, context, query)
  const answer = { invited: 0, linked: 0, refused: 0, left: 0 }
  const changed: ChangedKey[] = []
  for (const guardian of guardians) {
    if (answer.invited + answer.linked === MAX_INVITES) {
      answer.left++
      continue
    }
    try {
      const { state } = await inviteParent(tx, context.clientId, context.userId, new Date(context.nowMs), guardian)
      answer[state]++
      if (state === 'linked') changed.push({ clubId: context.clubId, kind: 'member', key: guardian.memberId })
    } catch (error) {
      // A guardian whose account is no longer active, or who contradicts another, is refused; the others are still invited.
      if (!(error instanceof Refusal)) throw error
      answer.refused++
    }
  }
  return { answer, changed }
}
