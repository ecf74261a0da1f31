import { writeMembers, type NewMember } from '#server/members/commands.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { recordChanges } from '#server/tenants/changes/change-counters.ts'

/** Creates members of clubs, as an operator would. */
export async function enterMembers(tx: Tx, clientId: string, members: readonly NewMember[]): Promise<void> {
  const operator = { clientId, userId: null, nowMs: Date.now() }
  await recordChanges(tx, await writeMembers(tx, operator, members))
}
