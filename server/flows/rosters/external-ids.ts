import type { Tx } from '#server/platform/tenancy.ts'

/** Links members and groups that exist here already to their ids at the course provider. */
export async function linkExternalIds(
  tx: Tx,
  clientId: string,
  links: {
    members: readonly { subject: string; memberId: string }[]
    groups: readonly { subject: string; groupId: string }[]
  },
): Promise<void> {
  await tx.query(
    'INSERT INTO roster_members (client_id, subject, member_id) SELECT $1, * FROM unnest($2::text[], $3::uuid[])',
    [clientId, links.members.map(({ subject }) => subject), links.members.map(({ memberId }) => memberId)],
  )
  await tx.query(
    // each class has one group here, that of its first time of day (slot 1), and the provider names its scheme
    `INSERT INTO roster_groups (client_id, subject, slot, group_id, names_scheme)
     SELECT $1, link.subject, 1, link.group_id, true FROM unnest($2::text[], $3::uuid[]) link (subject, group_id)`,
    [clientId, links.groups.map(({ subject }) => subject), links.groups.map(({ groupId }) => groupId)],
  )
}
