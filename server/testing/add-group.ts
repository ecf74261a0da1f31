import { writeGroups, type NewGroup } from '#server/scheduling/groups/commands.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { recordChanges } from '#server/tenants/changes/change-counters.ts'

/** Creates a group of a club, as an operator would. */
export async function addGroup(tx: Tx, group: NewGroup): Promise<void> {
  await recordChanges(tx, await writeGroups(tx, { userId: null }, [group]))
}
