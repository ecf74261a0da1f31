import type { ChosenMembers } from '#contract/members/club-members.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import type { ClubContext } from '#server/tenants/clubs/club-context.ts'
import { clubMemberIds } from './club-list.ts'

/** The ids of the members that a request names, or that its filters find. */
export async function chosenMembers(
  tx: Tx,
  context: ClubContext,
  { member_uuids: named, matching }: ChosenMembers,
): Promise<readonly string[]> {
  if (named !== undefined && matching === undefined) return named
  if (named === undefined && matching !== undefined) return (await clubMemberIds(tx, context, matching)).ids
  throw new Refusal('INVALID_REQUEST', { field: 'member_uuids', detail: 'either member_uuids or matching is needed' })
}
