import { prepared, type Tx } from '#server/platform/tenancy.ts'

/** SQL: `{slug: {node: value}}` over rows `r` of one member, joined to their scheme. */
export const keyed = (value: string, from: string, where = 'true') => `coalesce((
  SELECT json_object_agg(slug, nodes) FROM (
    SELECT s.slug, json_object_agg(r.node_id, ${value}) AS nodes
    FROM ${from} r JOIN schemes s ON s.client_id = r.client_id AND s.id = r.scheme_id
    WHERE r.client_id = m.client_id AND r.member_id = m.id AND ${where}
    GROUP BY s.slug) k), '{}')`

/** Winning marks of member `m`, by scheme and node. */
export const scores = keyed(
  `json_build_object('grade', r.grade, 'pass', r.pass, 'ts', r.ts, 'since', r.since)`,
  'results',
)
/** Clubs that hold any of these members, with the members each holds. */
export async function clubsOfMembers(
  tx: Tx,
  memberIds: readonly string[],
): Promise<{ club_id: string; member_id: string }[]> {
  const { rows } = await tx.query<{ club_id: string; member_id: string }>(
    prepared('SELECT club_id, member_id FROM club_members WHERE member_id = ANY($1)', [memberIds]),
  )
  return rows
}
