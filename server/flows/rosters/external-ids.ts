import type { Tx } from '#server/platform/tenancy.ts'

/** Says what members and groups that are here already are called by the course provider. */
export async function linkExternalIds(
  tx: Tx,
  clientId: string,
  known: {
    members: readonly { subject: string; memberId: string }[]
    groups: readonly { subject: string; groupId: string }[]
  },
): Promise<void> {
  await tx.query(
    'INSERT INTO roster_members (client_id, subject, member_id) SELECT $1, * FROM unnest($2::text[], $3::uuid[])',
    [clientId, known.members.map(({ subject }) => subject), known.members.map(({ memberId }) => memberId)],
  )
  await tx.query(
    'INSERT INTO roster_groups (client_id, subject, slot, group_id, names_scheme) SELECT $1, s, 1, g, true FROM unnest($2::text[], $3::uuid[]) t (s, g)',
    [clientId, known.groups.map(({ subject }) => subject), known.groups.map(({ groupId }) => groupId)],
  )
}
