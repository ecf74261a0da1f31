import { prepared, type Tx } from '#server/platform/tenancy.ts'

/** SQL of the JSON `{slug: {node: value}}` from the rows `r` of the member `m` in the table `from`. */
export const bySchemeAndNode = (value: string, from: string, where = 'true') => `coalesce((
  SELECT json_object_agg(slug, nodes) FROM (
    SELECT s.slug, json_object_agg(r.node_id, ${value}) AS nodes
    FROM ${from} r JOIN schemes s ON s.client_id = r.client_id AND s.id = r.scheme_id
    WHERE r.client_id = m.client_id AND r.member_id = m.id AND ${where}
    GROUP BY s.slug) k), '{}')`

/** SQL of the results of member `m`, by scheme and node. */
export const scoresSql = bySchemeAndNode(
  `json_build_object('grade', r.grade, 'pass', r.pass, 'ts', r.ts, 'since', r.since)`,
  'results',
)

/** The clubs to which these members belong, one row for each club and member. */
export async function clubsOfMembers(
  tx: Tx,
  memberIds: readonly string[],
): Promise<{ club_id: string; member_id: string }[]> {
  const { rows } = await tx.query<{ club_id: string; member_id: string }>(
    prepared('SELECT club_id, member_id FROM club_members WHERE member_id = ANY($1)', [memberIds]),
  )
  return rows
}
