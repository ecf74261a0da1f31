import { execute, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'

const LINK_MEMBERS = tenantStatement(
  'flows/link-members-to-roster',
  `INSERT INTO roster_members (client_id, subject, member_id)
   SELECT $1, subject, member_id FROM unnest($2::text[], $3::uuid[]) link (subject, member_id) RETURNING client_id`,
)

/** Each class has one group here, that of its first time of day (slot 1), and the provider names its scheme. */
const LINK_GROUPS = tenantStatement(
  'flows/link-groups-to-roster',
  `INSERT INTO roster_groups (client_id, subject, slot, group_id, names_scheme)
   SELECT $1, link.subject, 1, link.group_id, true FROM unnest($2::text[], $3::uuid[]) link (subject, group_id)
   RETURNING client_id`,
)

/** Links members and groups that exist here already to their ids at the course provider. */
export async function linkExternalIds(
  tx: Tx,
  links: {
    members: readonly { subject: string; memberId: string }[]
    groups: readonly { subject: string; groupId: string }[]
  },
): Promise<void> {
  await linkMembers(
    tx,
    links.members.map(({ subject }) => subject),
    links.members.map(({ memberId }) => memberId),
  )
  await execute(tx, LINK_GROUPS, [
    links.groups.map(({ subject }) => subject),
    links.groups.map(({ groupId }) => groupId),
  ])
}

/** Links each member to the id (`subject`) of the child at the provider. */
export async function linkMembers(tx: Tx, subjects: readonly string[], memberIds: readonly string[]): Promise<void> {
  await execute(tx, LINK_MEMBERS, [subjects, memberIds])
}
